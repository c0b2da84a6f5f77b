// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Foundation
import ResourceRequestCore
import ResourceRequestFoundation
import TestSupport
import Testing

@testable import ResourceRequestCalling

struct DelegateTests {
  @Test func `a delegate receives a whole body if the transport has no streams`() async throws {
    let server = try ScriptedServer(responses: [ScriptedResponse(200, headers: [], "whole")])
    defer { server.stop() }
    let delegate = Listener()
    ResourceClient(transport: URLSessionTransport()).send(
      ResourceRequest(server.url()),
      delegate: delegate,
      on: .immediate
    )
    try await delegate.end.wait()
    #expect(delegate.lines.withLock { $0 } == ["200", "whole", "finished"])
  }

  @Test func `a delegate's body in memory is sent by a transport that takes bodies whole`() async throws {
    let server = try ScriptedServer(responses: [ScriptedResponse(200, headers: [], "whole")])
    defer { server.stop() }
    let delegate = Listener()
    ResourceClient(transport: URLSessionTransport()).send(
      ResourceRequest(server.url(), method: .post, body: .string("hello")),
      delegate: delegate,
      on: .immediate
    )
    try await delegate.end.wait()
    #expect(delegate.lines.withLock { $0 } == ["200", "whole", "finished"])
    #expect(server.requests.first?.text == "hello")
  }

  private final class Listener: ResourceRequestDelegate, Sendable {
    let lines = Lock<[String]>([])
    let end = Gate()

    func request(_ handle: RequestHandle, didReceive head: ResponseHead) {
      lines.withLock { $0.append("\(head.status.code)") }
    }

    func request(_ handle: RequestHandle, didReceive data: Data) {
      lines.withLock { $0.append(String(decoding: data, as: UTF8.self)) }
    }

    func request(_ handle: RequestHandle, didFailWith error: any Error) {
      lines.withLock { $0.append("\(error)") }
      end.open()
    }

    func request(_ handle: RequestHandle, didFinishWith response: ResourceResponse) {
      lines.withLock { $0.append("finished") }
      end.open()
    }
  }
}
