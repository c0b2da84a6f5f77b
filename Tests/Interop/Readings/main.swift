// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

// Reads responses of HTTP/1 from standard input and prints what the SDK makes of each, a line each; for
// Tests/Interop/differential. A response is a byte that says whether the request was a HEAD, four bytes of length, the
// bytes; its connection ends behind them.

#if os(Linux)
  import Glibc

  @testable import ResourceRequestCore
  @testable import ResourceRequestLoop
  @testable import ResourceRequestSockets

  /// The verdict about a response: `whole`, `short` (the connection ended before it did) or `refused`, and what was read.
  private func verdict(_ bytes: UnsafeRawBufferPointer, isToHead: Bool) -> String {
    var parser = ResponseParser()
    parser.begin(isToHead: isToHead, headLimit: 64 << 10)
    var input = bytes
    var (interim, body): ([String], [UInt8]) = ([], [])
    var hasEnded = false
    while true {
      var event = parser.next(&input)
      if case .needsMore = event {
        event = parser.ended()
        hasEnded = true
      }
      switch event {
      case .needsMore: return "needs more"
      case .interim(let status): interim.append("\(status.code)")
      case .head: continue
      case .body(let piece): body += piece
      case .fault(.endedInHead), .fault(.endedInBody), .fault(.tooShort): return "short - - - - \(hex(body)) 0 ."
      case .fault(let fault): return "refused - - - - - 0 \(fault)"
      case .end:
        let reader = parser.reader
        return [
          "whole", "\(reader.status.code)", interim.isEmpty ? "-" : interim.joined(separator: ","),
          fields(reader.headers),
          fields(reader.trailers), hex(body), "\(input.count)",
          hasEnded ? "ended" : parser.keepsConnection ? "kept" : "closed",
        ].joined(separator: " ")
      }
    }
  }

  private func fields(_ headers: Headers) -> String {
    headers.isEmpty ? "-" : headers.map { hex($0.name.utf8) + ":" + hex($0.value.utf8) }.joined(separator: ",")
  }

  private func hex(_ bytes: some Sequence<UInt8>) -> String {
    let digits = Array("0123456789abcdef".utf8)
    let text = String(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    return text.isEmpty ? "-" : text
  }

  /// Reads so many bytes; `nil` at the end of the input.
  private func next(_ count: Int) -> [UInt8]? {
    var bytes: [UInt8] = []
    while bytes.count < count {
      let piece = [UInt8](unsafeUninitializedCapacity: count - bytes.count) { room, filled in
        filled = max(0, read(STDIN_FILENO, room.baseAddress, room.count))
      }
      if piece.isEmpty { return nil }
      bytes += piece
    }
    return bytes
  }

  while let head = next(5), let bytes = next(head[1...].reduce(0) { $0 << 8 | Int($1) }) {
    print(bytes.withUnsafeBytes { verdict($0, isToHead: head[0] == 1) })
  }
#endif
