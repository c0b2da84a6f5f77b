// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestPlatform

/// Decodes a body in Brotli (RFC 7932) by libbrotlidec 1.0 or later.
final class BrotliDecoder: LoadedDecoder {
  /// The functions of libbrotlidec.
  struct Library: Sendable {
    typealias Place = UnsafeMutablePointer<UnsafePointer<UInt8>?>
    typealias Room = UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>

    let create: @Sendable @convention(c) (OpaquePointer?, OpaquePointer?, OpaquePointer?) -> OpaquePointer?
    let destroy: @Sendable @convention(c) (OpaquePointer) -> Void
    let decompress:
      @Sendable @convention(c) (
        OpaquePointer, UnsafeMutablePointer<Int>, Place, UnsafeMutablePointer<Int>, Room, UnsafeMutablePointer<Int>?
      ) -> Int32

    static let shared = try? LoadedLibrary(["libbrotlidec.so.1", "libbrotlidec.1.dylib"]).map { library in
      try Library(
        create: library.required("BrotliDecoderCreateInstance"),
        destroy: library.required("BrotliDecoderDestroyInstance"),
        decompress: library.required("BrotliDecoderDecompressStream")
      )
    }
  }

  /// `BROTLI_DECODER_RESULT_ERROR`, `_SUCCESS` and `_NEEDS_MORE_OUTPUT`.
  private static let results = (error: Int32(0), success: Int32(1), needsRoom: Int32(3))

  private let library: Library
  private let state: OpaquePointer
  /// Made with the first input: many bodies have none.
  private var output: [UInt8] = []
  /// Whether the library holds output that had no room.
  private var holdsOutput = false
  private var hasEnded = false
  private var hasBegun = false

  var mayEnd: Bool { hasEnded || !hasBegun }

  /// A decoder; `nil` without the library, or without memory.
  init?() {
    guard let library = Library.shared, let state = library.create(nil, nil, nil) else { return nil }
    self.library = library
    self.state = state
  }

  deinit { library.destroy(state) }

  func decode(_ input: inout UnsafeRawBufferPointer) throws(DeflateFault) -> Data? {
    guard !input.isEmpty || holdsOutput else { return nil }
    guard !hasEnded else { throw DeflateFault("data after its end") }
    hasBegun = true
    if output.isEmpty { output = Array(repeating: 0, count: LoadedCoding.pieceSize) }
    var (rest, free) = (input.count, output.count)
    var next = input.baseAddress?.assumingMemoryBound(to: UInt8.self)
    let result = output.withUnsafeMutableBufferPointer { buffer in
      var room = buffer.baseAddress
      return library.decompress(state, &rest, &next, &free, &room, nil)
    }
    guard result != Self.results.error else { throw DeflateFault("it is no Brotli, or damaged") }
    input = UnsafeRawBufferPointer(rebasing: input.suffix(rest))
    hasEnded = result == Self.results.success
    holdsOutput = result == Self.results.needsRoom
    let made = output.count - free
    return made > 0 ? Data(output[..<made]) : nil
  }
}
