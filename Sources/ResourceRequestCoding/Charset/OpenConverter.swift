// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestPlatform

#if canImport(Glibc) || canImport(Musl)
  /// A conversion descriptor of `iconv`, closed at the end of its lifetime.
  struct OpenConverter: ~Copyable {
    enum Outcome {
      case finished
      /// The input ends within a character.
      case truncated
      /// The next bytes of the input are not a character of the source, or one that the target does not have.
      case stopped
    }

    private let descriptor: iconv_t

    /// Opens the first pair of sets that the C library has; `nil` if it has none.
    init?(from sources: [String], to targets: [String]) {
      for source in sources {
        for target in targets {
          guard let found = iconv_open(target, source), found != iconv_t(bitPattern: -1) else { continue }
          descriptor = found
          return
        }
      }
      return nil
    }

    deinit {
      iconv_close(descriptor)
    }

    /// Converts until the input ends or something in it stops the converter.
    func convert(_ input: inout ConverterInput, into output: inout [UInt8]) -> Outcome {
      while true {
        var next = UnsafeMutablePointer(mutating: input.next)
        var remaining = input.remaining
        let status = step(&next, &remaining, into: &output)
        input.skip(input.remaining - remaining)
        if status == 0 { return .finished }
        if status != E2BIG { return status == EINVAL ? .truncated : .stopped }
      }
    }

    /// The single character that bytes encode; `nil` if they encode none, or several.
    func scalar(of bytes: [UInt8]) -> UInt32? {
      var output: [UInt8] = []
      let outcome = bytes.withUnsafeBytes { bytes in
        var input = ConverterInput(bytes: bytes)
        return convert(&input, into: &output)
      }
      flush(into: &output)
      guard outcome == .finished else { return nil }
      var scalars = String(decoding: output, as: UTF8.self).unicodeScalars.makeIterator()
      guard let scalar = scalars.next(), scalars.next() == nil else { return nil }
      return scalar.value
    }

    /// Writes the bytes that the converter holds back, and returns to its initial state.
    func flush(into output: inout [UInt8]) {
      _ = step(nil, nil, into: &output)
    }

    /// Calls `iconv` once with room for a chunk of output; gives 0 or the error number.
    private func step(
      _ input: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?,
      _ inputLeft: UnsafeMutablePointer<Int>?,
      into output: inout [UInt8]
    ) -> Int32 {
      withUnsafeTemporaryAllocation(of: CChar.self, capacity: 1024) { chunk in
        var end = chunk.baseAddress
        var room = chunk.count
        let status = iconv(descriptor, input, inputLeft, &end, &room) == -1 ? errno : 0
        output.append(contentsOf: UnsafeRawBufferPointer(chunk).prefix(chunk.count - room))
        return status
      }
    }
  }
#endif
