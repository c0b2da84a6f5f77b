// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Foundation
import ResourceRequestTesting
import Testing

@testable import ResourceRequestCore

/// Redirects: what is sent to the next hop, and what is dropped.
struct HopDriverTests {
  private static let moved = "http://a.example/b/moved"

  /// Sends a request to a service that responds with a redirect; returns all requests and the response.
  private func follow(
    to location: String,
    status: Status = 302,
    method: RequestMethod = .get,
    body: ResourceRequest.Body? = nil,
    credential: ServiceCredential? = .bearer("t0ken"),
    _ change: (inout ResourceRequest) -> Void = { _ in }
  ) async throws -> (requests: [ResolvedRequest], response: ResourceResponse) {
    let stub = StubTransport { request, _ in
      request.url.path == "/b/start" ? .status(status, headers: ["Location": location]) : .text("end")
    }
    let service = BackendService(
      name: "s",
      baseURL: try ResourceURL("http://a.example/b/"),
      credential: credential,
      settings: ServiceSettings(
        timeouts: Timeouts(read: .seconds(3)),
        headers: ["X-Service": "1"],
        limits: ResponseLimits(bodyBytes: 77)
      )
    )
    let client = ResourceClient(
      configuration: ResourceConfiguration(defaults: ServiceSettings(headers: ["X-All": "1"]), services: [service]),
      transport: stub
    )
    var request = ResourceRequest("start", method: method, service: "s")
    request.body = body
    change(&request)
    let response = try await client.send(request)
    return (stub.requests, response)
  }

  @Test func `to the same origin everything goes along`() async throws {
    let (requests, response) = try await follow(to: "moved") { request in
      request.headers = ["Cookie": "c", "X-Api-Key": "k", "Host": "virtual.example", "X-Own": "1"]
    }
    #expect(requests.count == 2)
    #expect(requests[1].url.string == Self.moved)
    #expect(requests[1].headers == requests[0].headers)
    #expect(requests[1].headers["Authorization"] == "Bearer t0ken")
    #expect(requests[1].headers["Host"] == "virtual.example")
    #expect(requests[1].service == "s")
    #expect(requests[1].options.bodyLimit == 77)
    #expect(response.service == "s")
  }

  @Test(arguments: [
    (307, "moved", "\"order-7\""), (303, "moved", nil), (307, "http://other.example/", nil),
  ])
  func `an idempotency key goes along with its request only`(_ status: Int, _ location: String, _ key: String?)
    async throws
  {
    let (requests, _) = try await follow(to: location, status: Status(status), method: .post, body: .string("order")) {
      $0.idempotencyKey = "order-7"
    }
    #expect(requests.map { $0.headers["Idempotency-Key"] } == ["\"order-7\"", key])
  }

  @Test(arguments: [307, 308])
  func `an idempotency key goes along with a request without a body`(_ status: Int) async throws {
    let (requests, _) = try await follow(to: "moved", status: Status(status), method: .post) {
      $0.idempotencyKey = "order-7"
    }
    #expect(requests.map { $0.headers["Idempotency-Key"] } == ["\"order-7\"", "\"order-7\""])
  }

  @Test func `to another origin those fields go along that the caller allows`() async throws {
    let (requests, _) = try await follow(to: "http://b.example/x") { request in
      request.headers = ["X-Own": "1", "x-tenant": "t", "X-Other": "o", "Host": "virtual.example"]
      request.redirects = .follow.carrying(headers: ["x-own", "X-Tenant", "Host"])
    }
    let next = try #require(requests.last)
    #expect(next.headers["X-Own"] == "1")
    #expect(next.headers["X-Tenant"] == "t")
    #expect(!next.headers.contains("X-Other") && !next.headers.contains("Host"))
  }

  @Test(arguments: [
    "http://b.example/x", "http://a.example:8080/x", "https://a.example/x", "http://sub.a.example/x",
    "//b.example/x", "http://a.example@b.example/",
  ])
  func `no credentials are sent to another origin`(location: String) async throws {
    let (requests, response) = try await follow(to: location) { request in
      request.headers = [
        "Authorization": "Basic c2VjcmV0", "Cookie": "c", "X-Api-Key": "k", "x-session-id": "s", "X-Auth-Token": "t",
        "Proxy-Authorization": "p", "Host": "virtual.example", "X-Own": "1", "Accept": "text/html", "baggage": "b",
        "traceparent": "00-1", "If-None-Match": "e", "X-Tenant": "t", "Idempotency-Key": "i", "X-JWT": "j",
      ]
    }
    let next = try #require(requests.last)
    #expect(requests.count == 2)
    #expect(requests[0].headers["Authorization"] == "Basic c2VjcmV0")
    #expect(next.headers.names.sorted() == ["Accept", "If-None-Match", "User-Agent", "X-All"])
    #expect(next.headers["Accept"] == "text/html")
    #expect(next.service == nil)
    #expect(next.url.userInfo == nil)
    #expect(next.options.bodyLimit == 64 << 20)
    #expect(next.options.readTimeout == .seconds(30))
    #expect(response.request.service == nil)
  }

  @Test func `the service's credential stays behind in each of its forms`() async throws {
    let credentials: [ServiceCredential] = [
      .bearer("s3cret"), .basic(username: "u", password: "s3cret"), .apiKey("s3cret", name: "k", policy: .basic),
      .apiKey("s3cret", name: "X-Plain", policy: .header), .apiKey("s3cret", name: "k", policy: .query),
    ]
    for credential in credentials {
      let (requests, _) = try await follow(to: "http://b.example/x", credential: credential)
      #expect("\(requests[0].url.string)\(requests[0].headers.map(\.value))" != "http://a.example/b/start[]")
      #expect(requests[1].url.string == "http://b.example/x")
      #expect(requests[1].headers.names.sorted() == ["Accept", "User-Agent", "X-All"])
      let (same, response) = try await follow(to: "moved?a=1", credential: credential)
      if credential == credentials[4] { #expect(same[1].url.query == "a=1&k=s3cret") }
      #expect(!response.url.string.contains("s3cret"))
    }
  }

  @Test func `what stayed behind is not brought back by a third hop`() async throws {
    let stub = StubTransport(script: [
      .respond(.status(302, headers: ["Location": "http://b.example/"])),
      .respond(.status(302, headers: ["Location": "http://a.example/b/again"])), .respond(.text("end")),
    ])
    let service = BackendService(name: "s", baseURL: try ResourceURL("http://a.example/b"), credential: .bearer("t"))
    let client = ResourceClient(configuration: ResourceConfiguration(services: [service]), transport: stub)
    var request = ResourceRequest("x", service: "s")
    request.headers["Cookie"] = "c"
    let response = try await client.send(request)
    #expect(response.redirects.count == 2)
    #expect(response.redirects.map(\.url.origin.host) == ["a.example", "b.example"])
    #expect(stub.requests[2].headers["Authorization"] == nil)
    #expect(stub.requests[2].headers["Cookie"] == nil)
  }

  @Test func `a body is sent again with its content type, or dropped with it`() async throws {
    for location in ["moved", "http://b.example/x"] {
      let kept = try await follow(to: location, status: 307, method: .post, body: .json(["a": 1])).requests
      #expect(kept[1].method == .post)
      #expect(kept[1].body == kept[0].body)
      #expect(kept[1].headers["Content-Type"] == "application/json")
      let dropped = try await follow(to: location, status: 303, method: .post, body: .json(["a": 1])).requests
      #expect(dropped[1].method == .get)
      #expect(dropped[1].body == nil)
      #expect(!dropped[1].headers.contains("Content-Type"))
    }
  }

  @Test func `a closure decides, and sees where it would go`() async throws {
    for follows in [true, false] {
      let seen = Lock<[ProposedRedirect]>([])
      let (requests, response) = try await follow(to: "https://b.example/x", status: 303, method: .post) { request in
        request.redirects = .decide { proposal in
          seen.withLock { $0.append(proposal) }
          return follows
        }
      }
      #expect(requests.count == (follows ? 2 : 1))
      #expect(response.status == (follows ? 200 : 303))
      let proposal = try #require(seen.withLock { $0.first })
      #expect(proposal.status == 303)
      #expect(proposal.method == .get)
      #expect(proposal.source.string == "http://a.example/b/start")
      #expect(proposal.destination.string == "https://b.example/x")
      #expect(proposal.followed == 0)
    }
  }

  @Test func `a loop ends with an error that has the last answer inside`() async throws {
    let stub = StubTransport { request, _ in .status(302, headers: ["Location": request.url.string]) }
    let client = ResourceClient(transport: stub)
    var request = ResourceRequest("http://a.example/loop")
    request.redirects = .follow(limit: 3)
    let sent = request
    let error = await #expect(throws: ResourceError.self) { try await client.send(sent) }
    #expect(error?.code == .tooManyRedirects)
    #expect(error?.response?.status == 302)
    #expect(error?.response?.redirects.count == 3)
    #expect(error?.mayHaveExecuted == true)
    #expect(stub.requests.count == 4)
  }

  @Test func `a failure after a redirect does not forget that a server acted`() async throws {
    let stub = StubTransport(script: [
      .respond(.status(303, headers: ["Location": "/done"])), .fail(.connectFailed, phase: .connecting),
    ])
    let error = await #expect(throws: ResourceError.self) {
      try await ResourceClient(transport: stub).send(ResourceRequest("http://a.example/order", method: .post))
    }
    #expect(error?.code == .connectFailed)
    #expect(error?.request?.url?.path == "/done")
    #expect(error?.mayHaveExecuted == true)
  }

  @Test func `one deadline holds over all hops`() async throws {
    let clock = ManualClock()
    let deadlines = Lock<[Duration?]>([])
    let stub = StubTransport { request, context in
      deadlines.withLock { $0.append(context.remaining) }
      clock.advance(by: .seconds(4))
      return .status(302, headers: ["Location": "/next"])
    }
    let client = ResourceClient(
      transport: stub,
      options: ClientOptions(environment: RequestEnvironment(clock: clock))
    )
    let error = await #expect(throws: ResourceError.self) {
      try await client.send(ResourceRequest("http://a.example/", timeout: .seconds(10)))
    }
    #expect(error?.code == .deadlineExceeded)
    #expect(deadlines.withLock { $0 } == [.seconds(10), .seconds(6), .seconds(2)])
  }
}

extension ResourceResponse {
  fileprivate var service: String? { request.service }
}
