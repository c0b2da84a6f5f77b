// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Curl
  import Foundation
  import ResourceRequestKit
  import TestSupport
  import Testing

  /// Bodies produced while they are sent: they have the announced length or fail; a part is never sent as the whole.
  @Suite(.timeLimit(.minutes(2))) struct BodyLengthTests {
    private let client = ResourceClient()
    private let path = FileManager.default.temporaryDirectory.appending(path: "body-\(UUID().uuidString)").path

    private func write(_ count: Int, _ byte: UInt8 = 7) throws {
      try Data(repeating: byte, count: count).write(to: URL(filePath: path))
    }

    private func put(_ body: ResourceRequest.Body, to server: ScriptedServer) -> ResourceRequest {
      var request = ResourceRequest(server.url(), method: .put)
      request.body = body
      return request
    }

    /// A server that responds with the number of bytes it received.
    private func counting() throws -> ScriptedServer {
      try ScriptedServer { connection in
        while let request = try connection.nextRequest() {
          try connection.send(ScriptedResponse(200, "\(request.body.count)"))
        }
      }
    }

    @Test(arguments: [(0, 5), (5, 0), (5, 300_000), (300_000, 256 << 10), (256 << 10, 300_000)])
    func `a file that has another length when its request is sent is sent with that`(before: Int, after: Int)
      async throws
    {
      defer { try? FileManager.default.removeItem(atPath: path) }
      let server = try counting()
      defer { server.stop() }
      try write(before)
      let (body, form) = (ResourceRequest.Body.file(path), MultipartForm([.file("f", path: path)]))
      try write(after)
      #expect(try await client.send(put(body, to: server)).text == "\(after)")
      #expect(server.requests.last?.header("Content-Length") == "\(after)")
      let response = try await client.send(put(.multipart(form), to: server))
      #expect(server.requests.last?.header("Content-Length") == response.text)
    }

    @Test(arguments: [(0, 5), (5, 0), (5, 6), (256 << 10, (256 << 10) + 1), (300_000, 299_999)])
    func `a file whose length changes on the way fails its request`(before: Int, after: Int) async throws {
      defer { try? FileManager.default.removeItem(atPath: path) }
      let server = try counting()
      defer { server.stop() }
      try write(before)
      let changed = path
      var options = ClientOptions()
      // At this point the request is routed but not sent.
      options.middleware = [
        Passing { try Data(repeating: 7, count: after).write(to: URL(filePath: changed)) }
      ]
      let client = ResourceClient(options: options)
      let error = await #expect(throws: ResourceError.self) {
        try await client.send(put(.file(path), to: server))
      }
      #expect(error?.code == .invalidBody)
      #expect(server.requests.isEmpty)
    }

    @Test(arguments: [(0, 5), (5, 6), (5, 4), (5, 0), (200_000, 200_001)])
    func `a writer that keeps to no length fails its request`(length: Int, count: Int) async throws {
      let server = try counting()
      defer { server.stop() }
      let (writer, body) = ResourceRequest.Body.bound(length: length)
      let request = put(body, to: server)
      let call = Task { try await client.send(request) }
      // If the request has already failed, the write throws.
      try? await writer.write(Data(repeating: 7, count: min(length, count)))
      try? await writer.write(Data(repeating: 7, count: max(0, count - length)))
      writer.finish()
      let error = await #expect(throws: ResourceError.self) { try await call.value }
      #expect(error?.code == .invalidBody)
      #expect(server.requests.isEmpty)
    }

    @Test func `an empty body that is made while it is sent is an empty body`() async throws {
      defer { try? FileManager.default.removeItem(atPath: path) }
      let server = try counting()
      defer { server.stop() }
      try write(0)
      let (writer, body) = ResourceRequest.Body.bound(length: 0)
      writer.finish()
      for body in [body, .file(path), .stream(AsyncThrowingStream { $0.finish() }, length: 0)] {
        #expect(try await client.send(put(body, to: server)).text == "0")
        #expect(server.requests.last?.header("Content-Length") == "0")
      }
    }

    @Test func `an empty body that is never finished is waited for no longer than its call`() async throws {
      let server = try counting()
      defer { server.stop() }
      let (writer, body) = ResourceRequest.Body.bound(length: 0)
      var request = put(body, to: server)
      request.timeouts.total = .milliseconds(50)
      let error = await #expect(throws: ResourceError.self) { try await client.send(request) }
      #expect(error?.code == .deadlineExceeded)
      #expect(error?.mayHaveExecuted == false)
      withExtendedLifetime(writer) {}
      let (other, endless) = ResourceRequest.Body.bound(length: 0)
      let sending = put(endless, to: server)
      let call = Task { try await client.send(sending) }
      call.cancel()
      await #expect(throws: CancellationError.self) { try await call.value }
      withExtendedLifetime(other) {}
    }

    @Test func `a length below nothing is an error`() async throws {
      let server = try counting()
      defer { server.stop() }
      let stream = AsyncThrowingStream<Data, any Error> { $0.finish() }
      let bodies: [ResourceRequest.Body] = [
        ResourceRequest.Body.bound(length: -5).body, ResourceRequest.Body.bound(length: .min).body,
        .stream(stream, length: -1),
        .multipart(MultipartForm([.stream("a", stream, length: -5, fileName: "a")])),
      ]
      for body in bodies {
        let error = await #expect(throws: ResourceError.self) { try await client.send(put(body, to: server)) }
        #expect(error?.code == .invalidBody)
      }
      #expect(server.connections.isEmpty)
    }

    @Test func `parts whose lengths add up to more than there can be end the request where they end`() async throws {
      let server = try counting()
      defer { server.stop() }
      let stream = AsyncThrowingStream<Data, any Error> { $0.finish() }
      let part = MultipartForm.Part.stream("a", stream, length: .max, fileName: "a")
      let error = await #expect(throws: ResourceError.self) {
        try await client.send(put(.multipart(MultipartForm([part])), to: server))
      }
      #expect(error?.code == .invalidBody)
    }

    @Test func `a file that is not regular is refused at once`() async throws {
      let folder = FileManager.default.temporaryDirectory.appending(path: "pipes-\(UUID().uuidString)")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: folder) }
      let pipe = folder.appending(path: "pipe").path
      #expect(mkfifo(pipe, 0o600) == 0)
      let server = try counting()
      defer { server.stop() }
      // More requests at once than the pool has threads.
      try await withThrowingTaskGroup(of: Void.self) { group in
        for number in 0..<64 {
          group.addTask {
            let path = [pipe, folder.path, "/dev/null", "/dev/null\0.txt"][number % 4]
            let body =
              number < 32 ? ResourceRequest.Body.file(path) : .multipart(MultipartForm([.file("f", path: path)]))
            let error = await #expect(throws: ResourceError.self) { try await client.send(put(body, to: server)) }
            #expect(error?.code == .invalidBody)
          }
        }
        try await group.waitForAll()
      }
      #expect(server.requests.isEmpty)
    }

    @Test func `a body that another call's failure ends is no failure of the server that it is sent to`() async throws {
      let source = try ScriptedServer { connection in
        _ = try connection.readRequest()
        try connection.send("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc")
      }
      defer { source.stop() }
      let target = try counting()
      defer { target.stop() }
      let request = put(.stream(try await client.stream(ResourceRequest(source.url()))), to: target)
      let error = await #expect(throws: ResourceError.self) { try await client.send(request) }
      #expect(error?.code == .invalidBody && error?.isRetryable == false)
      #expect((error?.cause as? ResourceError)?.code == .connectionClosed)
    }
  }

  /// Runs an action before the request is passed on.
  private struct Passing: Middleware {
    let action: @Sendable () throws -> Void

    func send(_ request: ResolvedRequest, context: CallContext, next: Next) async throws -> TransportResponse {
      try action()
      return try await next(request, context: context)
    }
  }
#endif
