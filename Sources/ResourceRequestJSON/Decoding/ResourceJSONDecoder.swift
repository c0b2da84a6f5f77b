// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

public import ResourceRequestPlatform

/// Decodes `Decodable` values from JSON, several times as fast as Foundation's `JSONDecoder`.
///
/// It parses the text in one pass into a flat tape, from which types read directly: it builds no dictionaries, and no
/// coding paths unless there is an error. `Docs/JSON.md` lists how it equals Foundation's decoder and how it differs.
/// In short: the rules are those of ``JSON``, for unread members too; the last value of a repeated key counts; numbers
/// are exact.
///
/// It is a value, which several threads may use; they may also share the containers of one `Decoder`.
///
/// ```swift
/// let decoder = ResourceJSONDecoder(dates: .iso8601, keys: .convertFromSnakeCase)
/// let user = try await client.value(User.self, for: request, by: decoder)
/// ```
public struct ResourceJSONDecoder: Sendable {
  /// The form of a `Date`; by default its `Decodable` conformance.
  ///
  /// `.iso8601` is a string of RFC 3339, such as `2026-05-06T07:08:09Z`.
  public var dates: JSONDecoder.DateDecodingStrategy
  /// The form of `Data`; Base64 (RFC 4648 §4) by default.
  public var bytes: JSONDecoder.DataDecodingStrategy
  /// The form of infinities and NaN, for which JSON has no numbers; refused by default.
  public var nonConformingFloats: JSONDecoder.NonConformingFloatDecodingStrategy
  /// How keys of the text are mapped to the keys of a type; unchanged by default.
  public var keys: JSONDecoder.KeyDecodingStrategy
  /// The `userInfo` of the decoder.
  public var userInfo: [CodingUserInfoKey: any Sendable]
  /// Whether to accept JSON5 (https://spec.json5.org: comments, trailing commas, single quotes, …).
  ///
  /// Its `Infinity` and `NaN` are refused unless ``nonConformingFloats`` names strings for them.
  public var allowsJSON5: Bool
  /// The maximum nesting depth; 512 by default.
  public var maximumDepth: Int

  /// Creates a decoder; by default with the strategies of Foundation's.
  public init(
    dates: JSONDecoder.DateDecodingStrategy = .deferredToDate,
    bytes: JSONDecoder.DataDecodingStrategy = .base64,
    nonConformingFloats: JSONDecoder.NonConformingFloatDecodingStrategy = .throw,
    keys: JSONDecoder.KeyDecodingStrategy = .useDefaultKeys,
    userInfo: [CodingUserInfoKey: any Sendable] = [:],
    allowsJSON5: Bool = false,
    maximumDepth: Int = 512
  ) {
    self.dates = dates
    self.bytes = bytes
    self.nonConformingFloats = nonConformingFloats
    self.keys = keys
    self.userInfo = userInfo
    self.allowsJSON5 = allowsJSON5
    self.maximumDepth = maximumDepth
  }

  /// Decodes a value from UTF-8 text; UTF-16 and UTF-32 are transcoded first.
  ///
  /// - Throws: `DecodingError`, with a ``JSONSyntaxError`` as its underlying error if the text is not JSON, or a
  ///   ``JSONDecodingPlace`` if it does not fit the type; or an error of the type's `init(from:)`.
  public func decode<Value: Decodable>(_ type: Value.Type = Value.self, from data: Data) throws -> Value {
    if allowsJSON5 {
      let text = try JSONText.rewritten(json5: data, nonConformingFloats)
      return try text.withUnsafeBufferPointer { try decode(type, from: $0) }
    }
    return try data.withUnsafeBytes { bytes in
      try bytes.withMemoryRebound(to: UInt8.self) { try decode(type, from: $0) }
    }
  }

  /// Decodes a value from bytes, which are not read after the call.
  func decode<Value: Decodable>(_ type: Value.Type, from bytes: UnsafeBufferPointer<UInt8>) throws -> Value {
    guard bytes.count <= JSONTapeEntry.limit, var document = JSONDocument(bytes, self) else {
      return try decodeUnread(type, bytes)
    }
    // The bytes belong to the caller: a decoder that outlives this call gets a copy.
    defer { if !isKnownUniquelyReferenced(&document) { document.keepText() } }
    do {
      return try document.value(type, at: 0)
    } catch let error as DecodingError {
      throw document.placed(error)
    }
  }

  /// Decodes a text that the tape refuses, if it is UTF-16 or UTF-32; otherwise finds out what is wrong with it.
  private func decodeUnread<Value: Decodable>(_ type: Value.Type, _ bytes: UnsafeBufferPointer<UInt8>) throws -> Value {
    if var text = try JSONText.transcoded(bytes) {
      return try text.withUTF8 { text in
        guard WideText.coding(of: text) == nil else {
          throw JSONText.refusal("it is not JSON: a NUL is its second character")
        }
        return try decode(type, from: text)
      }
    }
    guard bytes.count <= JSONTapeEntry.limit else {
      throw JSONText.refusal("it has \(bytes.count) bytes, and at most \(JSONTapeEntry.limit) can be decoded")
    }
    do throws(JSONSyntaxError) {
      _ = try JSONReader.tree(bytes, maximumDepth: maximumDepth, into: DuplicateKeyScan())
    } catch {
      throw JSONText.refusal("it is not JSON: \(error)", error)
    }
    throw JSONText.refusal(
      bytes.count > JSONTapeEntry.maximumLength
        ? "it holds a string of more than 256 MiB, or there is no memory for it"
        : "there is no memory for \(bytes.count) bytes of JSON"
    )
  }
}

extension JSONDecoder.KeyDecodingStrategy {
  /// The last key of a path as types ask for it.
  func converted(_ path: [any CodingKey]) -> any CodingKey {
    guard let key = path.last else { return JSONPathKey(stringValue: "") }
    switch self {
    case .useDefaultKeys: return key
    case .convertFromSnakeCase: return JSONPathKey(stringValue: SnakeCase.camelCased(key.stringValue))
    case .custom(let convert): return convert(path)
    @unknown default: return key
    }
  }
}
