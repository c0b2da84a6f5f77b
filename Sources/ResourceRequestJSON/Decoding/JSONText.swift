// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestCoding
package import ResourceRequestPlatform

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
    _ floats: JSONDecoder.NonConformingFloatDecodingStrategy
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
    _ floats: JSONDecoder.NonConformingFloatDecodingStrategy
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

/// JSON in UTF-16 or UTF-32, which is transcoded to UTF-8 before it is read.
///
/// RFC 8259 §8.1 wants UTF-8 between systems. RFC 4627 §3 allowed the others, and says how to tell them apart: the first
/// character of a JSON text is ASCII, so the zeros among its bytes show their order.
package enum WideText {
  /// The text of JSON in UTF-16 or UTF-32; `nil` if it is neither, or malformed.
  package static func text(in data: Data) -> String? {
    data.withUnsafeBytes { bytes in
      bytes.withMemoryRebound(to: UInt8.self) { bytes in (try? transcoded(bytes)) ?? nil }
    }
  }

  /// The text in UTF-8; `nil` if it is neither UTF-16 nor UTF-32.
  ///
  /// - Throws: ``DecodingFault`` with the first malformed byte.
  static func transcoded(_ bytes: UnsafeBufferPointer<UInt8>) throws(DecodingFault) -> String? {
    guard let (coding, markLength) = coding(of: bytes) else { return nil }
    let content = UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(bytes).dropFirst(markLength))
    do throws(DecodingFault) {
      return try coding.decode(content, malformed: .refuse)
    } catch {
      if case .malformed(let offset) = error { throw .malformed(offset: offset + markLength) }
      throw error
    }
  }

  /// The coding that the first bytes show, and the length of its byte order mark; `nil` for UTF-8.
  static func coding(of bytes: UnsafeBufferPointer<UInt8>) -> (CharacterCoding, markLength: Int)? {
    guard bytes.count >= 2 else { return nil }
    let isLong = bytes.count >= 4
    let hasZeros = isLong && bytes[2] == 0 && bytes[3] == 0
    return switch (bytes[0], bytes[1]) {
    // No JSON text begins with U+0000, so with zeros it is the mark of UTF-32.
    case (0xFF, 0xFE): hasZeros ? (.utf32(.little, mark: true), 4) : (.utf16(.little, mark: true), 2)
    case (0xFE, 0xFF): (.utf16(.big, mark: true), 2)
    case (0, 0): (.utf32(.big, mark: false), isLong && bytes[2] == 0xFE && bytes[3] == 0xFF ? 4 : 0)
    case (0, _): (.utf16(.big, mark: false), 0)
    case (_, 0): (hasZeros ? .utf32(.little, mark: false) : .utf16(.little, mark: false), 0)
    default: nil
    }
  }
}
