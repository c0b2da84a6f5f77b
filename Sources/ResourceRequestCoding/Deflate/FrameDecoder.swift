// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Decodes one content coding of a body: DEFLATE in the frame of gzip (RFC 1952) or of zlib (RFC 1950).
///
/// It checks what the frame says of the content: the check values, the lengths, the end; not the check value that the
/// head of gzip may have of itself. A gzip body may have several members, one after the other, and nothing else (RFC 1952
/// §2.2).
struct FrameDecoder: ~Copyable {
  /// The next part of the body.
  private enum Part {
    /// No byte has arrived yet.
    case start
    case gzipHead(GzipHead)
    /// The first of the two bytes of zlib's head.
    case zlibHead(UInt8)
    case text
    case gzipTrailer
    case zlibTrailer
    /// A member has ended; there may be another.
    case members
    case end
  }

  private let coding: ContentCoding
  private var inflater = Inflater()
  private var part = Part.start
  private var crc = CRC32.gzip
  private var length: UInt32 = 0
  private var adler = Adler32()
  /// Bare DEFLATE, which some servers send for `deflate` (RFC 9110 §8.4.1.2), has no head and no check value.
  private var isBare = false
  private var bytesBehind = 0

  init(_ coding: ContentCoding) {
    self.coding = coding
  }

  /// Whether the body may end here: it has ended, or has not begun.
  var mayEnd: Bool {
    switch part {
    case .start, .members, .end: true
    default: false
    }
  }

  /// Decodes input until it is used up, or until a full piece of output is available.
  ///
  /// - Returns: the output, valid until the next call; empty if more input is needed, or at the end.
  /// - Throws: ``DeflateFault`` if the body does not match its coding.
  mutating func decode(_ input: inout UnsafeRawBufferPointer) throws(DeflateFault) -> UnsafeRawBufferPointer {
    while true {
      if case .text = part {
        let piece = try inflater.expand(&input)
        if !piece.isEmpty {
          check(piece)
          return piece
        }
        guard inflater.isAtEnd else { return piece }
        inflater.dropToByte()
        part = isBare ? .end : coding == .gzip ? .gzipTrailer : .zlibTrailer
      } else if try !frame(&input) {
        return UnsafeRawBufferPointer(start: nil, count: 0)
      }
    }
  }

  private mutating func check(_ piece: UnsafeRawBufferPointer) {
    switch coding {
    case .gzip:
      crc.update(piece)
      length &+= UInt32(truncatingIfNeeded: piece.count)
    case .deflate:
      if !isBare { adler.update(piece) }
    }
  }

  /// Reads parts of the frame; `false` if it needs more input.
  private mutating func frame(_ input: inout UnsafeRawBufferPointer) throws(DeflateFault) -> Bool {
    switch part {
    case .start, .members:
      guard let byte = inflater.takeByte(&input) else { return false }
      guard coding == .gzip else {
        part = .zlibHead(byte)
        return true
      }
      var head = GzipHead()
      _ = try head.take(byte)
      part = .gzipHead(head)
    case .gzipHead(var head):
      guard let byte = inflater.takeByte(&input) else { return false }
      let isWhole = try head.take(byte)
      part = isWhole ? .text : .gzipHead(head)
      if isWhole { begin() }
    case .zlibHead(let first):
      guard let second = inflater.takeByte(&input) else { return false }
      isBare = first & 15 != 8 || first >> 4 > 7 || (Int(first) << 8 | Int(second)) % 31 != 0
      guard isBare || second & 0x20 == 0 else { throw DeflateFault("a preset dictionary is needed") }
      begin()
      if isBare { inflater.put(back: first, second) }
      part = .text
    case .gzipTrailer:
      guard let both = inflater.takeWords(&input) else { return false }
      guard both.0 == crc.value, both.1 == length else { throw DeflateFault("the check value does not match") }
      part = .members
    case .zlibTrailer:
      guard let value = inflater.take(32, &input) else { return false }
      guard UInt32(truncatingIfNeeded: value).byteSwapped == adler.value else {
        throw DeflateFault("the check value does not match")
      }
      part = .end
    case .end:
      guard inflater.takeByte(&input) != nil else { return false }
      // Senders that omit the frame may still send the check value.
      bytesBehind += 1
      guard isBare, bytesBehind <= 4 else { throw DeflateFault("data after its end") }
    case .text:
      break
    }
    return true
  }

  private mutating func begin() {
    inflater.begin()
    crc = .gzip
    length = 0
  }
}

/// The head of a gzip member, byte by byte (RFC 1952 §2.3).
struct GzipHead {
  private enum Field { case fixed(Int), extraLength(Int?), extra(Int), name, comment, check(Int) }

  private var field = Field.fixed(0)
  private var flags: UInt8 = 0

  /// Takes a byte.
  ///
  /// - Returns: whether it was the last byte of the head.
  /// - Throws: ``DeflateFault`` if it is not a valid head.
  mutating func take(_ byte: UInt8) throws(DeflateFault) -> Bool {
    switch field {
    case .fixed(let index):
      let expected: UInt8? = index == 0 ? 0x1F : index == 1 ? 0x8B : index == 2 ? 8 : nil
      guard expected == nil || expected == byte else { throw DeflateFault("no gzip header") }
      if index == 3 {
        flags = byte
        guard byte & 0xE0 == 0 else { throw DeflateFault("a gzip header with unknown flags") }
      }
      field = .fixed(index + 1)
      return index == 9 && next(after: 0)
    case .extraLength(nil):
      field = .extraLength(Int(byte))
    case .extraLength(let low?):
      let count = low | Int(byte) << 8
      field = .extra(count)
      return count == 0 && next(after: 1)
    case .extra(let left):
      field = .extra(left - 1)
      return left == 1 && next(after: 1)
    case .name:
      return byte == 0 && next(after: 2)
    case .comment:
      return byte == 0 && next(after: 3)
    case .check(let index):
      field = .check(index + 1)
      return index == 1
    }
    return false
  }

  /// Moves on to the next field that the flags announce; `true` if there is none.
  private mutating func next(after place: Int) -> Bool {
    if place < 1, flags & 4 != 0 {
      field = .extraLength(nil)
    } else if place < 2, flags & 8 != 0 {
      field = .name
    } else if place < 3, flags & 16 != 0 {
      field = .comment
    } else if flags & 2 != 0 {
      field = .check(0)
    } else {
      return true
    }
    return false
  }
}
