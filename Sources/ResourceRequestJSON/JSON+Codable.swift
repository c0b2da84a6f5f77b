// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

public import ResourceRequestPlatform

extension JSON {
  /// Creates the JSON of an `Encodable` value.
  ///
  /// - Throws: an error of the value's `encode(to:)` or the encoder, such as `EncodingError` for NaN.
  public init(encoding value: some Encodable, encoder: JSONEncoder = JSONEncoder()) throws {
    if let json = value as? JSON {
      self = json
    } else {
      try self.init(parsing: encoder.encode(value))
    }
  }

  /// Decodes a type from this value.
  ///
  /// - Throws: `DecodingError` if the value does not fit the type.
  public func decode<Value: Decodable>(
    _ type: Value.Type = Value.self,
    decoder: ResourceJSONDecoder = ResourceJSONDecoder()
  ) throws -> Value {
    try decoder.decode(type, from: data())
  }
}

extension JSON: Codable {
  private struct AnyKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) {
      self.stringValue = stringValue
    }

    init?(intValue: Int) {
      nil
    }
  }

  /// Decodes any value.
  ///
  /// Decoders keep neither the order of members nor the text of numbers; ``init(parsing:options:)`` keeps both.
  public init(from decoder: any Decoder) throws {
    if let container = try? decoder.container(keyedBy: AnyKey.self) {
      self = .object(
        Object(try container.allKeys.map { ($0.stringValue, try container.decode(JSON.self, forKey: $0)) })
      )
    } else if var container = try? decoder.unkeyedContainer() {
      var elements: [JSON] = []
      while !container.isAtEnd { elements.append(try container.decode(JSON.self)) }
      self = .array(elements)
    } else {
      try self.init(scalarIn: decoder.singleValueContainer())
    }
  }

  private init(scalarIn container: any SingleValueDecodingContainer) throws {
    if container.decodeNil() {
      self = .null
    } else if let flag = try? container.decode(Bool.self) {
      self = .bool(flag)
    } else if let text = try? container.decode(String.self) {
      self = .string(text)
    } else if let integer = try? container.decode(Int64.self) {
      self = .number(Number(integer))
    } else if let integer = try? container.decode(UInt64.self) {
      self = .number(Number(integer))
    } else {
      self = JSON(try container.decode(Double.self))
    }
  }

  /// Encodes any value.
  ///
  /// - Throws: `EncodingError` for a number that fits neither 64 bits nor `Decimal`.
  public func encode(to encoder: any Encoder) throws {
    switch self {
    case .array(let elements):
      var container = encoder.unkeyedContainer()
      for element in elements { try container.encode(element) }
    case .object(let object):
      var container = encoder.container(keyedBy: AnyKey.self)
      for (key, value) in object { try container.encode(value, forKey: AnyKey(stringValue: key)) }
    case .null:
      var container = encoder.singleValueContainer()
      try container.encodeNil()
    case .bool(let flag): try flag.encode(to: encoder)
    case .string(let text): try text.encode(to: encoder)
    case .number(let number): try number.encode(to: encoder)
    }
  }
}

extension JSON.Number {
  /// Whether a `Decimal`, which would leave out further digits, holds them all: 38 fit in any case.
  private static func fitsDecimal(_ text: String) -> Bool {
    let mantissa = text.utf8.prefix { $0 | 0x20 != UInt8(ascii: "e") }.filter { (0x30...0x39).contains($0) }
    let significant = mantissa.drop { $0 == 0x30 }
    return significant.count - significant.reversed().prefix { $0 == 0x30 }.count <= 38
  }

  fileprivate func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch storage {
    case .integer(let value): try container.encode(value)
    case .unsigned(let value): try container.encode(value)
    case .double(let value): try container.encode(value)
    case .text(let text):
      guard Self.fitsDecimal(text), let decimal = Decimal(string: text), !decimal.isNaN else {
        let message = "a number of \(text.utf8.count) digits is beyond what encoders can write"
        throw EncodingError.invalidValue(self, .init(codingPath: container.codingPath, debugDescription: message))
      }
      try container.encode(decimal)
    }
  }
}
