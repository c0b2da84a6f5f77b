// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Compresses a body as Zstandard (RFC 8878) by libzstd 1.4 or later, in its stable interface.
final class ZstdEncoder: LoadedEncoder {
  /// The functions of libzstd.
  struct Library: Sendable {
    let create: @Sendable @convention(c) () -> OpaquePointer?
    let free: @Sendable @convention(c) (OpaquePointer) -> UInt
    let setParameter: @Sendable @convention(c) (OpaquePointer, Int32, Int32) -> UInt
    /// The buffers are those of `ZSTD_outBuffer` and `ZSTD_inBuffer`: address, size and position, a word each.
    let compress:
      @Sendable @convention(c) (OpaquePointer, UnsafeMutableRawPointer, UnsafeMutableRawPointer, Int32) -> UInt
    let isError: @Sendable @convention(c) (UInt) -> UInt32

    static let shared = try? LoadedLibrary(["libzstd.so.1", "libzstd.1.dylib"]).map { library in
      try Library(
        create: library.required("ZSTD_createCCtx"),
        free: library.required("ZSTD_freeCCtx"),
        setParameter: library.required("ZSTD_CCtx_setParameter"),
        compress: library.required("ZSTD_compressStream2"),
        isError: library.required("ZSTD_isError")
      )
    }
  }

  /// `ZSTD_c_compressionLevel` and `ZSTD_c_checksumFlag`.
  private static let parameters = (level: Int32(100), checksum: Int32(201))
  /// `ZSTD_e_continue` and `ZSTD_e_end`.
  private static let directives = (more: Int32(0), end: Int32(2))

  private let library: Library
  private let context: OpaquePointer
  private var block = [UInt8](repeating: 0, count: 64 << 10)

  init(level: Int) throws(CodingFault) {
    guard let library = Library.shared else { throw .missing(.zstd) }
    guard let context = library.create() else { throw .failed(.zstd) }
    self.library = library
    self.context = context
    _ = library.setParameter(context, Self.parameters.level, Int32(clamping: level))
    // The receiver detects damage in transit.
    _ = library.setParameter(context, Self.parameters.checksum, 1)
  }

  deinit { _ = library.free(context) }

  func encode(_ bytes: UnsafeRawBufferPointer, isLast: Bool) throws(CodingFault) -> [UInt8] {
    var output: [UInt8] = []
    var input = [UInt(bitPattern: bytes.baseAddress), UInt(bytes.count), 0]
    while true {
      let (rest, count) = step(&input, isLast ? Self.directives.end : Self.directives.more)
      guard library.isError(rest) == 0 else { throw .failed(.zstd) }
      output += block[..<count]
      if isLast ? rest == 0 : input[2] == input[1] { return output }
    }
  }

  /// Fills the block once, and returns the library's result and the number of bytes in the block.
  private func step(_ input: inout [UInt], _ directive: Int32) -> (UInt, Int) {
    block.withUnsafeMutableBytes { room in
      var output = [UInt(bitPattern: room.baseAddress), UInt(room.count), 0]
      let rest = output.withUnsafeMutableBytes { output in
        input.withUnsafeMutableBytes { input in
          guard let to = output.baseAddress, let from = input.baseAddress else { return UInt.max }
          return library.compress(context, to, from, directive)
        }
      }
      return (rest, Int(output[2]))
    }
  }
}
