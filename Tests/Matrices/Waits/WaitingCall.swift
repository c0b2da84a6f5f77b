// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import FoundationEssentials
import ResourceRequestKit
import ResourceRequestTesting
import TestSupport

/// What a call can wait for.
enum Wait: String, CaseIterable {
  case queue, connect, handshake, permissionToSend, head, body, reader, token
  /// The response to the second request of a login.
  case login
  /// The time before an event stream reconnects.
  case backoff
  /// The rest of a redirect's own body.
  case redirect

  /// The error codes of a call that times out.
  ///
  /// The limit is the total timeout or, before there is a connection, the connect timeout.
  var timeoutCodes: Set<ResourceError.Code> {
    switch self {
    case .connect, .handshake: [.connectTimeout, .deadlineExceeded]
    case .token: [.deadlineExceeded, .tokenUnavailable]
    default: [.deadlineExceeded, .readTimeout]
    }
  }

  /// Whether a server can end the wait by closing; a redirect is followed even if its body breaks off.
  var hasServer: Bool { self != .connect && self != .backoff && self != .redirect }

  /// Whether the SDK itself waits, for a time on the manual clock.
  var isByClock: Bool { self == .backoff || self == .redirect }

  /// Whether the total timeout ends it; for events, it applies to each of their connections.
  var hasTotalTime: Bool { self != .backoff }
}

/// A service with a single connection, and a server that leaves the calls waiting and responds to the others.
struct WaitingService {
  let server: ScriptedServer
  let client: ResourceClient
  let events = RecordedEvents()
  private let clock = ManualClock()
  /// Yields an element for each call that the server leaves waiting.
  let arrived: AsyncStream<Void>
  /// When opened, the server resets the connections of the waiting calls.
  let goes = Gate()
  private let silent: SilentListener
  private let total: Duration?

  init(_ wait: Wait, total: Duration? = nil) throws {
    self.total = total
    silent = try SilentListener()
    let arrival: AsyncStream<Void>.Continuation
    (arrived, arrival) = AsyncStream.makeStream()
    let goes = goes
    server = try ScriptedServer { connection in
      guard try Self.leavesWaiting(connection) else { return }
      arrival.yield()
      try connection.wait(for: goes)
      connection.reset()
    }
    let limit = total.map(Timeout.after)
    let limits = Timeouts(connect: limit, read: .seconds(60), total: limit ?? .seconds(60))
    let settings = ServiceSettings(timeouts: limits, maxConnections: 1, expectContinue: .always(wait: .seconds(60)))
    func service(_ name: String, _ url: String, _ credential: ServiceCredential? = nil) throws -> BackendService {
      BackendService(name: name, baseURL: try ResourceURL(url), credential: credential, settings: settings)
    }
    let token = ClientCredentials(
      tokenURL: try ResourceURL(server.url("/token")),
      clientID: "matrix",
      clientSecret: Secret("matrix")
    )
    client = ResourceClient(
      configuration: ResourceConfiguration(services: [
        try service("plain", server.url("/")), try service("silent", silent.url()),
        try service("secure", "https://\(server.authority)/"), try service("guarded", server.url("/"), .oauth2(token)),
        try service("login", server.url("/"), .digest(username: "ann", password: "word")),
      ]),
      options: ClientOptions(
        environment: RequestEnvironment(clock: wait.isByClock ? clock : SystemClock(), observer: events)
      )
    )
  }

  /// Responds to requests for `/next`; returns `true` if a call is left waiting on the connection.
  private static func leavesWaiting(_ connection: ScriptedConnection) throws -> Bool {
    while true {
      guard let first = try? connection.read(1).first else { return false }
      // A ClientHello (RFC 8446 §5.1), to which the server does not respond.
      guard first != 22 else { return true }
      let target = try connection.read(through: Array("\r\n".utf8)).split(separator: UInt8(ascii: " "))
      let fields = String(decoding: try connection.read(through: Array("\r\n\r\n".utf8)), as: UTF8.self)
      switch target.dropFirst().first.map({ String(decoding: $0, as: UTF8.self) }) ?? "" {
      case "/next":
        try connection.send(ScriptedResponse(200, "next"))
        continue
      case "/body":
        try connection.send("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf")
      case "/reader":
        try connection.send("HTTP/1.1 200 OK\r\nContent-Length: 4194304\r\n\r\n")
        try connection.send([UInt8](repeating: 120, count: 1 << 20))
      case "/login" where !fields.contains("Authorization: Digest"):
        let challenge = #"Digest realm="matrix", nonce="n", qop="auth", algorithm=SHA-256"#
        try connection.send(ScriptedResponse(401, headers: [("WWW-Authenticate", challenge)], ""))
        continue
      case "/redirect":
        try connection.send("HTTP/1.1 302 Found\r\nLocation: /head\r\nContent-Length: 1000\r\n\r\nhalf")
      case "/events":
        let text = "data: x\n\n"
        try connection.send(ScriptedResponse(200, headers: [("Content-Type", "text/event-stream")], text))
        continue
      default:
        break
      }
      return true
    }
  }

  /// Makes a call that waits, and returns when it has ended.
  ///
  /// - Parameters:
  ///   - wait: what the call waits for.
  ///   - pauses: whether the reader of a stream stops after its first chunk.
  /// - Throws: the error of the call.
  func call(_ wait: Wait, pauses: Bool = false) async throws {
    switch wait {
    case .queue, .head:
      _ = try await client.send(ResourceRequest("head", service: "plain"))
    case .connect:
      _ = try await client.send(ResourceRequest("x", service: "silent"))
    case .handshake:
      _ = try await client.send(ResourceRequest("x", service: "secure"))
    case .permissionToSend:
      var request = ResourceRequest("permission", method: .put, service: "plain")
      request.body = .string("content")
      _ = try await client.send(request)
    case .body:
      _ = try await client.send(ResourceRequest("body", service: "plain"))
    case .reader:
      // A stream has no total timeout unless its request sets one.
      let request = ResourceRequest("reader", service: "plain", timeout: total)
      let stream = try await client.stream(request, window: 16 << 10)
      for try await _ in stream where pauses {
        for await _ in AsyncStream<Never>(unfolding: Self.nothing) {}
        try Task.checkCancellation()
      }
    case .token:
      _ = try await client.send(ResourceRequest("x", service: "guarded"))
    case .login:
      _ = try await client.send(ResourceRequest("login", service: "login"))
    case .backoff:
      for try await _ in client.events(ResourceRequest("events", service: "plain")) {}
      try Task.checkCancellation()
    case .redirect:
      _ = try await client.send(ResourceRequest("redirect", service: "plain"))
    }
  }

  /// Waits until the task is cancelled.
  private static func nothing() async -> Never? {
    let (stream, end) = AsyncStream<Void>.makeStream()
    for await _ in stream {}
    end.finish()
    return nil
  }

  /// Returns once a call is waiting.
  func waitUntilThere(_ wait: Wait) async throws {
    switch wait {
    case .queue: try await events.wait(for: .queued, count: 2)
    case .connect: try await events.wait(for: .queued)
    case .backoff, .redirect: try await clock.waitForSleepers()
    default: for await _ in arrived { break }
    }
  }

  /// The number of established connections to the server, by the system's table.
  func connectionCount() throws -> Int {
    let hexadecimal = String(server.port, radix: 16, uppercase: true)
    let end = ":" + String(repeating: "0", count: 4 - hexadecimal.count) + hexadecimal
    let table = try String(decoding: Data(contentsOf: URL(filePath: "/proc/net/tcp")), as: UTF8.self)
    return table.split(separator: "\n").count { line in
      let columns = line.split(separator: " ")
      return columns.count > 3 && columns[2].hasSuffix(end) && columns[3] == "01"
    }
  }

  /// Makes another call with the same client.
  func next() async throws -> String {
    goes.open()
    return try await client.send(ResourceRequest("next", service: "plain")).text
  }
}
