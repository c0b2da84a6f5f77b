// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Curl
  import Foundation
  import ResourceRequestKit
  import TestSupport
  import Testing

  /// Tasks that run on the transport's own thread, and threads that end with their client.
  struct ExecutorTests {
    @Test func `a task that prefers the transport's executor sends without leaving its thread`() async throws {
      let server = try ScriptedServer.echo()
      let transport = CurlTransport()
      let client = ResourceClient(transport: transport)
      let request = ResourceRequest(server.url("/x"))
      let (before, after, status) = try await withTaskExecutorPreference(transport.taskExecutor) {
        let before = transport.capabilities.needsCurrentThread
        let response = try await client.send(request)
        return (before, transport.capabilities.needsCurrentThread, response.status)
      }
      #expect(before && after)
      #expect(status == 200)
      #expect(!transport.capabilities.needsCurrentThread)
    }

    @Test func `a blocking call on the transport's own thread is refused`() async throws {
      let server = try ScriptedServer.echo()
      let transport = CurlTransport()
      let client = ResourceClient(transport: transport)
      let request = ResourceRequest(server.url("/x"))
      // Hides the blocking call, as in a caller that does not know that it blocks.
      func wrapper() throws -> ResourceResponse { try client.sendAndWait(request) }
      let error = await withTaskExecutorPreference(transport.taskExecutor) {
        #expect(throws: ResourceError.self) { try wrapper() }
      }
      #expect(error?.code == .wouldBlock)
      #expect(server.connections.isEmpty)
      #expect(try await client.send(request).status == 200)
    }

    @Test(arguments: [false, true])
    func `a thousand concurrent requests are answered, each with its own answer`(onLoop: Bool) async throws {
      let server = try ScriptedServer.echo()
      var configuration = ResourceConfiguration()
      configuration.defaults.maxConnections = 16
      let transport = CurlTransport()
      let client = ResourceClient(configuration: configuration, transport: transport)
      let targets = try await withTaskExecutorPreference(onLoop ? transport.taskExecutor : nil) {
        try await withThrowingTaskGroup(of: Bool.self) { group in
          for number in 0..<1000 {
            group.addTask {
              let response = try await client.send(ResourceRequest(server.url("/\(number)")))
              return try EchoedRequest(json: response.data).target == "/\(number)"
            }
          }
          return try await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
        }
      }
      #expect(targets == 1000)
      #expect(await client.drain(within: .zero))
    }

    @Test func `a client that is let go while idle ends, and so does its connection`() async throws {
      let server = try ScriptedServer.echo()
      func use() async throws {
        let client = ResourceClient()
        #expect(try await client.send(ResourceRequest(server.url("/x"))).status == 200)
      }
      try await use()
      try await server.waitForPeerClose(of: 0)
    }

    @Test func `a client that is let go under way ends after its last answer`() async throws {
      let server = try ScriptedServer.echo()
      let record = CallRecord()
      ResourceClient().send(ResourceRequest(server.url("/x")), on: .immediate) { record.complete($0) }
      try await record.end.wait()
      #expect(record.lines == ["success 200"])
      try await server.waitForPeerClose(of: 0)
    }
  }
#endif
