// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Curl
  import Foundation
  import ResourceRequestKit
  import TestSupport
  import Testing

  /// Request bodies that are sent late, slowly or not at all.
  @Suite(.everyWire, .timeLimit(.minutes(2)))
  struct UnsentBodyTests {
    enum Kind: CaseIterable, Sendable {
      case bytes, length, chunks

      var body: ResourceRequest.Body {
        let chunks = AsyncThrowingStream<Data, any Error> { continuation in
          for _ in 0..<3 { continuation.yield(Data(repeating: 120, count: 1000)) }
          continuation.finish()
        }
        return switch self {
        case .bytes: .data(Data(repeating: 120, count: 3000))
        case .length: .stream(chunks, length: 3000)
        case .chunks: .stream(chunks)
        }
      }
    }

    /// A server that responds at once to a head with `Expect`, and then reads the announced body.
    private func server(_ status: Int) throws -> ScriptedServer {
      try ScriptedServer { connection in
        while let head = try connection.nextHead() {
          let answers = head.header("Expect") != nil
          if answers { try connection.send(ScriptedResponse(status)) }
          let request = try connection.readBody(of: head)
          if !answers { try connection.send(ScriptedResponse(200, request.text)) }
        }
      }
    }

    @Test(arguments: [200, 201, 204, 303, 400, 413, 500], Kind.allCases)
    func `the next request never becomes the body that the one before owes`(_ status: Int, _ kind: Kind) async throws {
      let server = try server(status)
      defer { server.stop() }
      let client = ResourceClient(options: .everyWire)
      for round in 0..<2 {
        var request = ResourceRequest(server.url("/\(round)"), method: .put)
        request.body = kind.body
        request.redirects = .refuse
        request.expectContinue = .always(wait: .seconds(30))
        #expect(try await client.send(request).status.code == status)
        var comment = ResourceRequest(server.url("/comment"), method: .post, timeout: .seconds(60))
        comment.body = .string("GET /smuggled HTTP/1.1\r\nHost: x\r\n\r\n")
        #expect(try await client.send(comment).text == "GET /smuggled HTTP/1.1\r\nHost: x\r\n\r\n")
      }
      #expect(server.requests.map(\.target) == ["/comment", "/comment"])
      #expect(server.scriptFailures.isEmpty)
    }

    @Test func `a connection is kept where the whole body has gone out`() async throws {
      let server = try ScriptedServer { connection in
        while let head = try connection.nextHead() {
          if head.header("Expect") != nil { try connection.send("HTTP/1.1 100 Continue\r\n\r\n") }
          _ = try connection.readBody(of: head)
          try connection.send(ScriptedResponse(200, "ok"))
        }
      }
      defer { server.stop() }
      // However long a call takes on a busy machine, its connection is not closed for having been idle.
      let settings = ServiceSettings(connection: ConnectionOptions(idleTime: .seconds(3600)))
      let client = ResourceClient(configuration: ResourceConfiguration(defaults: settings), options: .everyWire)
      for kind in Kind.allCases {
        for asks in [true, false] {
          var request = ResourceRequest(server.url(), method: .post)
          request.body = kind.body
          request.expectContinue = asks ? .always(wait: .seconds(30)) : .never
          #expect(try await client.send(request).text == "ok")
          #expect(server.connections.count == 1)
        }
      }
    }

    /// By itself, libcurl (at least 7.88) rewinds the next body of a handle whose last one broke off.
    @Test(arguments: Kind.allCases)
    func `a body that broke off does not end the one that is sent after it`(_ kind: Kind) async throws {
      let server = try ScriptedServer { connection in
        while let head = try connection.nextHead() {
          if head.target == "/broken" {
            _ = try connection.read(1000)
            connection.reset()
            return
          }
          let request = try connection.readBody(of: head)
          try connection.send(ScriptedResponse(200, "\(request.body.count)"))
        }
      }
      defer { server.stop() }
      let client = ResourceClient(options: .everyWire)
      for _ in 0..<3 {
        _ = try await client.send(ResourceRequest(server.url("/first")))
        var broken = ResourceRequest(server.url("/broken"), method: .post)
        broken.body = .stream(Self.pieces(300), length: 300_000)
        await #expect(throws: ResourceError.self) { try await client.send(broken) }
        var whole = ResourceRequest(server.url("/whole"), method: .post)
        whole.body = kind.body
        #expect(try await client.send(whole).text == "3000")
      }
    }

    private static func pieces(_ count: Int) -> AsyncThrowingStream<Data, any Error> {
      AsyncThrowingStream { continuation in
        for _ in 0..<count { continuation.yield(Data(repeating: 120, count: 1000)) }
        continuation.finish()
      }
    }

    @Test func `a peer that takes no more of an upload is silent`() async throws {
      let server = try ScriptedServer(receiveBuffer: 64 << 10) { connection in
        _ = try connection.readHead()
        _ = try connection.read(100_000)
        try connection.wait(for: Gate())
      }
      defer { server.stop() }
      var request = ResourceRequest(server.url(), method: .post)
      request.body = .data(Data(count: 20_000_000))
      request.timeouts.read = .milliseconds(300)
      let error = await #expect(throws: ResourceError.self) {
        try await ResourceClient(options: .everyWire).send(request)
      }
      #expect(error?.code == .readTimeout)
    }
  }
#endif
