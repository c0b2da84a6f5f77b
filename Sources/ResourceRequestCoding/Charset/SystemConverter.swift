// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// The C library's `iconv`: it reads GB18030 and GBK, and writes the sets that no code of ours does.
enum SystemConverter {
  #if canImport(Glibc) || canImport(Musl)
    /// Reads GB18030, or GBK as a part of it.
    static func decode(
      _ bytes: UnsafeRawBufferPointer,
      set: SystemSet,
      malformed: MalformedBytes
    ) throws(DecodingFault) -> String {
      guard let converter = OpenConverter(from: set.decoders, to: ["UTF-8"]) else { throw .converterMissing }
      var input = ConverterInput(bytes)
      var output: [UInt8] = []
      output.reserveCapacity(bytes.count + bytes.count / 2)
      while true {
        let outcome = converter.convert(&input, into: &output)
        if outcome == .finished { return String(decoding: output, as: UTF8.self) }
        if input.skipMicrosoftEuro() {
          output.append(contentsOf: "\u{20AC}".utf8)
          continue
        }
        if case .refuse = malformed { throw .malformed(offset: input.offset) }
        let replacement = outcome == .truncated ? input.skipTruncated() : input.skipMalformed()
        output.append(contentsOf: replacement.utf8)
      }
    }

    /// Converts one scalar at a time, so that a scalar without bytes is identified.
    static func encode(_ text: String, set: SystemSet) throws(EncodingFault) -> [UInt8] {
      guard let converter = OpenConverter(from: ["UTF-8"], to: set.encoders) else { throw .converterMissing }
      var output: [UInt8] = []
      output.reserveCapacity(text.utf8.count)
      var offset = 0
      for scalar in text.unicodeScalars {
        let written = output.count
        let isConverted = withUnsafeTemporaryAllocation(byteCount: 4, alignment: 1) { buffer in
          buffer.copyBytes(from: UTF8.encode(scalar) ?? .init())
          var input = ConverterInput(UnsafeRawBufferPointer(rebasing: buffer[..<UTF8.width(scalar)]))
          return converter.convert(&input, into: &output) == .finished
        }
        // Language tags are dropped in silence by Glibc: no byte written means no byte to be had.
        guard isConverted, output.count > written else { throw .unencodable(scalar, offset: offset) }
        offset += 1
      }
      converter.flush(into: &output)
      return output
    }
  #else
    static func decode(
      _ bytes: UnsafeRawBufferPointer,
      set: SystemSet,
      malformed: MalformedBytes
    ) throws(DecodingFault) -> String {
      throw .converterMissing
    }

    static func encode(_ text: String, set: SystemSet) throws(EncodingFault) -> [UInt8] {
      throw .converterMissing
    }
  #endif
}
