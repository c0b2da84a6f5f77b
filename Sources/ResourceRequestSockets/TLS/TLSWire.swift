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
    @exclusivity(unchecked) private var isStopped = false
    /// How many bytes of a record's head have yet to come, what is known of its length, and how many of its body (RFC 8446
    /// §5.1).
    @exclusivity(unchecked) private var record = (headLeft: 5, length: 0, bodyLeft: 0)

    /// Whether there is ciphertext that OpenSSL has not read.
    var hasInput: Bool { left > 0 || !rest.isEmpty }

    /// Whether what was given ends with a record.
    var isBetweenRecords: Bool { record.headLeft == 5 && record.bodyLeft == 0 }

    /// Adds ciphertext that stays valid until it is read or ``keepRest()`` is called.
    func give(_ bytes: UnsafeRawBufferPointer) {
      keepRest()
      (next, left) = (bytes.baseAddress, bytes.count)
      follow(bytes)
    }

    /// OpenSSL does not tell of a record of which it has a part.
    private func follow(_ bytes: UnsafeRawBufferPointer) {
      var place = 0
      while place < bytes.count {
        guard record.bodyLeft == 0 else {
          let count = min(record.bodyLeft, bytes.count - place)
          record.bodyLeft -= count
          place += count
          continue
        }
        record.headLeft -= 1
        // The last two of the head's five bytes.
        if record.headLeft < 2 { record.length = record.length << 8 | Int(bytes[place]) }
        if record.headLeft == 0 { record = (5, 0, record.length) }
        place += 1
      }
    }

    /// Lets OpenSSL read nothing more, not even the rest of a record.
    func stop() { isStopped = true }

    /// Copies what was not read.
    func keepRest() {
      if left > 0 { rest.append(UnsafeRawBufferPointer(start: next, count: left)) }
      (next, left) = (nil, 0)
    }

    fileprivate func read(_ place: UnsafeMutableRawPointer, _ most: Int) -> Int {
      if isStopped { return 0 }
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
