// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The C library's `iconv`, for the sets that have no table here.
enum SystemConverter {
  #if canImport(Glibc) || canImport(Musl)
    static func decode(
      _ bytes: UnsafeRawBufferPointer,
      set: SystemSet,
      malformed: MalformedBytes
    ) throws(DecodingFault) -> String {
      guard let descriptor = open(from: set.decoders, to: ["UTF-8"]) else { throw .converterMissing }
      defer { iconv_close(descriptor) }
      var input = ConverterInput(bytes)
      var output: [UInt8] = []
      output.reserveCapacity(bytes.count + bytes.count / 2)
      while true {
        let outcome = convert(&input, with: descriptor, into: &output)
        if case .refuse = malformed, outcome != .finished { throw .malformed(offset: input.offset) }
        switch outcome {
        case .finished:
          flush(descriptor, into: &output)
          return String(decoding: output, as: UTF8.self)
        case .truncated:
          if !set.isStateful { flush(descriptor, into: &output) }
          output.append(contentsOf: input.skipTruncated(in: set).utf8)
        case .malformed:
          // A character the converter holds back, for a combining one that may follow, comes before the fault; the
          // state of an escape sequence outlives it.
          if !set.isStateful { flush(descriptor, into: &output) }
          output.append(contentsOf: input.skipMalformed(in: set).utf8)
        }
      }
    }

    /// Converts one scalar at a time, so the one that has no bytes is known.
    static func encode(_ text: String, set: SystemSet) throws(EncodingFault) -> [UInt8] {
      guard let descriptor = open(from: ["UTF-8"], to: set.encoders) else { throw .converterMissing }
      defer { iconv_close(descriptor) }
      var output: [UInt8] = []
      output.reserveCapacity(text.utf8.count)
      var offset = 0
      for scalar in text.unicodeScalars {
        let written = output.count
        let outcome = withUnsafeTemporaryAllocation(byteCount: 4, alignment: 1) { buffer in
          buffer.copyBytes(from: UTF8.encode(scalar) ?? .init())
          var input = ConverterInput(UnsafeRawBufferPointer(rebasing: buffer[..<UTF8.width(scalar)]))
          return convert(&input, with: descriptor, into: &output)
        }
        // Language tags are dropped in silence by Glibc: no byte written means no byte to be had.
        guard outcome == .finished, output.count > written else { throw .unencodable(scalar, offset: offset) }
        offset += 1
      }
      flush(descriptor, into: &output)
      return output
    }

    private enum Outcome {
      case finished
      case truncated
      case malformed
    }

    private static func open(from sources: [String], to targets: [String]) -> iconv_t? {
      for source in sources {
        for target in targets {
          // iconv_open answers (iconv_t)-1 for a pair it does not have.
          if let descriptor = iconv_open(target, source), descriptor != iconv_t(bitPattern: -1) { return descriptor }
        }
      }
      return nil
    }

    /// Converts until the input ends or something in it stops the converter.
    private static func convert(
      _ input: inout ConverterInput,
      with descriptor: iconv_t,
      into output: inout [UInt8]
    ) -> Outcome {
      while true {
        var next = UnsafeMutablePointer(mutating: input.next)
        var remaining = input.remaining
        let status = step(descriptor, &next, &remaining, into: &output)
        input.skip(input.remaining - remaining)
        if status == 0 { return .finished }
        if status != E2BIG { return status == EINVAL ? .truncated : .malformed }
      }
    }

    /// Has the converter write what it holds back, and go to its initial state.
    private static func flush(_ descriptor: iconv_t, into output: inout [UInt8]) {
      _ = step(descriptor, nil, nil, into: &output)
    }

    /// Calls `iconv` once with room for a chunk of output; gives 0 or the error number.
    private static func step(
      _ descriptor: iconv_t,
      _ input: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?,
      _ inputLeft: UnsafeMutablePointer<Int>?,
      into output: inout [UInt8]
    ) -> Int32 {
      withUnsafeTemporaryAllocation(of: CChar.self, capacity: 1024) { chunk in
        var end = chunk.baseAddress
        var room = chunk.count
        let status = iconv(descriptor, input, inputLeft, &end, &room) == -1 ? errno : 0
        output.append(
          contentsOf: UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(chunk)[..<(chunk.count - room)])
        )
        return status
      }
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
