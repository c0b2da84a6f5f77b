// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Serves HTTP/2 (RFC 9113) within the client's flow-control windows: a piece of each response in turn.
final class FastStreams {
  /// A response of which some is left to send.
  private struct Sending {
    let stream: Int
    let answer: FastAnswer
    var rest: ArraySlice<UInt8>
  }

  private let channel: FastChannel
  private let handler: FastServer.Handler
  private let fields: FieldReader?
  private let resets: Observed<Int>
  private var received: ArraySlice<UInt8> = []
  private var windowOfNew = 65_535
  private var windowOfAll = 65_535
  private var windows: [Int: Int] = [:]
  private var waiting: [(stream: Int, request: FastRequest)] = []
  private var sending: [Sending] = []
  /// The number of streams it still accepts before it ends the connection with GOAWAY, as a restarting server does.
  private var streamsLeft: Int

  init(_ channel: FastChannel, streams: Int, resets: Observed<Int>, _ handler: @escaping FastServer.Handler) {
    self.channel = channel
    self.handler = handler
    self.resets = resets
    streamsLeft = streams
    fields = try? FieldReader()
  }

  /// Serves until the client disconnects.
  func serve() {
    guard read(24) != nil, channel.write(frame(4)) else { return }
    while true {
      while streamsLeft > 0, !received.isEmpty || channel.hasInput { guard takeFrame() else { return } }
      for (stream, request) in waiting { guard begin(handler(request), on: stream) else { return } }
      waiting.removeAll()
      sending.removeAll { windows[$0.stream] == nil }
      if let place = sending.firstIndex(where: { windowOfAll > 0 && windows[$0.stream, default: 0] > 0 }) {
        guard sendPiece(of: sending.remove(at: place)) else { return }
      } else if !sending.isEmpty || streamsLeft > 0 {
        guard takeFrame() else { return }
      } else {
        return
      }
    }
  }

  private func begin(_ answer: FastAnswer, on stream: Int) -> Bool {
    var head: [UInt8] = []
    let length = answer.framing == .length ? [("content-length", "\(answer.body.count)")] : []
    for (name, value) in [(":status", "\(answer.status)")] + answer.fields + length {
      // A literal header field with a literal name, never added to the table (RFC 7541 §6.2.2).
      head += [0] + text(name.lowercased()) + text(value)
    }
    guard channel.write(frame(1, flags: 4, stream, head)) else { return false }
    let next = Sending(stream: stream, answer: answer, rest: answer.body.prefix(answer.cut ?? .max))
    guard next.rest.isEmpty else {
      sending.append(next)
      return true
    }
    return end(next)
  }

  /// Sends as much as the windows take, or a part of it if other responses wait.
  private func sendPiece(of one: Sending) -> Bool {
    var one = one
    let share = sending.isEmpty || one.answer.pace != .fast ? Int.max : 64 << 10
    let count = min(one.rest.count, windows[one.stream] ?? 0, windowOfAll, share)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(count + count / 1000 + 16)
    for start in stride(from: 0, to: count, by: 16_384) {
      bytes += frame(0, one.stream, one.rest.dropFirst(start).prefix(min(16_384, count - start)))
    }
    guard channel.write(bytes, one.answer.pace) else { return false }
    one.rest = one.rest.dropFirst(count)
    windowOfAll -= count
    windows[one.stream, default: 0] -= count
    guard one.rest.isEmpty else {
      sending.append(one)
      return true
    }
    return end(one)
  }

  /// Ends a stream; a truncated body ends with RST_STREAM.
  private func end(_ one: Sending) -> Bool {
    windows[one.stream] = nil
    return channel.write(one.answer.cut == nil ? frame(0, flags: 1, one.stream) : frame(3, one.stream, [0, 0, 0, 2]))
  }

  /// Reads and handles one frame; `false` at the end.
  private func takeFrame() -> Bool {
    guard let head = read(9), let payload = read(number(head[0..<3])) else { return false }
    let (type, flags, stream) = (head[3], head[4], number(head[5..<9]) & 0x7FFF_FFFF)
    switch type {
    case 1:
      // Without padding; the priority fields that libcurl sends are 5 bytes.
      guard let request = fields?.request(payload[(flags & 0x20 == 0 ? 0 : 5)...]) else { return false }
      // Streams after the last one are ignored; the client must send them elsewhere (RFC 9113 §6.8).
      guard streamsLeft > 0 else { return true }
      windows[stream] = windowOfNew
      waiting.append((stream, request))
      streamsLeft -= 1
      if streamsLeft == 0 {
        let last = withUnsafeBytes(of: UInt32(stream).bigEndian) { Array($0) }
        return channel.write(frame(7, 0, last + [0, 0, 0, 0]))
      }
    case 3:
      windows[stream] = nil
      resets.change { $0 += 1 }
    case 4 where flags == 0:
      for place in stride(from: 0, to: payload.count, by: 6) where number(payload[place..<(place + 2)]) == 4 {
        let window = number(payload[(place + 2)..<(place + 6)])
        for stream in windows.keys { windows[stream, default: 0] += window - windowOfNew }
        windowOfNew = window
      }
      return channel.write(frame(4, flags: 1))
    case 6 where flags == 0: return channel.write(frame(6, flags: 1, 0, payload))
    case 7: return false
    case 8 where stream == 0: windowOfAll += number(payload[0..<4])
    case 8: if let window = windows[stream] { windows[stream] = window + number(payload[0..<4]) }
    default: break
    }
    return true
  }

  private func read(_ count: Int) -> [UInt8]? {
    while received.count < count {
      guard let more = channel.read() else { return nil }
      received += more
    }
    defer { received = received.dropFirst(count) }
    return Array(received.prefix(count))
  }

  private func frame(
    _ type: UInt8,
    flags: UInt8 = 0,
    _ stream: Int = 0,
    _ payload: some Collection<UInt8> = [UInt8]()
  ) -> [UInt8] {
    let count = payload.count
    var bytes = [UInt8(count >> 16 & 0xFF), UInt8(count >> 8 & 0xFF), UInt8(count & 0xFF), type, flags]
    for shift in [24, 16, 8, 0] { bytes.append(UInt8(stream >> shift & 0xFF)) }
    return bytes + payload
  }

  private func text(_ text: String) -> [UInt8] {
    // Lengths up to 126 take one byte.
    [UInt8(min(126, text.utf8.count))] + text.utf8.prefix(126)
  }

  private func number(_ bytes: some Collection<UInt8>) -> Int { bytes.reduce(0) { $0 << 8 | Int($1) } }
}

/// Decodes the header fields of requests, with the nghttp2 that libcurl depends on.
private final class FieldReader {
  /// A header field, in nghttp2's layout.
  private struct Field {
    var name: UnsafePointer<UInt8>?
    var value: UnsafePointer<UInt8>?
    var nameLength = 0
    var valueLength = 0
    var flags: UInt8 = 0
  }

  private typealias Read =
    @convention(c) (
      OpaquePointer, UnsafeMutableRawPointer, UnsafeMutablePointer<Int32>, UnsafePointer<UInt8>?, Int, Int32
    ) -> Int

  private let reader: OpaquePointer
  private let read: Read
  private let end: @convention(c) (OpaquePointer) -> Int32
  private let free: @convention(c) (OpaquePointer) -> Void

  init() throws {
    let library = try Library.of("libnghttp2.so.14")
    let make: @convention(c) (UnsafeMutablePointer<OpaquePointer?>) -> Int32 =
      try library.function("nghttp2_hd_inflate_new")
    read = try library.function("nghttp2_hd_inflate_hd2")
    end = try library.function("nghttp2_hd_inflate_end_headers")
    free = try library.function("nghttp2_hd_inflate_del")
    var reader: OpaquePointer?
    guard make(&reader) == 0, let reader else { throw FastTLS.Missing(name: "reader of fields") }
    self.reader = reader
  }

  deinit { free(reader) }

  func request(_ block: ArraySlice<UInt8>) -> FastRequest? {
    var (target, range, authorization) = ("", String?.none, String?.none)
    let isWhole = block.withUnsafeBufferPointer { block in
      var place = 0
      while true {
        var (field, flags) = (Field(), Int32(0))
        let count = read(reader, &field, &flags, block.baseAddress?.advanced(by: place), block.count - place, 1)
        guard count >= 0 else { return false }
        place += count
        // A header field is complete.
        if flags & 2 != 0 {
          let name = String(decoding: UnsafeBufferPointer(start: field.name, count: field.nameLength), as: UTF8.self)
          let value = String(decoding: UnsafeBufferPointer(start: field.value, count: field.valueLength), as: UTF8.self)
          if name == ":path" { target = value }
          if name == "range" { range = value }
          if name == "authorization" { authorization = value }
        }
        // All header fields are complete.
        if flags & 1 != 0 { return end(reader) == 0 }
        guard flags & 2 != 0 || place < block.count else { return false }
      }
    }
    return isWhole ? FastRequest(target: target, range: range, authorization: authorization) : nil
  }
}
