// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Sockets && os(Linux)
  import Foundation
  import ResourceRequestKit
  import ResourceRequestTestServer
  import TestSupport
  import Testing

  /// A server with TLS, for the SDK's own client and for curl.
  @Suite(.timeLimit(.minutes(5))) struct SecuredServerTests {
    private static func client(of server: TestServer) -> ResourceClient {
      let settings = ServiceSettings(connection: ConnectionOptions(tls: server.tls))
      return ResourceClient(configuration: ResourceConfiguration(defaults: settings))
    }

    @Test(arguments: [(TestServer.Wire.tls, ExchangeMetrics.HTTPVersion.http1_1), (.http2, .http2)])
    func `requests get their answers, over one connection, by the version that both speak`(
      _ wire: TestServer.Wire,
      _ version: ExchangeMetrics.HTTPVersion
    ) async throws {
      let server = try await TestServer(wire)
      #expect(server.url.hasPrefix("https://127.0.0.1:"))
      server.answer(with: .text("one"), .json(["two": 2], status: 201), .status(204), .text("0123456789"))
      let client = Self.client(of: server)
      let first = try await client.send(ResourceRequest("\(server.url)/a?x=1"))
      #expect(first.text == "one" && first.headers["Content-Type"] == "text/plain; charset=utf-8")
      #expect(first.metrics.last.httpVersion == version)
      let body = ResourceRequest("\(server.url)/b", method: .post, body: .json(["name": "Ann"]))
      let second = try await client.send(body)
      #expect(second.status == 201 && second.json?["two"] == 2)
      let third = try await client.send(ResourceRequest("\(server.url)/c", method: .delete))
      #expect(third.status == 204 && third.data.isEmpty && third.metrics.last.reusedConnection)
      let head = try await client.send(ResourceRequest("\(server.url)/d", method: .head))
      #expect(head.headers["Content-Length"] == "10" && head.data.isEmpty)
      #expect(server.requests.map(\.target) == ["/a?x=1", "/b", "/c", "/d"])
      #expect(server.requests.map(\.version) == Array(repeating: version, count: 4))
      #expect(server.requests[1].json?["name"] == "Ann")
      let host = server.url.dropFirst("https://".count)
      #expect(server.requests[0].headers["Host"].map { $0 == host } == true)
    }

    @Test(arguments: [TestServer.Wire.tls, .http2])
    func `large bodies arrive as they were sent, both ways and many at once`(_ wire: TestServer.Wire) async throws {
      let server = try await TestServer(wire)
      server.answer { .data($0.body, type: "application/octet-stream") }
      let client = Self.client(of: server)
      let sizes = [0, 1, 16_383, 16_384, 65_535, 65_536, 1_000_000, 3 << 20]
      try await withThrowingTaskGroup(of: Bool.self) { group in
        for size in sizes + sizes {
          let url = server.url
          group.addTask {
            let sent = SeededGenerator.bytes(size)
            let request = ResourceRequest("\(url)/\(size)", method: .put, body: .data(sent))
            return try await client.send(request).data == sent
          }
        }
        for try await isSame in group { #expect(isSame) }
      }
      #expect(server.requests.count == sizes.count * 2)
    }

    @Test(arguments: [TestServer.Wire.tls, .http2])
    func `faults are what they are called`(_ wire: TestServer.Wire) async throws {
      let server = try await TestServer(wire)
      server.answer(to: "/reset", with: .reset)
      server.answer(to: "/cut", with: .text("0123456789").cut(after: 4))
      server.answer(to: "/silence", with: .silence)
      server.answer(to: "/close", with: .close)
      server.answer(to: "/fine", with: .text("fine"))
      let client = Self.client(of: server)
      func code(_ path: String) async -> ResourceError.Code? {
        let limit = path == "/silence" ? Duration.milliseconds(500) : .seconds(60)
        do { _ = try await client.send(ResourceRequest(server.url + path, timeout: limit)) } catch {
          return (error as? ResourceError)?.code
        }
        return nil
      }
      #expect(await code("/reset") == .connectionClosed)
      #expect(await code("/cut") == .connectionClosed)
      #expect(await code("/silence") == .deadlineExceeded)
      #expect(await code("/close") == .connectionClosed)
      #expect(await code("/fine") == nil)
      server.stop()
      #expect(await code("/gone") == .connectFailed)
    }

    @Test(arguments: [TestServer.Wire.tls, .http2])
    func `an answer waits, and comes in pieces`(_ wire: TestServer.Wire) async throws {
      let server = try await TestServer(wire)
      server.answer(with: .text("0123456789").after(.milliseconds(300)).slowly(3, every: .milliseconds(100)))
      let client = Self.client(of: server)
      let start = ContinuousClock.now
      #expect(try await client.send(ResourceRequest("\(server.url)/slow")).text == "0123456789")
      #expect(start.duration(to: .now) >= .milliseconds(600))
    }

    @Test(arguments: [TestServer.Wire.tls, .http2], [TestAnswer.silence, .text("late").after(.seconds(600))])
    func `others go on while an answer waits`(_ wire: TestServer.Wire, _ answer: TestAnswer) async throws {
      let server = try await TestServer(wire)
      server.answer(to: "/slow", with: answer)
      server.answer(to: "/fast", with: .text("fast"))
      let client = Self.client(of: server)
      let slow = Task { [url = server.url] in try await client.send(ResourceRequest("\(url)/slow")) }
      _ = try await server.request()
      #expect(try await client.send(ResourceRequest("\(server.url)/fast")).text == "fast")
      slow.cancel()
      await #expect(throws: CancellationError.self) { try await slow.value }
    }

    @Test(arguments: [TestServer.Wire.tls, .http2])
    func `a client that asks to continue may`(_ wire: TestServer.Wire) async throws {
      let server = try await TestServer(wire)
      server.answer(with: .status(201))
      var request = ResourceRequest("\(server.url)/x", method: .put, body: .string("whole"))
      request.expectContinue = .always(wait: .seconds(30))
      let start = ContinuousClock.now
      #expect(try await Self.client(of: server).send(request).status == 201)
      #expect(start.duration(to: .now) < .seconds(20))
      #expect(server.requests.first?.text == "whole")
      #expect(server.requests.first?.headers["Expect"] == "100-continue")
    }

    @Test func `a head as long as a client takes arrives, and a longer one is no silence`() async throws {
      let server = try await TestServer(.http2)
      // nghttp2 takes fields of 64 KiB at most.
      let field = String(repeating: "a", count: 50_000)
      var fields = Headers()
      for number in 0..<4 { fields.append("X-Long-\(number)", field) }
      server.answer(to: "/long", with: .status(200, headers: fields))
      server.answer(to: "/too-long", with: .status(200, headers: ["X-Long": String(repeating: "a", count: 9 << 20)]))
      var settings = ServiceSettings(connection: ConnectionOptions(tls: server.tls))
      settings.limits.headBytes = 1 << 20
      let client = ResourceClient(configuration: ResourceConfiguration(defaults: settings))
      let long = try await client.send(ResourceRequest("\(server.url)/long"))
      #expect((0..<4).allSatisfy { long.headers["X-Long-\($0)"] == field })
      let error = await #expect(throws: ResourceError.self) {
        try await client.send(ResourceRequest("\(server.url)/too-long", timeout: .seconds(30)))
      }
      #expect(error?.code != .deadlineExceeded)
    }

    @Test func `an answer that closes its connection does so over HTTP/2, too`() async throws {
      let server = try await TestServer(.http2)
      server.answer { _ in .text("last", headers: ["Connection": "close"]) }
      let client = Self.client(of: server)
      for _ in 0..<3 {
        let response = try await client.send(ResourceRequest("\(server.url)/"))
        #expect(response.text == "last" && !response.metrics.last.reusedConnection)
      }
    }

    @Test func `a client that leaves within the handshake costs no other connection anything`() async throws {
      let server = try await TestServer(.tls)
      server.answer(to: "/x", with: .text("well"))
      let port = try #require(Int(server.url.split(separator: ":")[2]))
      for _ in 0..<20 {
        let half = try RawClient(port: port)
        // The beginning of a record that never ends, and no more.
        try half.send("\u{16}\u{3}\u{1}\u{2}\u{0}\u{1}")
      }
      #expect(try await Self.client(of: server).send(ResourceRequest("\(server.url)/x")).text == "well")
    }

    @Test func `who does not trust its certificate is refused`() async throws {
      let server = try await TestServer(.tls)
      let error = await #expect(throws: ResourceError.self) {
        try await ResourceClient().send(ResourceRequest("\(server.url)/"))
      }
      #expect(error?.code == .certificateRejected)
      #expect(server.requests.isEmpty)
    }

    @Test(arguments: [("--http1.1", "1.1"), ("--http2", "2")])
    func `curl gets the same, by the version that it asks for`(_ option: String, _ version: String) async throws {
      let server = try await TestServer(.http2)
      server.answer { .data($0.body, type: "application/octet-stream") }
      let folder = FileManager.default.temporaryDirectory.appending(path: "secured-\(UUID())")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: folder) }
      let (authority, sent) = (folder.appending(path: "ca.pem"), folder.appending(path: "sent"))
      try Data((server.certificate ?? "").utf8).write(to: authority)
      try SeededGenerator.bytes(700_000).write(to: sent)
      let got = folder.appending(path: "got")
      let curl = Process()
      curl.executableURL = URL(filePath: "/usr/bin/env")
      curl.arguments = [
        "curl", "-sS", option, "--cacert", authority.path, "-T", sent.path, "-o", got.path, "-w", "%{http_version}",
        "\(server.url)/x",
      ]
      let output = Pipe()
      curl.standardOutput = output
      try curl.run()
      let told = try output.fileHandleForReading.readToEnd() ?? Data()
      curl.waitUntilExit()
      #expect(String(decoding: told, as: UTF8.self) == version)
      #expect(try Data(contentsOf: got) == SeededGenerator.bytes(700_000))
    }
  }
#endif
