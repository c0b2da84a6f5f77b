// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension JSONDecoder {
  /// Decodes a text by the rules of ``JSON``: the last value of a repeated key counts, as for JavaScript's
  /// `JSON.parse`; Foundation would take the first.
  ///
  /// - Throws: an error of the decoder; if the text is not JSON, `DecodingError.dataCorrupted` with the place.
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
      // The decoder may support more than JSON, and is then the better judge.
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
