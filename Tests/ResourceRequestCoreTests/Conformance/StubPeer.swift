// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Foundation
import ResourceRequestCore

@testable import ResourceRequestConformance
@testable import ResourceRequestTesting

/// A stub's peer for the conformance suite: servers without sockets, which play their scripts in a responder.
///
/// It writes requests and reads responses in the simplest way; it does not support the cases about the wire.
final class StubPeer: ConformancePeer {
  private let servers = Lock<[String: StubServer]>([:])

  /// A stub whose responses come from these servers.
  var transport: StubTransport {
    StubTransport { [self] request, _ in
      guard let server = servers.withLock({ $0[request.url.origin.host] }) else {
        throw TransportFailure(code: .nameNotResolved, message: "there is no such server", phase: .connecting)
      }
      return try await server.answer(request)
    }
  }

  func start(
    _ behaviour: ConformanceBehaviour,
    on address: ConformanceAddress
  ) async throws -> any ConformanceServer {
    servers.withLock { servers in
      let server = StubServer(behaviour, name: "stub-\(servers.count).example")
      servers[server.authority] = server
      return server
    }
  }
}

/// One server of a ``StubPeer``.
private final class StubServer: ConformanceServer {
  private struct Connection: Sendable {
    let index: Int
    var player: ConformancePlayer
  }

  let authority: String
  private let behaviour: ConformanceBehaviour
  private let seen = Watched<[ConformanceRecord]>([])
  private let idle = Lock<[Connection]>([])

  init(_ behaviour: ConformanceBehaviour, name: String) {
    self.behaviour = behaviour
    authority = name
  }

  var records: [ConformanceRecord] { seen.current }

  func wait(until isDone: @escaping @Sendable ([ConformanceRecord]) -> Bool) async throws {
    try await seen.wait(until: isDone)
  }

  func stop() {}

  func answer(_ request: ResolvedRequest) async throws -> TransportResponse {
    if case .ignores = behaviour { try await Watched(false).wait { $0 } }
    guard case .serves(let scripts) = behaviour, let last = scripts.last else {
      throw TransportFailure(code: .connectFailed, message: "the server refuses", phase: .connecting)
    }
    var connection =
      idle.withLock { $0.popLast() }
      ?? seen.change { records in
        records.append(ConformanceRecord())
        let index = records.count - 1
        return Connection(
          index: index,
          player: ConformancePlayer(scripts.indices.contains(index) ? scripts[index] : last)
        )
      }
    connection.player.received(Self.bytes(of: request))
    let reply = StubReply(to: request.method)
    let playing = connection
    Task { await play(playing, reply) }
    return try await reply.response()
  }

  /// Plays the script until the response is complete or the connection ends.
  private func play(_ connection: Connection, _ reply: StubReply) async {
    var connection = connection
    let clock = ContinuousClock()
    while true {
      if reply.isGivenUp { connection.player.received([]) }
      let action = connection.player.nextAction()
      publish(connection)
      switch action {
      case .receive where reply.isComplete: return rest(connection)
      case .receive: await reply.waitUntilGivenUp()
      case .send(let bytes):
        var next = connection
        if next.player.nextAction() == .receive, reply.isCompleted(by: bytes) {
          // Idle before the response is complete: its reader may send the next request at once.
          publish(next)
          rest(next)
          return reply.take(bytes)
        }
        reply.take(bytes)
      case .pause(let duration): try? await clock.sleep(for: duration)
      case .hold: return await reply.waitUntilGivenUp()
      case .close, .reset: return reply.end(isReset: action == .reset)
      }
    }
  }

  private func publish(_ connection: Connection) {
    seen.change { $0[connection.index] = connection.player.record }
  }

  private func rest(_ connection: Connection) { idle.withLock { $0.append(connection) } }

  private static func bytes(of request: ResolvedRequest) -> [UInt8] {
    var head = "\(request.method.name) \(request.url.requestTarget) HTTP/1.1\r\nHost: \(request.url.origin.host)\r\n"
    for field in request.headers { head += "\(field.name): \(field.value)\r\n" }
    let body = request.body?.bytes.map(Array.init) ?? []
    if request.body != nil || [.post, .put, .patch].contains(request.method) {
      head += "Content-Length: \(body.count)\r\n"
    }
    return Array((head + "\r\n").utf8) + body
  }
}

/// A response while it arrives.
private final class StubReply: Sendable {
  private struct State: Sendable {
    var pending: [UInt8] = []
    var response: Result<TransportResponse, any Error>?
    var body: IncomingStream.Writer?
    /// How many bytes of the body are missing; `nil` if the end of the connection ends it.
    var missing: Int?
    var isComplete = false
    var isGivenUp = false
  }

  private let method: RequestMethod
  private let state = Watched(State())

  init(to method: RequestMethod) {
    self.method = method
  }

  var isComplete: Bool { state.current.isComplete }
  var isGivenUp: Bool { state.current.isGivenUp }

  func waitUntilGivenUp() async { try? await state.wait { $0.isGivenUp } }

  func response() async throws -> TransportResponse {
    do {
      try await state.wait { $0.response != nil }
    } catch {
      giveUp()
      throw error
    }
    // Only its reader keeps the stream.
    return try state.change { state in
      defer { state.response = .failure(CancellationError()) }
      return state.response ?? .failure(CancellationError())
    }.get()
  }

  private func giveUp() {
    state.change { if !$0.isComplete { $0.isGivenUp = true } }
  }

  func take(_ bytes: [UInt8]) {
    state.change { $0.pending += bytes }
    while state.current.response == nil, takeHead() {}
    state.change { state in
      guard let body = state.body, !state.isComplete else { return }
      _ = body.write(Data(state.pending))
      state.missing = state.missing.map { max(0, $0 - state.pending.count) }
      state.pending = []
      guard state.missing == 0 else { return }
      state.isComplete = true
      body.finish(IncomingStream.End())
    }
  }

  /// Takes a head from the bytes received; `false` if it is not complete.
  private func takeHead() -> Bool {
    state.change { state in
      guard let head = StubReplyHead(state.pending) else { return false }
      state.pending.removeFirst(head.size)
      guard !head.status.isInformational else { return true }
      state.missing = head.bodyLength(method)
      let (stream, writer) = IncomingStream.makeStream(window: .max, whenCancelled: { [weak self] in self?.giveUp() })
      state.body = writer
      state.response = .success(
        TransportResponse(status: head.status, headers: head.headers, body: IncomingBody(stream))
      )
      return true
    }
  }

  /// Whether the response is complete once it has these bytes too.
  func isCompleted(by bytes: [UInt8]) -> Bool {
    let state = state.current
    var (pending, missing) = (state.pending + bytes, state.missing)
    if state.body == nil {
      var final: StubReplyHead?
      while final == nil {
        guard let head = StubReplyHead(pending) else { return false }
        pending.removeFirst(head.size)
        if !head.status.isInformational { final = head }
      }
      missing = final?.bodyLength(method)
    }
    return missing.map { $0 <= pending.count } ?? false
  }

  func end(isReset: Bool) {
    let failure = TransportFailure(code: .connectionClosed, message: "the connection ended", phase: .receiving)
    state.change { state in
      state.isComplete = true
      if let body = state.body {
        if isReset { body.fail(failure) } else { body.finish(IncomingStream.End()) }
      } else if state.response == nil {
        state.response = .failure(failure)
      }
    }
  }
}

/// The head of a response in its bytes.
private struct StubReplyHead {
  let status: Status
  let headers: Headers
  /// The number of its bytes.
  let size: Int

  /// Reads a head; `nil` if it is not complete.
  init?(_ bytes: [UInt8]) {
    guard let end = bytes.firstRange(of: Array("\r\n\r\n".utf8))?.upperBound else { return nil }
    let lines = String(decoding: bytes[..<end], as: UTF8.self).components(separatedBy: "\r\n")
    var headers = Headers()
    for line in lines.dropFirst() where !line.isEmpty {
      let colon = line.firstIndex(of: ":") ?? line.endIndex
      headers.append(String(line[..<colon]), line[colon...].dropFirst().trimmingCharacters(in: .whitespaces))
    }
    status = Status(Int(lines[0].split(separator: " ")[1]) ?? 0)
    self.headers = headers
    size = end
  }

  /// The length of the body; `nil` if the end of the connection ends it.
  func bodyLength(_ method: RequestMethod) -> Int? {
    StubHead.hasNoBody(status, method) ? 0 : headers["Content-Length"].flatMap { Int($0) }
  }
}
