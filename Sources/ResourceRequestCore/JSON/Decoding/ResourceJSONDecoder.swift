// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// Decodes `Decodable` values from JSON, several times as fast as Foundation's `JSONDecoder`.
///
/// One pass makes a flat tape of the whole text, and types read straight from it: no dictionary is built for an object,
/// and no coding path until something is wrong. `Docs/JSON.md` says where it does as Foundation's decoder and where not.
/// In short: texts are read by the strict rules of ``JSON``, members that nobody reads included; of a key that comes twice,
/// the last value counts; numbers are exact.
///
/// It is a value: several threads may use one. So may several threads use the containers of one `Decoder` they share.
public struct ResourceJSONDecoder: Sendable {
  /// How JSON becomes values.
  public var options: JSONDecodingOptions

  /// Makes a decoder, by default with the strategies of Foundation's.
  public init(_ options: JSONDecodingOptions = JSONDecodingOptions()) {
    self.options = options
  }

  /// Decodes a value from a text in UTF-8.
  ///
  /// - Throws: `DecodingError`; ``JSONSyntaxError`` is beneath where the text is no JSON, a ``JSONDecodingPlace`` where it
  ///   does not fit the type. Or what the type's `init(from:)` throws.
  public func decode<Value: Decodable>(_ type: Value.Type = Value.self, from data: Data) throws -> Value {
    if options.allowsJSON5 || data.count > JSONTapeEntry.limit {
      return try options.makeFoundationDecoder().decode(type, from: data)
    }
    return try data.withUnsafeBytes { bytes in
      try bytes.withMemoryRebound(to: UInt8.self) { try decode(type, from: $0) }
    }
  }

  /// Decodes a value from bytes; nobody reads them after it.
  func decode<Value: Decodable>(_ type: Value.Type, from bytes: UnsafeBufferPointer<UInt8>) throws -> Value {
    guard var document = JSONDocument(bytes, options) else { return try decodeUnread(type, bytes) }
    // The bytes are the caller's: who keeps a decoder beyond this call gets a copy.
    defer { if !isKnownUniquelyReferenced(&document) { document.keepText() } }
    do {
      return try document.value(type, at: 0)
    } catch let error as DecodingError {
      throw document.placed(error)
    }
  }

  /// What to do about a text the tape does not take: Foundation's decoder knows UTF-16 and UTF-32; else it is no JSON.
  private func decodeUnread<Value: Decodable>(_ type: Value.Type, _ bytes: UnsafeBufferPointer<UInt8>) throws -> Value {
    if Self.looksWide(bytes) { return try options.makeFoundationDecoder().decode(type, from: Data(bytes)) }
    do throws(JSONSyntaxError) {
      _ = try JSONReader.tree(bytes, maximumDepth: options.maximumDepth, into: DuplicateKeyScan())
    } catch {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(codingPath: [], debugDescription: "it is not JSON: \(error)", underlyingError: error)
      )
    }
    throw DecodingError.dataCorrupted(DecodingError.Context(codingPath: [], debugDescription: "it is not JSON"))
  }

  /// Whether a text begins like UTF-16 or UTF-32, which have a mark or a zero among the first bytes.
  private static func looksWide(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    guard bytes.count >= 2 else { return false }
    return bytes[0] == 0 || bytes[1] == 0 || bytes[0] == 0xFF && bytes[1] == 0xFE
      || bytes[0] == 0xFE && bytes[1] == 0xFF
  }
}
