// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Sockets && os(Linux)
  import COpenSSL

  /// What OpenSSL reads from and writes to: ciphertext of the loop's buffer, and a queue for the loop to send.
  ///
  /// A `BIO` of our own. The bytes given stay where the loop has read them, so nothing is copied on the way in.
  final class TLSWire {
    /// Ciphertext to send.
    let output = ByteQueue()
    /// What was left of earlier turns; it comes before what was given.
    private let rest = ByteQueue()
    @exclusivity(unchecked) private var next: UnsafeRawPointer?
    @exclusivity(unchecked) private var left = 0

    /// Whether there is ciphertext that OpenSSL has not read.
    var hasInput: Bool { left > 0 || !rest.isEmpty }

    /// Adds ciphertext that stays valid until it is read or ``keepRest()`` is called.
    func give(_ bytes: UnsafeRawBufferPointer) {
      keepRest()
      (next, left) = (bytes.baseAddress, bytes.count)
    }

    /// Copies what was not read.
    func keepRest() {
      if left > 0 { rest.append(UnsafeRawBufferPointer(start: next, count: left)) }
      (next, left) = (nil, 0)
    }

    fileprivate func read(_ place: UnsafeMutableRawPointer, _ most: Int) -> Int {
      guard rest.isEmpty else {
        let count = min(most, rest.count)
        if let source = rest.bytes.baseAddress { place.copyMemory(from: source, byteCount: count) }
        rest.drop(count)
        return count
      }
      guard left > 0, let source = next else { return 0 }
      let count = min(most, left)
      place.copyMemory(from: source, byteCount: count)
      (next, left) = (source + count, left - count)
      return count
    }

    /// Creates a `BIO` over the wire, which must outlive it; `nil` without memory.
    func makeBIO() -> OpaquePointer? {
      guard let method = TLSWire.method, let bio = BIO_new(method) else { return nil }
      BIO_set_data(bio, Unmanaged.passUnretained(self).toOpaque())
      BIO_set_init(bio, 1)
      return bio
    }

    /// Made once and then only read.
    nonisolated(unsafe) private static let method: OpaquePointer? = {
      guard let method = BIO_meth_new(BIO_get_new_index() | BIO_TYPE_SOURCE_SINK, "resource-request") else {
        return nil
      }
      BIO_meth_set_read(method) { bio, place, most in
        guard let place, most > 0, let wire = TLSWire.of(bio) else { return 0 }
        BIO_clear_flags(bio, BIO_FLAGS_READ | BIO_FLAGS_SHOULD_RETRY)
        let count = wire._withUnsafeGuaranteedRef { $0.read(place, Int(most)) }
        guard count > 0 else {
          BIO_set_flags(bio, BIO_FLAGS_READ | BIO_FLAGS_SHOULD_RETRY)
          return -1
        }
        return Int32(count)
      }
      BIO_meth_set_write(method) { bio, bytes, count in
        guard let bytes, count > 0, let wire = TLSWire.of(bio) else { return 0 }
        BIO_clear_flags(bio, BIO_FLAGS_READ | BIO_FLAGS_SHOULD_RETRY)
        wire._withUnsafeGuaranteedRef { $0.output.append(UnsafeRawBufferPointer(start: bytes, count: Int(count))) }
        return count
      }
      // A handshake flushes, which has nothing to do and must succeed; nothing else is supported.
      BIO_meth_set_ctrl(method) { _, command, _, _ in command == BIO_CTRL_FLUSH ? 1 : 0 }
      return method
    }()

    private static func of(_ bio: OpaquePointer?) -> Unmanaged<TLSWire>? {
      BIO_get_data(bio).map { Unmanaged<TLSWire>.fromOpaque($0) }
    }
  }
#endif
