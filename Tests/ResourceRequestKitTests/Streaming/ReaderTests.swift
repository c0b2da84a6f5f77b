// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Curl
  import Foundation
  import ResourceRequestKit
  import TestSupport
  import Testing

  /// Which task may read a stream or write a body.
  struct ReaderTests {
    private static let head = "HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\n"

    @Test func `a second reader is refused while the first waits, and the first goes on`() async throws {
      let gate = Gate()
      let server = try ScriptedServer { connection in
        _ = try connection.readRequest()
        try connection.send(ReaderTests.head + "one")
        try connection.wait(for: gate)
        try connection.send("two")
      }
      defer { server.stop() }
      let stream = try await ResourceClient().stream(ResourceRequest(server.url("/")))
      let (hasBegun, isRefused) = (Gate(), Gate())
      @Sendable func read(_ body: () async throws -> Void) async -> ResourceError.Code? {
        do { try await body() } catch {
          isRefused.open()
          return (error as? ResourceError)?.code
        }
        return nil
      }
      let first = Task { await read { for try await _ in stream { hasBegun.open() } } }
      try await hasBegun.wait()
      // The first reader may not wait again yet; a second reader then takes its place, and the first is refused.
      let second = Task { await read { _ = try await stream.collect() } }
      try await isRefused.wait()
      gate.open()
      let codes = [await first.value, await second.value].compactMap(\.self)
      #expect(codes == [.streamInUse])
    }

    @Test func `what one reader leaves the next takes`() async throws {
      let server = try ScriptedServer { connection in
        _ = try connection.readRequest()
        try connection.send(
          "HTTP/1.1 200 OK\r\nContent-Length: 400000\r\n\r\n" + String(repeating: "x", count: 400_000)
        )
      }
      defer { server.stop() }
      let stream = try await ResourceClient().stream(ResourceRequest(server.url("/")))
      let iterator = stream.makeAsyncIterator()
      let first = try #require(try await iterator.next()).count
      #expect(try await stream.collect().data.count == 400_000 - first)
      let error = await #expect(throws: ResourceError.self) { try await iterator.next() }
      #expect(error?.code == .streamInUse)
    }

    @Test func `who reads on after a reader was released before the end is told so`() async throws {
      let server = try ScriptedServer { connection in
        _ = try connection.readRequest()
        try connection.send(
          "HTTP/1.1 200 OK\r\nContent-Length: 400000\r\n\r\n" + String(repeating: "x\n", count: 200_000)
        )
      }
      defer { server.stop() }
      let stream = try await ResourceClient().stream(ResourceRequest(server.url("/")))
      for try await _ in stream.lines { break }
      let error = await #expect(throws: ResourceError.self) { try await stream.collect() }
      #expect(error?.code == .streamInUse && error?.message.contains("released before the end") == true)
      stream.cancel()
    }

    @Test func `all of what several writers write arrives, and nothing that is written after the end`() async throws {
      let server = try ScriptedServer { connection in
        let request = try connection.readRequest()
        try connection.send(ScriptedResponse(200, "\(request.body.count)"))
      }
      defer { server.stop() }
      let (writer, body) = ResourceRequest.Body.bound(window: 1000)
      var request = ResourceRequest(server.url("/"), method: .post)
      request.body = body
      async let response = ResourceClient().send(request)
      try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 0..<8 { group.addTask { for _ in 0..<50 { try await writer.write(Data(count: 700)) } } }
        try await group.waitForAll()
      }
      writer.finish()
      await #expect(throws: BodyWriter.Finished.self) { try await writer.write(Data(count: 1)) }
      #expect(try await response.text == "\(8 * 50 * 700)")
    }

    private struct Provider: TokenProvider {
      func token(for scope: TokenScope, context: CallContext) async throws -> AccessToken { AccessToken("t") }
    }

    @Test func `the longest times there are overflow nothing`() async throws {
      let server = try ScriptedServer.echo()
      defer { server.stop() }
      let longest = Duration.seconds(Int64.max)
      let client = ResourceClient(
        configuration: ResourceConfiguration(services: [
          BackendService(name: "s", baseURL: try ResourceURL(server.url("/")))
        ]),
        options: ClientOptions(authorization: AuthorizationOptions(tokenProviders: ["s": Provider()]))
      )
      var request = ResourceRequest("x", service: "s")
      request.timeouts = Timeouts(connect: .after(longest), read: .after(longest), total: .after(longest))
      #expect(try await client.send(request).status == 200)
      request.timeouts.total = .after(.longest - .seconds(1))
      #expect(try await client.send(request).status == 200)
      #expect(await client.drain(within: longest))
      #expect(await client.drain(within: .seconds(Int64.min)))
      #expect(try await client.authorization.token(service: "s", timeout: longest).value.reveal() == "t")
      _ = try? await client.authorization.token(service: "s", timeout: .seconds(Int64.min))
    }
  }
#endif
