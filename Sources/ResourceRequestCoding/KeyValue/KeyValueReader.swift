// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestPlatform
package import ResourceRequestSyntax

/// Decodes a flat `Decodable` type from texts by key.
package struct KeyValueReader: Decoder {
  private let values: [ExactText: String]
  package let codingPath: [any CodingKey]
  package var userInfo: [CodingUserInfoKey: Any] { [:] }

  package init(values: [ExactText: String], codingPath: [any CodingKey] = []) {
    (self.values, self.codingPath) = (values, codingPath)
  }

  package static func corrupted(_ reason: String, at codingPath: [any CodingKey] = []) -> DecodingError {
    .dataCorrupted(.init(codingPath: codingPath, debugDescription: reason))
  }

  package func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(Fields(values: values, codingPath: codingPath))
  }

  package func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    throw KeyValueReader.corrupted("keys and values are not a list", at: codingPath)
  }

  package func singleValueContainer() throws -> any SingleValueDecodingContainer {
    throw KeyValueReader.corrupted("keys and values are not a single value", at: codingPath)
  }

  /// The keyed container of the type's properties.
  private struct Fields<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let values: [ExactText: String]
    let codingPath: [any CodingKey]

    var allKeys: [Key] { values.keys.compactMap { Key(stringValue: $0.text) } }

    func contains(_ key: Key) -> Bool { values[ExactText(key.stringValue)] != nil }

    func decodeNil(forKey key: Key) throws -> Bool { values[ExactText(key.stringValue)]?.isEmpty ?? true }

    func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? { values[ExactText(key.stringValue)] }

    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
      guard let text = values[ExactText(key.stringValue)] else {
        throw DecodingError.keyNotFound(key, .init(codingPath: codingPath, debugDescription: "the key is missing"))
      }
      return try OneValue(text: text, codingPath: codingPath + [key]).decode(type)
    }

    func nestedContainer<Nested: CodingKey>(
      keyedBy type: Nested.Type,
      forKey key: Key
    ) throws -> KeyedDecodingContainer<Nested> {
      throw KeyValueReader.corrupted("a value has no keys of its own", at: codingPath + [key])
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
      throw KeyValueReader.corrupted("a value is not a list", at: codingPath + [key])
    }

    func superDecoder() throws -> any Decoder { KeyValueReader(values: values, codingPath: codingPath) }

    func superDecoder(forKey key: Key) throws -> any Decoder {
      OneValue(text: values[ExactText(key.stringValue)] ?? "", codingPath: codingPath + [key])
    }
  }

  /// A decoder of one value, for types other than texts.
  private struct OneValue: Decoder, SingleValueDecodingContainer {
    let text: String
    let codingPath: [any CodingKey]
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func decodeNil() -> Bool { text.isEmpty }

    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
      let value: Any?
      if type == Bool.self {
        value = ["true": true, "1": true, "false": false, "0": false][text.lowercasedASCII()]
      } else if type == Decimal.self {
        // The initializer takes what comes before the first mistake; the other one knows words and hexadecimal digits.
        let isNumber = Double(text) != nil && text.utf8.allSatisfy("+-.0123456789Ee".utf8.contains)
        value = isNumber ? Decimal(string: text) : nil
      } else if type == URL.self {
        value = URL(string: text)
      } else if let losslessly = type as? any LosslessStringConvertible.Type {
        value = losslessly.init(text)
      } else {
        return try Value(from: self)
      }
      guard let value = value as? Value else {
        throw DecodingError.typeMismatch(
          type,
          .init(codingPath: codingPath, debugDescription: "the value is not of type \(type)")
        )
      }
      return value
    }

    func singleValueContainer() throws -> any SingleValueDecodingContainer { self }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
      throw KeyValueReader.corrupted("a value has no keys of its own", at: codingPath)
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
      throw KeyValueReader.corrupted("a value is not a list", at: codingPath)
    }
  }
}
