// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestPlatform

/// Decodes a body in Zstandard (RFC 8878) by libzstd 1.4 or later, in its stable interface.
///
/// A body may have several frames, one after the other. A window above 8 MB is refused (RFC 9659).
final class ZstdDecoder: LoadedDecoder {
  /// The functions of libzstd.
  struct Library: Sendable {
    let create: @Sendable @convention(c) () -> OpaquePointer?
    let free: @Sendable @convention(c) (OpaquePointer) -> UInt
    let setParameter: @Sendable @convention(c) (OpaquePointer, Int32, Int32) -> UInt
    /// The buffers are those of `ZSTD_outBuffer` and `ZSTD_inBuffer`: address, size and position, a word each.
    let decompress: @Sendable @convention(c) (OpaquePointer, UnsafeMutableRawPointer, UnsafeMutableRawPointer) -> UInt
    let isError: @Sendable @convention(c) (UInt) -> UInt32

    static let shared = try? LoadedLibrary(["libzstd.so.1", "libzstd.1.dylib"]).map { library in
      try Library(
        create: library.required("ZSTD_createDCtx"),
        free: library.required("ZSTD_freeDCtx"),
        setParameter: library.required("ZSTD_DCtx_setParameter"),
        decompress: library.required("ZSTD_decompressStream"),
        isError: library.required("ZSTD_isError")
      )
    }
  }

  /// `ZSTD_d_windowLogMax`, and 8 MB for it.
  private static let window = (parameter: Int32(100), log: Int32(23))

  private let library: Library
  private let context: OpaquePointer
  /// Made with the first input: many bodies have none.
  private var output: [UInt8] = []
  /// Whether the library may hold output that had no room.
  private var mayHoldOutput = false
  private(set) var mayEnd = true

  /// A decoder; `nil` without the library, or without memory.
  init?() {
    guard let library = Library.shared, let context = library.create() else { return nil }
    self.library = library
    self.context = context
    _ = library.setParameter(context, Self.window.parameter, Self.window.log)
  }

  deinit { _ = library.free(context) }

  func decode(_ input: inout UnsafeRawBufferPointer) throws(DeflateFault) -> Data? {
    // Asked without input and without need, the library takes it for a fault.
    guard !input.isEmpty || mayHoldOutput else { return nil }
    if output.isEmpty { output = Array(repeating: 0, count: LoadedCoding.pieceSize) }
    var (made, used, result) = (0, 0, UInt(0))
    output.withUnsafeMutableBytes { room in
      var outgoing = (room.baseAddress, UInt(room.count), UInt(0))
      var incoming = (input.baseAddress, UInt(input.count), UInt(0))
      result = library.decompress(context, &outgoing, &incoming)
      (made, used) = (Int(outgoing.2), Int(incoming.2))
    }
    guard library.isError(result) == 0 else {
      throw DeflateFault("it is no Zstandard, is damaged, or needs a window above 8 MB")
    }
    input = UnsafeRawBufferPointer(rebasing: input.dropFirst(used))
    if made > 0 || used > 0 { mayEnd = result == 0 }
    mayHoldOutput = made == output.count
    return made > 0 ? Data(output[..<made]) : nil
  }
}
