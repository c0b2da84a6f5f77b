// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// Decodes `Decodable` values from JSON, several times as fast as Foundation's `JSONDecoder`.
///
/// It parses the text in one pass into a flat tape, from which types read directly: it builds no dictionaries, and no
/// coding paths unless there is an error. `Docs/JSON.md` lists how it equals Foundation's decoder and how it differs.
/// In short: the rules are those of ``JSON``, for unread members too; the last value of a repeated key counts; numbers
/// are exact.
///
/// It is a value, which several threads may use; they may also share the containers of one `Decoder`.
public struct ResourceJSONDecoder: Sendable {
  /// The options.
  public var options: JSONDecodingOptions

  /// Creates a decoder; by default with the strategies of Foundation's.
  public init(_ options: JSONDecodingOptions = JSONDecodingOptions()) {
    self.options = options
  }

  /// Decodes a value from UTF-8 text.
  ///
  /// - Throws: `DecodingError`, with a ``JSONSyntaxError`` as its underlying error if the text is not JSON, or a
  ///   ``JSONDecodingPlace`` if it does not fit the type; or an error of the type's `init(from:)`.
  public func decode<Value: Decodable>(_ type: Value.Type = Value.self, from data: Data) throws -> Value {
    if options.allowsJSON5 || data.count > JSONTapeEntry.limit {
      return try options.makeFoundationDecoder().decode(type, from: data)
    }
    return try data.withUnsafeBytes { bytes in
      try bytes.withMemoryRebound(to: UInt8.self) { try decode(type, from: $0) }
    }
  }

  /// Decodes a value from bytes, which are not read after the call.
  func decode<Value: Decodable>(_ type: Value.Type, from bytes: UnsafeBufferPointer<UInt8>) throws -> Value {
    guard var document = JSONDocument(bytes, options) else { return try decodeUnread(type, bytes) }
    // The bytes belong to the caller: a decoder that outlives this call gets a copy.
    defer { if !isKnownUniquelyReferenced(&document) { document.keepText() } }
    do {
      return try document.value(type, at: 0)
    } catch let error as DecodingError {
      throw document.placed(error)
    }
  }

  /// Decodes a text that the tape refuses: Foundation's decoder supports UTF-16, UTF-32 and strings of any length;
  /// otherwise the text is not JSON.
  private func decodeUnread<Value: Decodable>(_ type: Value.Type, _ bytes: UnsafeBufferPointer<UInt8>) throws -> Value {
    if Self.looksWide(bytes) { return try options.makeFoundationDecoder().decode(type, from: Data(bytes)) }
    do throws(JSONSyntaxError) {
      _ = try JSONReader.tree(bytes, maximumDepth: options.maximumDepth, into: DuplicateKeyScan())
    } catch {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(codingPath: [], debugDescription: "it is not JSON: \(error)", underlyingError: error)
      )
    }
    if bytes.count > JSONTapeEntry.maximumLength {
      return try options.makeFoundationDecoder().decode(type, from: Data(bytes))
    }
    throw DecodingError.dataCorrupted(
      DecodingError.Context(codingPath: [], debugDescription: "there is no memory for \(bytes.count) bytes of JSON")
    )
  }

  /// Whether a text begins like UTF-16 or UTF-32, which have a mark or a zero among the first bytes.
  private static func looksWide(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    guard bytes.count >= 2 else { return false }
    return bytes[0] == 0 || bytes[1] == 0 || bytes[0] == 0xFF && bytes[1] == 0xFE
      || bytes[0] == 0xFE && bytes[1] == 0xFF
  }
}
