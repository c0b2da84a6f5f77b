// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Curl
  import Foundation
  import ResourceRequestKit
  import TestSupport
  import Testing

  /// The shared client for small programs: one per process, set once.
  ///
  /// There is a single test, since a process has only one shared client.
  struct SharedClientTests {
    @Test func `requests send themselves with the shared client, which is set once`() async throws {
      let server = try ScriptedServer.echo()
      let queue = MarkedQueue()
      let options = ClientOptions(callbackQueue: .queue(queue.queue), userAgent: "shared/1")
      #expect(ResourceClient.setShared(ResourceClient(options: options)))
      #expect(!ResourceClient.setShared(ResourceClient()))
      let request = ResourceRequest(server.url("/x"))
      let echoed = try EchoedRequest(json: try await request.send().data)
      #expect(echoed.headers(named: "User-Agent").first?.hasPrefix("shared/1 ") == true)
      #expect(try await onPlainThread { try request.sendAndWait().status } == 200)
      let completed = CallRecord(on: queue)
      request.send { completed.complete($0) }
      try await completed.end.wait()
      #expect(completed.lines == ["success 200"] && completed.isOnQueue)
      let delegate = CallRecord(on: queue)
      request.send(delegate: delegate)
      try await delegate.end.wait()
      #expect(delegate.lines.count == 3 && delegate.isOnQueue)
      #expect(!ResourceClient.setShared(ResourceClient()))
    }
  }
#endif
