// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Foundation
import ResourceRequestTesting
import TestSupport
import Testing

@testable import ResourceRequestCore

/// What a redirect keeps of a request, and of its time.
struct RedirectedRequestTests {
  private func fields(after status: Status, _ method: RequestMethod) async throws -> Headers? {
    let stub = StubTransport { request, _ in
      request.url.path == "/a" ? .status(status, headers: ["Location": "/b"]) : .status(200)
    }
    var request = ResourceRequest("http://h.example/a", method: method)
    request.headers["If-Match"] = "\"1\""
    request.headers["Range"] = "bytes=0-9"
    request.headers["X-Other"] = "x"
    _ = try await ResourceClient(transport: stub).send(request)
    return stub.requests.last?.headers
  }

  @Test func `a GET in place of a PUT has no condition of what the PUT would have changed`() async throws {
    let headers = try await fields(after: 303, .put)
    #expect(headers?["If-Match"] == nil && headers?["Range"] == nil && headers?["X-Other"] == "x")
  }

  @Test func `a call that follows leaves the bodies of redirects at other origins, whatever other requests there do`()
    async throws
  {
    let stub = StubTransport { request, _ in
      request.url.path == "/a" ? .status(302, headers: ["Location": "http://o.example/b"]) : .status(200)
    }
    let client = ResourceClient(
      configuration: try ResourceConfiguration(
        json: #"""
          {"defaults": {"redirects": "refuse"},
           "backendServices": [{"service": "s", "baseUrl": "http://h.example", "redirects": "follow"}]}
          """#
      ),
      transport: stub
    )
    _ = try await client.send(ResourceRequest("a", service: "s"))
    #expect(stub.requests.last?.url.string == "http://o.example/b")
    #expect(stub.requests.last?.options.streamsRedirects == true)
  }

  @Test func `nor has it where another redirect leads to another origin`() async throws {
    let stub = StubTransport { request, _ in
      switch request.url.path {
      case "/a": .status(303, headers: ["Location": "/b"])
      case "/b": .status(302, headers: ["Location": "http://o.example/c"])
      default: .status(200)
      }
    }
    var request = ResourceRequest("http://h.example/a", method: .put)
    request.headers["If-Match"] = "\"1\""
    _ = try await ResourceClient(transport: stub).send(request)
    #expect(stub.requests.last?.url.string == "http://o.example/c" && stub.requests.last?.headers["If-Match"] == nil)
  }

  @Test(arguments: [(Status(307), RequestMethod.put), (301, .get)])
  func `the same method has the same conditions`(_ status: Status, _ method: RequestMethod) async throws {
    let headers = try await fields(after: status, method)
    #expect(headers?["If-Match"] == "\"1\"" && headers?["Range"] == "bytes=0-9")
  }

  @Test func `who decides about a redirect has no more time than the call`() async throws {
    let clock = ManualClock()
    let client = ResourceClient(
      transport: StubTransport { _, _ in .status(302, headers: ["Location": "/b"]) },
      options: ClientOptions(environment: RequestEnvironment(clock: clock))
    )
    var request = ResourceRequest("http://h.example/a", timeout: .seconds(5))
    request.redirects = .decide { _ in
      try? await Gate().wait()
      return true
    }
    let call = Task { [request] in try await client.send(request) }
    try await clock.waitForSleepers(1)
    clock.advance(by: .seconds(5))
    let error = await #expect(throws: ResourceError.self) { try await call.value }
    #expect(error?.code == .deadlineExceeded && error?.mayHaveExecuted == true)
  }

  @Test func `a secret of the path is not shown where a redirect leads`() async throws {
    let stub = StubTransport { request, _ in
      request.url.path == "/keys/hush" ? .status(301, headers: ["Location": "/v1/keys/hush/"]) : .status(200)
    }
    var request = ResourceRequest("http://h.example/keys/{token}")
    request.pathParameters["token"] = "hush"
    let response = try await ResourceClient(transport: stub).send(request)
    #expect(response.url.path == "/v1/keys/hush/")
    #expect(!"\(response.url) \(response.redirects)".contains("hush"))
  }

  @Test(arguments: [(Status(307), "bytes 5-9/10"), (308, "bytes 5-9/10"), (303, nil)] as [(Status, String?)])
  func `a part stays a part at another origin, and a GET is none`(_ status: Status, _ range: String?) async throws {
    let stub = StubTransport { request, _ in
      request.url.path == "/a" ? .status(status, headers: ["Location": "http://o.example/b"]) : .status(200)
    }
    var request = ResourceRequest("http://h.example/a", method: .put, body: .string("56789"))
    request.headers["Content-Range"] = "bytes 5-9/10"
    _ = try await ResourceClient(transport: stub).send(request)
    #expect(stub.requests.last?.headers["Content-Range"] == range)
    #expect((stub.requests.last?.body == nil) == (range == nil))
  }

  @Test func `a secret of the path is not shown in the query behind a redirect`() async throws {
    let stub = StubTransport { request, _ in
      request.url.path == "/keys/hush"
        ? .status(302, headers: ["Location": "/login?next=/keys/hush#hush"]) : .status(200)
    }
    var request = ResourceRequest("http://h.example/keys/{token}")
    request.pathParameters["token"] = "hush"
    let response = try await ResourceClient(transport: stub).send(request)
    #expect(response.url.query == "next=/keys/hush")
    #expect(!"\(response.url.redacted()) \(response.redirects)".contains("hush"))
  }

  @Test func `a body that is produced while it is sent has no default time limit`() async throws {
    let stub = StubTransport { _, _ in .status(200) }
    let client = ResourceClient(transport: stub)
    func deadline(_ body: ResourceRequest.Body?, _ total: Timeout? = nil) throws -> Duration? {
      var request = ResourceRequest("http://h.example/a", method: .put, body: body)
      request.timeouts.total = total
      return try client.lastingRoute(of: request, CallOptions()).totalTimeout
    }
    #expect(try deadline(nil) == .seconds(60) && deadline(.string("x")) == .seconds(60))
    let body = OutgoingBody(length: nil, isReplayable: true) { AsyncThrowingStream<Data, any Error> { $0.finish() } }
    #expect(try deadline(.made(body, type: "a/b")) == nil)
    #expect(try deadline(.made(body, type: "a/b"), .after(.seconds(5))) == .seconds(5))
  }

  @Test func `trailers leave a body in memory its default time limit`() throws {
    let client = ResourceClient(transport: StubTransport { _, _ in .status(200) })
    var request = ResourceRequest("http://h.example/a", method: .put, body: .string("x"))
    request.trailers = RequestTrailers(["X-Sum"]) { ["X-Sum": "1"] }
    #expect(try client.lastingRoute(of: request, CallOptions()).totalTimeout == .seconds(60))
  }
}
