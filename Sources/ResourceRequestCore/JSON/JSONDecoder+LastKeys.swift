// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension JSONDecoder {
  /// Decodes a text by the rules ``JSON`` reads it by: of a key that comes twice in an object, the last value counts, as
  /// for `JSON.parse` of JavaScript; Foundation would take the first.
  ///
  /// - Throws: what the decoder throws; where the text is no JSON, `DecodingError.dataCorrupted` that says where.
  func decodeLastKeys<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value {
    let scan: Result<Bool, JSONSyntaxError> = data.withUnsafeBytes { bytes in
      Result { () throws(JSONSyntaxError) in
        try bytes.withMemoryRebound(to: UInt8.self) { bytes throws(JSONSyntaxError) in
          try JSONReader.tree(bytes, maximumDepth: JSON.ReadingOptions.depthCeiling, into: DuplicateKeyScan())
        }
      }
    }
    switch scan {
    case .success(false):
      return try decode(type, from: data)
    case .success(true):
      let options = JSON.ReadingOptions(maximumDepth: JSON.ReadingOptions.depthCeiling)
      return try decode(type, from: JSON(parsing: data, options: options).data())
    case .failure(let fault):
      // The decoder may be one for more than JSON, and then knows better.
      do {
        return try decode(type, from: data)
      } catch DecodingError.dataCorrupted(let context) where context.codingPath.isEmpty {
        throw DecodingError.dataCorrupted(
          DecodingError.Context(codingPath: [], debugDescription: "it is not JSON: \(fault)", underlyingError: fault)
        )
      }
    }
  }
}
