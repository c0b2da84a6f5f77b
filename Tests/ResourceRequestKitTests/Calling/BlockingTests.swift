// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Curl
  import Dispatch
  import Foundation
  import ResourceRequestKit
  import TestSupport
  import Testing

  /// Blocking calls on the threads that Swift's tasks need.
  @Suite(.serialized) struct BlockingTests {
    /// Runs this many calls at once on the system's thread pool and returns their results.
    private func callAtOnce<Value: Sendable>(
      _ count: Int,
      _ body: @escaping @Sendable (Int) throws -> Value
    ) async -> [Result<Value, any Error>] {
      await withCheckedContinuation { continuation in
        let results = Lock<[Result<Value, any Error>]>([])
        let ended = DispatchGroup()
        for number in 0..<count {
          DispatchQueue.global().async(group: ended) {
            let result = Result { try body(number) }
            results.withLock { $0.append(result) }
          }
        }
        // Waits on a separate thread, since those of the pool are busy.
        Thread {
          ended.wait()
          continuation.resume(returning: results.withLock { $0 })
        }.start()
      }
    }

    @Test(arguments: [2, 20, 300])
    func `calls that block the threads of the pool all end`(count: Int) async throws {
      let server = try ScriptedServer.echo()
      defer { server.stop() }
      // So long that a call that waits for a timeout fails the test.
      let far = Timeouts(connect: .seconds(600), read: .seconds(600), total: .seconds(600))
      let client = ResourceClient(configuration: ResourceConfiguration(defaults: ServiceSettings(timeouts: far)))
      let start = ContinuousClock.now
      let results = await callAtOnce(count) { number in
        try EchoedRequest(json: client.sendAndWait(ResourceRequest(server.url("/\(number)"))).data).target
          == "/\(number)"
      }
      #expect(try results.count { try $0.get() } == count)
      #expect(start.duration(to: .now) < .seconds(300))
    }

    @Test func `bodies that are made while they are sent, redirects and tokens need no thread of the pool either`()
      async throws
    {
      let issuer = try ScriptedServer(
        responses: [ScriptedResponse(200, #"{"access_token":"t","token_type":"Bearer","expires_in":3600}"#)],
        repeatsLast: true
      )
      let server = try ScriptedServer { connection in
        while let request = try connection.nextRequest() {
          try connection.send(
            request.target == "/s/end"
              ? ScriptedResponse(200, "\(request.body.count) \(request.header("Authorization") ?? "")")
              : ScriptedResponse(307, headers: [("Location", "/s/end")], "moved")
          )
        }
      }
      defer {
        issuer.stop()
        server.stop()
      }
      let file = FileManager.default.temporaryDirectory.appending(path: "body-\(UUID().uuidString)").path
      try Data(count: 300_000).write(to: URL(filePath: file))
      defer { try? FileManager.default.removeItem(atPath: file) }
      let client = ResourceClient(
        configuration: ResourceConfiguration(services: [
          BackendService(
            name: "s",
            baseURL: try ResourceURL(server.url("/s/")),
            credential: .oauth2(
              ClientCredentials(tokenURL: try ResourceURL(issuer.url("/token")), clientID: "id", clientSecret: "secret")
            )
          )
        ])
      )
      let results = await callAtOnce(40) { _ in
        var request = ResourceRequest("start", method: .put, service: "s")
        request.body = .file(file)
        return try client.sendAndWait(request).text
      }
      #expect(try results.count { try $0.get() == "300000 Bearer t" } == 40)
      #expect(issuer.requests.count == 1)
    }

    /// Waits for ever.
    private struct Stuck: Middleware {
      func send(_ request: ResolvedRequest, context: CallContext, next: Next) async throws -> TransportResponse {
        await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
        return try await next(request, context: context)
      }
    }

    @Test func `a blocking call returns at its total timeout, whatever it waits for`() async throws {
      let client = ResourceClient(options: ClientOptions(middleware: [Stuck()]))
      var request = ResourceRequest("http://127.0.0.1:9/")
      request.timeouts.total = .milliseconds(100)
      let sent = request
      let results = await callAtOnce(20) { _ in try client.sendAndWait(sent).status }
      let codes = results.map { result in #expect(throws: ResourceError.self) { try result.get() }?.code }
      #expect(codes == Array(repeating: .deadlineExceeded, count: 20))
    }

    /// Makes a blocking call from within a call.
    private struct Nested: Middleware {
      let client: ResourceClient
      let url: String

      func send(_ request: ResolvedRequest, context: CallContext, next: Next) async throws -> TransportResponse {
        func ask() throws -> String { try client.sendAndWait(ResourceRequest(url)).text }
        var request = request
        request.headers["X-Asked"] = try ask()
        return try await next(request, context: context)
      }
    }

    @Test func `a blocking call may be made while the thread waits for another`() async throws {
      let server = try ScriptedServer { connection in
        while let request = try connection.nextRequest() {
          try connection.send(ScriptedResponse(200, request.header("X-Asked").map { "asked \($0)" } ?? "inner"))
        }
      }
      defer { server.stop() }
      let transport = CurlTransport()
      let nested = Nested(client: ResourceClient(transport: transport), url: server.url("/"))
      let client = ResourceClient(transport: transport, options: ClientOptions(middleware: [nested]))
      let text = try await onPlainThread { try client.sendAndWait(ResourceRequest(server.url("/"))).text }
      #expect(text == "asked inner")
    }
  }
#endif
