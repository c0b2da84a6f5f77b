// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Compresses a body as Brotli (RFC 7932) by libbrotlienc 1.0 or later.
final class BrotliEncoder: LoadedEncoder {
  /// The functions of libbrotlienc.
  struct Library: Sendable {
    typealias Place = UnsafeMutablePointer<UnsafePointer<UInt8>?>
    typealias Room = UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>

    let create: @Sendable @convention(c) (OpaquePointer?, OpaquePointer?, OpaquePointer?) -> OpaquePointer?
    let destroy: @Sendable @convention(c) (OpaquePointer) -> Void
    let setParameter: @Sendable @convention(c) (OpaquePointer, Int32, UInt32) -> Int32
    let compress:
      @Sendable @convention(c) (
        OpaquePointer, Int32, UnsafeMutablePointer<Int>, Place, UnsafeMutablePointer<Int>, Room,
        UnsafeMutablePointer<Int>?
      ) -> Int32
    let takeOutput: @Sendable @convention(c) (OpaquePointer, UnsafeMutablePointer<Int>) -> UnsafePointer<UInt8>?
    let isFinished: @Sendable @convention(c) (OpaquePointer) -> Int32

    static let shared = try? LoadedLibrary(["libbrotlienc.so.1", "libbrotlienc.1.dylib"]).map { library in
      try Library(
        create: library.required("BrotliEncoderCreateInstance"),
        destroy: library.required("BrotliEncoderDestroyInstance"),
        setParameter: library.required("BrotliEncoderSetParameter"),
        compress: library.required("BrotliEncoderCompressStream"),
        takeOutput: library.required("BrotliEncoderTakeOutput"),
        isFinished: library.required("BrotliEncoderIsFinished")
      )
    }
  }

  /// `BROTLI_PARAM_QUALITY`.
  private static let quality = Int32(1)
  /// `BROTLI_OPERATION_PROCESS` and `BROTLI_OPERATION_FINISH`.
  private static let operations = (process: Int32(0), finish: Int32(2))

  private let library: Library
  private let state: OpaquePointer

  init(level: Int) throws(CodingFault) {
    guard let library = Library.shared else { throw .missing(.br) }
    guard let state = library.create(nil, nil, nil) else { throw .failed(.br) }
    self.library = library
    self.state = state
    _ = library.setParameter(state, Self.quality, UInt32(clamping: level))
  }

  deinit { library.destroy(state) }

  func encode(_ bytes: UnsafeRawBufferPointer, isLast: Bool) throws(CodingFault) -> [UInt8] {
    var output: [UInt8] = []
    var next = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self)
    var count = bytes.count
    while true {
      // Without an output buffer, the library keeps its output until it is taken.
      var room: UnsafeMutablePointer<UInt8>?
      var available = 0
      let operation = isLast ? Self.operations.finish : Self.operations.process
      guard library.compress(state, operation, &count, &next, &available, &room, nil) != 0 else { throw .failed(.br) }
      var size = 0
      let made = library.takeOutput(state, &size)
      if let made, size > 0 { output += UnsafeBufferPointer(start: made, count: size) }
      if isLast ? library.isFinished(state) != 0 : count == 0 && size == 0 { return output }
    }
  }
}
