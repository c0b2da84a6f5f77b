// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestCoding

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Turns texts that are more or other than RFC 8259 in UTF-8 into that, so that one reader reads every byte of a peer.
///
/// Foundation's decoder reads them too, but some of them end the process.
enum JSONText {
  /// A text in UTF-16 or UTF-32 as UTF-8; `nil` if it is neither.
  static func transcoded(_ bytes: UnsafeBufferPointer<UInt8>) throws(DecodingError) -> String? {
    do throws(DecodingFault) {
      return try WideText.transcoded(bytes)
    } catch {
      if case .malformed(let offset) = error {
        throw refusal("it is not JSON: byte \(offset) is not valid in UTF-16 or UTF-32, as which the text begins")
      }
      throw refusal("it is not JSON: \(error)")
    }
  }

  /// A text in JSON5 as JSON in UTF-8.
  static func rewritten(
    json5 data: Data,
    _ floats: JSONDecodingOptions.NonConformingFloats
  ) throws(DecodingError) -> [UInt8] {
    let result: Result<[UInt8], DecodingError> = data.withUnsafeBytes { bytes in
      bytes.withMemoryRebound(to: UInt8.self) { bytes in
        Result { () throws(DecodingError) in
          guard let text = try transcoded(bytes) else { return try rewritten(bytes, floats) }
          return try Array(text.utf8).withUnsafeBufferPointer { bytes throws(DecodingError) in
            try rewritten(bytes, floats)
          }
        }
      }
    }
    return try result.get()
  }

  private static func rewritten(
    _ bytes: UnsafeBufferPointer<UInt8>,
    _ floats: JSONDecodingOptions.NonConformingFloats
  ) throws(DecodingError) -> [UInt8] {
    do throws(JSONFault) {
      var rewriter = JSON5Rewriter(bytes, floats)
      return try rewriter.rewrite()
    } catch {
      let error = JSONSyntaxError(error, in: bytes)
      throw refusal("it is not JSON5: \(error)", error)
    }
  }

  /// The error for a text that is not read.
  static func refusal(_ reason: String, _ underlying: (any Error)? = nil) -> DecodingError {
    .dataCorrupted(DecodingError.Context(codingPath: [], debugDescription: reason, underlyingError: underlying))
  }
}
