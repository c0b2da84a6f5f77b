// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// What a server sends over HTTP/2, and what the client does meanwhile, as an input says.
///
/// The bytes of an input are no frames: nearly every change of one would only make a frame of another length. So each step
/// begins with a byte for its kind, and what it needs follows; where the input ends, it is 0.
struct HTTP2Script {
  enum Step {
    case receive([UInt8])
    /// The client resets one of its streams.
    case reset(Int)
    case submit
    case resume(Int)
    case gather
    case goAway
  }

  private(set) var steps: [Step] = []
  private var rest: Slice<UnsafeBufferPointer<UInt8>>

  /// Fields in the form of RFC 7541 §6, some of them wrong.
  private static let fields: [[UInt8]] = [
    [0x88], [0x89], [0x8B], [0x8E], literal(":status", "103"), literal(":status", "100"), literal(":status", "104"),
    literal(":status", "101"), literal("content-length", "3"), literal("content-length", "0"),
    literal("content-length", "-1"), literal("link", "</x>"), literal("X", "y"), literal("connection", "close"),
    literal("transfer-encoding", "chunked"), literal(":path", "/"), literal("a", "\r\nb: c"), literal("te", "trailers"),
    // Into the table, and from it.
    [0x40] + literal("kept", String(repeating: "v", count: 100)).dropFirst(), [0xBE], [0xBF], [0x3F, 0xE1, 0x1F],
    [0x20],
  ]

  init(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) {
    rest = bytes
    // The settings of a server come first, unless the input says otherwise.
    if next() & 7 != 7 { steps.append(.receive(frame(4))) }
    while !rest.isEmpty { add() }
  }

  private mutating func add() {
    switch next() % 18 {
    case 0, 1: receive(frame(1, flags: next(), stream: stream(), head()))
    case 2: receive(frame(1, flags: next(), stream: stream(), some()))
    case 3, 4: receive(frame(0, flags: next(), stream: stream(), some()))
    case 5: receive(frame(3, stream: stream(), number(UInt32(next() % 16))))
    case 6: receive(frame(4, flags: next() & 1, [0, next() % 10] + number(value())))
    case 7: receive(frame(6, flags: next() & 1, [UInt8](repeating: next(), count: 8)))
    case 8: receive(frame(7, number(UInt32(next() % 24)) + number(UInt32(next() % 16)) + some()))
    case 9: receive(frame(8, stream: stream(), number(value())))
    case 10: receive(frame(9, flags: next(), stream: stream(), head()))
    case 11: receive(frame(next(), flags: next(), stream: stream(), some()))
    case 12: receive(some())
    case 13: many(frame(next() % 12, flags: next(), stream: stream(), some()))
    case 14: steps.append(.reset(Int(next())))
    case 15: steps.append(.submit)
    case 16: steps.append(.resume(Int(next())))
    default: steps.append(next() == 255 ? .goAway : .gather)
    }
  }

  /// Adds bytes to those before, unless the client did something since.
  private mutating func receive(_ bytes: [UInt8]) {
    if case .receive(let before)? = steps.last {
      steps[steps.count - 1] = .receive(before + bytes)
    } else {
      steps.append(.receive(bytes))
    }
  }

  /// The same frame up to 510 times, but no more than 64 KiB.
  private mutating func many(_ frame: [UInt8]) {
    let count = min(Int(next()) * 2, (64 << 10) / frame.count)
    receive(Array(repeatElement(frame, count: count).joined()))
  }

  private mutating func next() -> UInt8 { rest.popFirst() ?? 0 }

  private mutating func some() -> [UInt8] {
    let count = Int(next())
    defer { rest = rest.dropFirst(count) }
    return Array(rest.prefix(count))
  }

  private mutating func stream() -> UInt32 { [1, 3, 5, 7, 9, 11, 0, 2][Int(next() % 8)] }

  private mutating func value() -> UInt32 {
    let shift = next()
    return UInt32(next()) << UInt32(shift % 32)
  }

  private mutating func head() -> [UInt8] {
    var block: [UInt8] = []
    for _ in 0..<Int(next() % 16) {
      let choice = next()
      block += choice == 255 ? some() : HTTP2Script.fields[Int(choice) % HTTP2Script.fields.count]
    }
    return block
  }

  private func frame(_ type: UInt8, flags: UInt8 = 0, stream: UInt32 = 0, _ payload: [UInt8] = []) -> [UInt8] {
    Array(number(UInt32(payload.count)).dropFirst()) + [type, flags] + number(stream) + payload
  }

  private func number(_ number: UInt32) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
  }

  private static func literal(_ name: String, _ value: String) -> [UInt8] {
    [0, UInt8(name.utf8.count)] + name.utf8 + [UInt8(value.utf8.count)] + value.utf8
  }
}
