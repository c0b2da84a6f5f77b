// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestKit
import TestSupport

/// Something that a peer or a caller can send in large numbers.
enum HostileInput: String, CaseIterable {
  case headerLines, cookies, challenges, challengeParameters, parameters, interimAnswers, chunks, trailers, eventLines,
    redirects
  case queuedRequests, jsonKeys, configurationKeys, parts, hosts
  // Over HTTP/2, where each stands for frames of one kind, or for what a frame ends.
  case http2Fields, http2Interims, http2Data, http2EmptyData, http2Settings, http2Pings, http2Windows, http2Priorities
  case http2Unknown, http2Continuations, http2Resets, http2Goodbyes

  /// Processes this many of them; an error by which the SDK refuses them is fine too.
  func take(_ count: Int) async throws {
    switch self {
    case .headerLines:
      try await answer { try $0.send(head((0..<count).map { "X-\($0): v" }) + "\r\n") }
    case .cookies:
      try await answer(ClientOptions(cookies: .inMemory)) { connection in
        try connection.send(head((0..<count).map { "Set-Cookie: name\($0)=v" }) + "\r\n")
      }
    case .challenges:
      let challenges = (0..<count).map { "Basic realm=\($0)" }.joined(separator: ", ")
      let text = "HTTP/1.1 401 Unauthorized\r\nContent-Length: 0\r\nWWW-Authenticate: \(challenges)\r\n\r\n"
      try await answer { try $0.send(text) }
    case .challengeParameters:
      let parameters = (0..<count).map { "a\($0)=1" }.joined(separator: ",")
      let text = "HTTP/1.1 401 Unauthorized\r\nContent-Length: 0\r\nWWW-Authenticate: Basic \(parameters)\r\n\r\n"
      try await answer(login: "u:p@") { try $0.send(text) }
    case .parameters:
      let parameters = (0..<count).map { ";a\($0)=1" }.joined()
      try await answer { try $0.send(head(["Content-Type: text/plain\(parameters)"]) + "\r\n") }
    case .interimAnswers:
      let interim = String(repeating: "HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n", count: count)
      try await answer { try $0.send(interim + head([]) + "\r\n") }
    case .chunks:
      let chunks = String(repeating: "1\r\nx\r\n", count: count)
      try await answer { try $0.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n\(chunks)0\r\n\r\n") }
    case .trailers:
      let lines = (0..<count).map { "X-\($0): v\r\n" }.joined()
      try await answer { connection in
        try connection.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nx\r\n0\r\n\(lines)\r\n")
      }
    case .eventLines:
      try await readEvents(count)
    case .redirects:
      let server = try ScriptedServer { connection in
        while let request = try connection.nextRequest() {
          try connection.send(ScriptedResponse(302, headers: [("Location", request.target + "x")], ""))
        }
      }
      defer { server.stop() }
      try await ignoringRefusals { _ = try await ResourceClient().send(ResourceRequest(server.url("/"))) }
    case .queuedRequests:
      try await queue(count)
    case .jsonKeys:
      let text = "{" + (0..<count).map { "\"key\($0)\":\($0)" }.joined(separator: ",") + "}"
      _ = try JSON(parsing: text)
    case .configurationKeys:
      let text = "{" + (0..<count).map { "\"key\($0)\":\($0)" }.joined(separator: ",") + "}"
      // The keys are unknown, which is an error.
      _ = try? ResourceConfiguration(json: text)
    case .parts:
      let server = try ScriptedServer(responses: [ScriptedResponse(200, "ok")], repeatsLast: true)
      defer { server.stop() }
      var request = ResourceRequest(server.url("/"), method: .post)
      request.body = .multipart(MultipartForm((0..<count).map { .text("name\($0)", "value") }))
      _ = try await ResourceClient().send(request)
    case .hosts:
      // On Linux every address that begins with 127 is this machine's; nobody listens at this port.
      let closed = try ClosedPort()
      let client = ResourceClient()
      for number in 0..<count {
        let host = "127.\(1 + number >> 16).\(number >> 8 & 255).\(number & 255)"
        try await ignoringRefusals { _ = try await client.send(ResourceRequest("http://\(host):\(closed.port)/")) }
      }
    case .http2Fields, .http2Interims, .http2Data, .http2EmptyData, .http2Settings, .http2Pings, .http2Windows,
      .http2Priorities, .http2Unknown, .http2Continuations:
      try await http2 { try $0.send(frames(count, $1)) }
    case .http2Resets:
      try await http2(calls: count) { try $0.send(RawFrame.reset($1, 2)) }
    case .http2Goodbyes:
      try await http2(calls: count) { try $0.send(RawFrame.goAway($1, 0) + RawFrame.reset($1, 2)) }
    }
  }

  private func head(_ lines: [String]) -> String {
    "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n" + lines.map { $0 + "\r\n" }.joined()
  }

  private func ignoringRefusals(_ body: () async throws -> Void) async throws {
    do {
      try await body()
    } catch let error as ResourceError {
      // A limit may refuse the input; a timeout means that it took too long.
      if [.deadlineExceeded, .readTimeout].contains(error.code) { throw error }
    }
  }

  /// Sends a request to a server that responds with this script.
  private func answer(
    _ options: ClientOptions = ClientOptions(),
    login: String = "",
    _ script: @escaping @Sendable (ScriptedConnection) throws -> Void
  ) async throws {
    let server = try ScriptedServer { connection in
      _ = try connection.readRequest()
      // A client that refuses the response may close the connection before all is sent.
      try? script(connection)
    }
    defer { server.stop() }
    let client = ResourceClient(options: options)
    let url = server.url("/").replacing("http://", with: "http://\(login)")
    try await ignoringRefusals { _ = try await client.send(ResourceRequest(url)).text }
  }

  /// Frames of this kind on a stream, and a response where it is not refused before.
  private func frames(_ count: Int, _ stream: UInt32) -> [UInt8] {
    let ok = RawFrame.head(stream, [(":status", "200")])
    let end = RawFrame.data(stream, [], ends: true)
    func many(_ frame: [UInt8]) -> [UInt8] { [[UInt8]](repeating: frame, count: count).flatMap(\.self) }
    return switch self {
    case .http2Fields:
      RawFrame.of(1, stream: stream, RawFrame.block([(":status", "200")]))
        + (0..<count).flatMap { RawFrame.of(9, stream: stream, RawFrame.block([("x-\($0)", "v")])) }
        + RawFrame.of(9, flags: 4, stream: stream) + end
    case .http2Interims: many(RawFrame.head(stream, [(":status", "103")])) + ok + end
    case .http2Data: ok + many(RawFrame.data(stream, [1])) + end
    case .http2EmptyData: ok + many(RawFrame.data(stream, [])) + end
    case .http2Settings: many(RawFrame.settings) + ok + end
    case .http2Pings: many(RawFrame.of(6, [UInt8](repeating: 0, count: 8))) + ok + end
    case .http2Windows: many(RawFrame.windowUpdate(0, 1)) + ok + end
    case .http2Priorities: many(RawFrame.of(2, stream: stream, [0, 0, 0, 0, 1])) + ok + end
    case .http2Unknown: many(RawFrame.of(99, stream: stream)) + ok + end
    case .http2Continuations:
      RawFrame.of(1, stream: stream, RawFrame.block([(":status", "200")]))
        + many(RawFrame.of(9, stream: stream)) + RawFrame.of(9, flags: 4, stream: stream) + end
    default: ok + end
    }
  }

  /// Sends requests over HTTP/2, one after the other, to a server that responds to each with this script.
  private func http2(
    calls: Int = 1,
    _ script: @escaping @Sendable (ScriptedConnection, UInt32) throws -> Void
  ) async throws {
    let server = try ScriptedServer { connection in
      var server = FrameServer(connection)
      try server.serve { stream, _ in
        // A client that refuses the response may close the connection before all is sent.
        try? script(connection, stream)
        return true
      }
    }
    defer { server.stop() }
    let client = ResourceClient()
    var request = ResourceRequest(server.url("/"))
    request.httpVersion = .http2PriorKnowledge
    for _ in 0..<calls { try await ignoringRefusals { _ = try await client.send(request) } }
  }

  private func readEvents(_ count: Int) async throws {
    let lines = String(repeating: "data: x\n", count: count)
    let server = try ScriptedServer { connection in
      _ = try connection.readRequest()
      try? connection.send("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n\(lines)\n")
    }
    defer { server.stop() }
    try await ignoringRefusals {
      for try await _ in ResourceClient().events(ResourceRequest(server.url("/"))) { break }
    }
  }

  /// Cancels requests with bodies that wait behind one that stays in flight.
  private func queue(_ count: Int) async throws {
    let gate = Gate()
    let server = try ScriptedServer { connection in
      while try connection.nextRequest() != nil {
        try connection.wait(for: gate)
        try connection.send(ScriptedResponse(200, "ok"))
      }
    }
    defer { server.stop() }
    let service = BackendService(
      name: "one",
      baseURL: try ResourceURL(server.url("/")),
      settings: ServiceSettings(maxConnections: 1)
    )
    let client = ResourceClient(configuration: ResourceConfiguration(services: [service]))
    async let first = client.send(ResourceRequest("first", service: "one"))
    try await server.waitForRequests()
    await withTaskGroup(of: Void.self) { group in
      for number in 0..<count {
        group.addTask {
          var request = ResourceRequest("\(number)", method: .post, service: "one")
          request.body = .string(String(repeating: "x", count: 100))
          _ = try? await client.send(request)
        }
      }
      group.cancelAll()
    }
    gate.open()
    guard try await first.status == 200 else { throw CancellationError() }
  }
}
