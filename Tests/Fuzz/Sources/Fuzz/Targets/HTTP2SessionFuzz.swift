// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if os(Linux)
  @testable import ResourceRequestCore
  @testable import ResourceRequestSockets

  /// The client's end of HTTP/2: a server may send any frames in any pieces, and each stream still ends at most once, within
  /// its limits.
  ///
  /// An input is a script (``HTTP2Script``): frames of the server, and what the client does between them. It is played three
  /// times, with the server's bytes cut in other places, and the events are the same.
  enum HTTP2SessionFuzz: FuzzTarget {
    static let name = "http2-session"
    static let seeds: String? = "Tests/Fuzz/Seeds/http2"

    static let headLimit = 2000

    static func read(_ bytes: UnsafeBufferPointer<UInt8>) {
      guard let cut = bytes.first else { return }
      let steps = HTTP2Script(bytes.dropFirst()).steps
      let whole = play(steps) { _ in .max }
      for size in [{ _ in 1 }, { Int($0 ^ cut) % 37 + 1 }] as [(UInt8) -> Int] {
        let other = play(steps, size)
        precondition(other == whole, "\(other) is not \(whole)")
      }
    }

    /// Plays a script; returns what happened.
    private static func play(_ steps: [HTTP2Script.Step], _ size: (UInt8) -> Int) -> [String] {
      let record = FuzzedStreams()
      guard let session = HTTP2Session(events: record) else { preconditionFailure("no session") }
      record.session = session
      defer { record.session = nil }
      for _ in 0..<3 { record.submit("GET", nil) }
      record.submit("POST", FuzzedBody(count: 100_000))
      record.submit("HEAD", nil)
      let queue = ByteQueue()
      gather(session, queue)
      for step in steps {
        switch step {
        case .receive(let bytes):
          var rest = bytes[...]
          while let first = rest.first {
            let piece = rest.prefix(size(first))
            rest = rest.dropFirst(piece.count)
            let fault = piece.withUnsafeBytes { session.receive($0, period: 0) }
            precondition(fault == session.fault)
          }
        case .reset(let stream): record.reset(stream)
        case .submit: record.submit("GET", nil)
        case .resume(let stream): record.resume(stream)
        case .gather: gather(session, queue)
        case .goAway: session.goAway()
        }
      }
      gather(session, queue)
      // Once nothing can follow, nghttp2 reads no further, but for what came in the same piece.
      if !record.isOver { record.log.append("fault \(session.fault.map { "\($0)" } ?? "none")") }
      return record.log + record.wholeBodies
    }

    private static func gather(_ session: HTTP2Session, _ queue: ByteQueue) {
      while session.wantsWrite {
        session.gather(into: queue, upTo: 16 << 10)
        guard !queue.isEmpty else { break }
        // What a server can make the client send is bounded by what the server sends.
        precondition(queue.count <= 64 << 10)
        queue.drop(queue.count)
      }
    }
  }

  /// Streams of a client, each of which ends once and says nothing after that.
  private final class FuzzedStreams: HTTP2Events {
    var log: [String] = []
    private var bodies: [Int32: Int] = [:]
    unowned(unsafe) var session: HTTP2Session?
    private var streams: [HTTP2Stream] = []
    private var hasGoAway = false
    /// Whether the server opens no more streams, and all that were opened have ended; the others end when the client gathers.
    var isOver: Bool { hasGoAway && streams.allSatisfy { closed.contains($0.id) || !$0.isSent } }
    private var (heads, ends, closed) = (Set<Int32>(), Set<Int32>(), Set<Int32>())

    /// The lengths of whole bodies; how much came of the others before they were refused depends on the pieces.
    var wholeBodies: [String] { ends.sorted().map { "\($0) \(bodies[$0] ?? 0)" } }

    func submit(_ method: String, _ body: FuzzedBody?) {
      let head = HTTP2RequestHead(method: method, scheme: "https", authority: "a", path: "/", headers: [:])
      guard streams.count < 20 else { return }
      guard let stream = session?.submit(head, body: body, headLimit: HTTP2SessionFuzz.headLimit) else { return }
      streams.append(stream)
    }

    func reset(_ place: Int) {
      guard !streams.isEmpty else { return }
      session?.reset(streams[place % streams.count])
    }

    func resume(_ place: Int) {
      guard !streams.isEmpty else { return }
      session?.resume(streams[place % streams.count])
    }

    private func note(_ stream: HTTP2Stream, _ event: String, _ headers: Headers = Headers()) {
      precondition(!closed.contains(stream.id))
      precondition(headers.reduce(0) { $0 + $1.name.utf8.count + 4 } <= HTTP2SessionFuzz.headLimit)
      for field in headers { precondition(!field.name.isEmpty && field.name.utf8.first != UInt8(ascii: ":")) }
      log.append("\(stream.id) \(event)" + headers.map { " \($0.name)=\($0.value)" }.joined())
    }

    func interimHead(_ stream: HTTP2Stream, _ status: Status, _ headers: Headers) {
      precondition(status.isInformational && !heads.contains(stream.id))
      note(stream, "interim \(status)", headers)
    }

    func head(_ stream: HTTP2Stream, _ status: Status, _ headers: Headers) {
      precondition(!status.isInformational && heads.insert(stream.id).inserted)
      note(stream, "head \(status)", headers)
    }

    func data(_ stream: HTTP2Stream, _ bytes: UnsafeRawBufferPointer) {
      precondition(heads.contains(stream.id) && !ends.contains(stream.id) && !closed.contains(stream.id))
      bodies[stream.id, default: 0] += bytes.count
      session?.consume(stream, bytes.count)
    }

    func ended(_ stream: HTTP2Stream, trailers: Headers) {
      precondition(heads.contains(stream.id) && ends.insert(stream.id).inserted)
      note(stream, "ended", trailers)
    }

    func closed(_ stream: HTTP2Stream, _ end: HTTP2StreamEnd) {
      // After a GOAWAY, nghttp2 tells of those that wait behind a limit when it likes; the link does not wait for it.
      if stream.isSent || !hasGoAway { note(stream, "closed \(end)") }
      closed.insert(stream.id)
      // What was not executed has no response, and what is complete has all of it.
      precondition(end != .notExecuted || !heads.contains(stream.id))
      precondition(end != .complete || ends.contains(stream.id))
    }

    func goAway(lastStream: Int32, code: UInt32, debug: String) {
      precondition(debug.unicodeScalars.count <= 256)
      // Nobody asks what a server says after it has said all.
      guard !isOver else { return }
      hasGoAway = true
      log.append("goaway \(lastStream) \(code) \(debug)")
    }

    func settingsChanged() { if !isOver { log.append("settings") } }

    func pingAnswered() { if !isOver { log.append("pong") } }
  }

  /// A body of a request; each third piece comes later.
  private final class FuzzedBody: HTTP2BodySource {
    private var (left, turn) = (0, 0)

    init(count: Int) { left = count }

    var trailers: Headers { ["t": "x"] }

    func read(into buffer: UnsafeMutableRawBufferPointer) -> HTTP2BodyPiece {
      turn += 1
      guard turn % 3 > 0 else { return .later }
      let count = min(left, buffer.count)
      UnsafeMutableRawBufferPointer(rebasing: buffer[..<count]).initializeMemory(as: UInt8.self, repeating: 1)
      left -= count
      return .bytes(count, isLast: left == 0)
    }
  }
#endif
