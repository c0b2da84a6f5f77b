// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Curl
  import Foundation
  import ResourceRequestKit
  import TestSupport
  import Testing

  /// The ways to call: rows W9, A2, R1, R2, R3, C1, C5, S1, S3.
  struct CallingRows {
    private func silentServer() throws -> ScriptedServer {
      try ScriptedServer { connection in
        try connection.readRequest()
        try connection.waitForPeerClose()
      }
    }

    @Test func `W9: a completion handler is called on the private queue it names`() async throws {
      let queue = MarkedQueue()
      let record = CallRecord(on: queue)
      let backends = try Backends()
      backends.client.send(ResourceRequest("/x"), on: .queue(queue.queue)) { record.complete($0) }
      try await record.end.wait()
      #expect(record.lines == ["success 200"])
      #expect(record.isOnQueue)
      #expect(backends.server.requests.count == 1)
    }

    @Test func `W9: a delegate is called on the private queue it names`() async throws {
      let queue = MarkedQueue()
      let record = CallRecord(on: queue)
      let backends = try Backends()
      backends.client.send(ResourceRequest("/x"), delegate: record, on: .queue(queue.queue))
      try await record.end.wait()
      #expect(record.lines.count == 3)
      #expect(record.isOnQueue)
      #expect(backends.server.requests.count == 1)
    }

    @Test func `A2: the completion runs on the queue the caller names`() async throws {
      let queue = MarkedQueue()
      let record = CallRecord(on: queue)
      let backends = try Backends()
      backends.client.send(ResourceRequest("/x"), on: .queue(queue.queue)) { record.complete($0) }
      try await record.end.wait()
      #expect(record.isOnQueue)
      #expect(record.lines == ["success 200"])
      #expect(backends.server.requests.count == 1)
    }

    @Test func `A2: the client's own queue is used where none is named`() async throws {
      let queue = MarkedQueue()
      let record = CallRecord(on: queue)
      let backends = try Backends(options: ClientOptions(callbackQueue: .queue(queue.queue)))
      backends.client.send(ResourceRequest("/x")) { record.complete($0) }
      backends.client.send(ResourceRequest("/x"), delegate: record)
      try await record.end.wait()
      try await record.end.wait()
      #expect(record.lines.count == 4)
      #expect(record.isOnQueue)
    }

    @Test(arguments: ["GET", "POST"])
    func `R1: GET and POST are sent asynchronously and synchronously, over one implementation`(
      name: String
    ) async throws {
      let backends = try Backends()
      var request = ResourceRequest("/x", method: try #require(RequestMethod(name)))
      if name == "POST" { request.body = .form(["a": "1"]) }
      let sent = request
      let awaited = try EchoedRequest(json: try await backends.client.send(sent).data)
      let blocked = try EchoedRequest(
        json: try await onPlainThread { try backends.client.sendAndWait(sent).data }
      )
      #expect(awaited.method == name)
      #expect(awaited.method == blocked.method && awaited.target == blocked.target)
      #expect(awaited.headers == blocked.headers && awaited.body == blocked.body)
    }

    @Test func `R2: a parameter object is paired with its response object`() async throws {
      struct Search: ParameterizedRequest {
        struct Value: Decodable, Sendable { var target: String }
        var prefix: String

        func makeRequest() -> ResourceRequest {
          var request = ResourceRequest("cities", service: "resorts")
          request.query.set("prefix", to: prefix)
          return request
        }
      }
      let backends = try Backends()
      #expect(try await backends.client.value(for: Search(prefix: "Z")).target == "/resorts/cities?prefix=Z")
      let blocked = try await onPlainThread { try backends.client.valueAndWait(for: Search(prefix: "Y")).target }
      #expect(blocked == "/resorts/cities?prefix=Y")
      let record = CallRecord()
      backends.client.value(for: Search(prefix: "X")) { outcome in
        record.note((try? outcome.get().target) ?? "failed")
        record.end.open()
      }
      try await record.end.wait()
      #expect(record.lines == ["/resorts/cities?prefix=X"])
    }

    @Test func `R3: a completion may leave out success or failure`() async throws {
      let server = try ScriptedServer(
        responses: [ScriptedResponse(200, headers: [], "ok"), ScriptedResponse(404, headers: [], "no")]
      )
      let client = ResourceClient()
      let request = ResourceRequest(server.url())
      let record = CallRecord()
      @Sendable func failure(_ outcome: Result<ResourceResponse, any Error>) {
        do { _ = try outcome.get().successful() } catch { record.complete(.failure(error)) }
      }
      client.send(request) { failure($0) }
      #expect(await client.drain(within: TimeLimit.standard))
      client.send(request) { outcome in
        if let response = try? outcome.get().successful() { record.complete(.success(response)) }
      }
      #expect(await client.drain(within: TimeLimit.standard))
      client.send(ResourceRequest("no base")) { _ in }
      client.send(ResourceRequest("/nowhere")) { failure($0) }
      try await record.end.wait()
      #expect(record.lines == ["failure noGateway"])
    }

    @Test func `C1: a delegate sees response, data and finish in that order`() async throws {
      let server = try ScriptedServer(responses: [ScriptedResponse(201, headers: [], "hello")])
      let record = CallRecord()
      ResourceClient().send(ResourceRequest(server.url()), delegate: record)
      try await record.end.wait()
      #expect(record.lines == ["response 201", "data 5", "finish hello"])
    }

    @Test func `C1: a delegate sees failure, and nothing else, where there is no answer`() async throws {
      let closed = try ClosedPort()
      let record = CallRecord()
      ResourceClient().send(ResourceRequest(closed.url()), delegate: record)
      try await record.end.wait()
      #expect(record.lines == ["failure connectFailed"])
    }

    @Test func `C1: a request is loaded synchronously, on the calling thread`() async throws {
      let server = try ScriptedServer(responses: [ScriptedResponse(200, headers: [], "hello")])
      let text = try await onPlainThread { try ResourceClient().sendAndWait(ResourceRequest(server.url())).text }
      #expect(text == "hello")
      let closed = try ClosedPort()
      let error = await #expect(throws: ResourceError.self) {
        try await onPlainThread { try ResourceClient().sendAndWait(ResourceRequest(closed.url())) }
      }
      #expect(error?.code == .connectFailed)
    }

    @Test func `C5: a task is cancelled while it waits, and the exchange ends on the wire`() async throws {
      let server = try silentServer()
      let client = ResourceClient()
      let task = Task { try await client.send(ResourceRequest(server.url())) }
      try await server.waitForRequests()
      task.cancel()
      await #expect(throws: CancellationError.self) { try await task.value }
      try await server.waitForPeerClose()
    }

    @Test func `C5: a call is cancelled by its handle, and its completion says so once`() async throws {
      let server = try silentServer()
      let record = CallRecord()
      let handle = ResourceClient().send(ResourceRequest(server.url())) { record.complete($0) }
      try await server.waitForRequests()
      handle.cancel()
      handle.cancel()
      try await record.end.wait()
      try await server.waitForPeerClose()
      #expect(record.lines == ["failure CancellationError"])
      #expect(handle.isCancelled)
    }

    @Test func `C4: a delegate receives nothing after it cancelled`() async throws {
      let backends = try Backends()
      let queue = MarkedQueue()
      let cancelled = CallRecord(on: queue) { _, handle in handle?.cancel() }
      backends.client.send(ResourceRequest("/x"), delegate: cancelled, on: .queue(queue.queue))
      #expect(await backends.client.drain(within: TimeLimit.standard))
      // On the serial queue, callbacks of the cancelled call would come before those of this one.
      let other = CallRecord(on: queue)
      backends.client.send(ResourceRequest("/x"), delegate: other, on: .queue(queue.queue))
      try await other.end.wait()
      #expect(cancelled.lines == ["response 200"])
    }

    @Test(arguments: ["success", "failure", "cancelled"])
    func `S3: one completion ends every request, exactly once`(how: String) async throws {
      let server = how == "cancelled" ? try silentServer() : try ScriptedServer.echo()
      let closed = try ClosedPort()
      let client = ResourceClient()
      let queue = MarkedQueue()
      let record = CallRecord(on: queue)
      let handle = client.send(
        ResourceRequest(how == "failure" ? closed.url() : server.url()),
        on: .queue(queue.queue)
      ) { record.complete($0) }
      if how == "cancelled" {
        try await server.waitForRequests()
        handle.cancel()
      }
      try await record.end.wait()
      handle.cancel()
      #expect(await client.drain(within: TimeLimit.standard))
      queue.queue.sync {}
      #expect(record.lines.count == 1)
    }
  }
#endif
