// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Foundation
import ResourceRequestTesting
import Synchronization
import Testing

@testable import ResourceRequestCalling
@testable import ResourceRequestCore

/// The requests of every day, by their methods.
struct VerbTests {
  private struct City: Codable, Sendable, Equatable {
    var name: String
    var people: Int
  }

  private final class TimeLeft: Middleware {
    let seen = Mutex<Duration?>(nil)

    func send(_ request: ResolvedRequest, context: CallContext, next: Next) async throws -> TransportResponse {
      seen.withLock { $0 = context.remaining }
      return try await next(request, context: context)
    }
  }

  private static let berlin = City(name: "Berlin", people: 3_700_000)

  private static func client(_ response: TransportResponse) throws -> (ResourceClient, StubTransport) {
    let transport = StubTransport { _, _ in response }
    let configuration = try ResourceConfiguration(
      json: #"{"backendServices": [{"service": "geo", "baseUrl": "https://geo.example/v1"}]}"#
    )
    return (ResourceClient(configuration: configuration, transport: transport), transport)
  }

  private static func answering(_ status: Status = .ok) throws -> (ResourceClient, StubTransport) {
    try client(.json(["name": "Berlin", "people": 3_700_000], status: status))
  }

  @Test func `get decodes what its parameters ask for`() async throws {
    let (client, transport) = try Self.answering()
    let city = try await client.get(
      "cities/{name}",
      as: City.self,
      service: "geo",
      pathParameters: ["name": "B/1"],
      query: ["lang": "de"],
      headers: ["X-Trace": "7"]
    )
    #expect(city == Self.berlin)
    let request = try #require(transport.requests.first)
    #expect(request.method == .get)
    #expect(request.url.string == "https://geo.example/v1/cities/B%2F1?lang=de")
    #expect(request.headers["X-Trace"] == "7")
    let inferred: City = try await client.get("cities/Berlin", service: "geo")
    #expect(inferred == Self.berlin)
  }

  @Test func `get gives the response where nothing is to be decoded`() async throws {
    let (client, _) = try Self.answering()
    let response = try await client.get("cities/Berlin", service: "geo")
    #expect(response.json?["name"] == "Berlin")
    let name = "cities/Berlin"
    #expect(try await client.get(name, service: "geo").status == .ok)
    let (missing, _) = try Self.answering(.notFound)
    await #expect(throws: ResourceError.self) { try await missing.get("cities/Berlin", service: "geo") }
  }

  @Test func `post sends JSON and decodes the answer`() async throws {
    let (client, transport) = try Self.answering(.created)
    let city = try await client.post("cities", Self.berlin, as: City.self, service: "geo", headers: ["X-Trace": "7"])
    #expect(city == Self.berlin)
    let request = try #require(transport.requests.first)
    #expect(request.method == .post)
    #expect(request.headers["Content-Type"] == "application/json")
    #expect(request.headers["X-Trace"] == "7")
    #expect(request.body?.bytes == Data(#"{"name":"Berlin","people":3700000}"#.utf8))
  }

  @Test func `put and delete return the response`() async throws {
    let (client, transport) = try Self.client(.status(.noContent))
    #expect(
      try await client.put("cities/Berlin", Self.berlin, service: "geo", headers: ["If-Match": "\"a\""]).status
        == .noContent
    )
    try await client.delete("cities/Berlin", service: "geo", query: ["now": true])
    #expect(transport.requests.map(\.method) == [.put, .delete])
    #expect(transport.requests.map { $0.headers["If-Match"] } == ["\"a\"", nil])
    #expect(transport.requests.last?.url.query == "now=true")
    #expect(transport.requests.last?.body == nil)
  }

  @Test func `post returns the response where nothing is decoded`() async throws {
    let (client, transport) = try Self.client(.status(.created, headers: ["Location": "/v1/cities/7"]))
    try await client.post("cities", Self.berlin, service: "geo")
    let response = try await client.post("cities" as String, Self.berlin, service: "geo")
    #expect(response.headers["Location"] == "/v1/cities/7")
    #expect(transport.requests.map(\.method) == [.post, .post])
    #expect(transport.requests.allSatisfy { $0.body?.bytes == Data(#"{"name":"Berlin","people":3700000}"#.utf8) })
  }

  @Test(arguments: ["get", "post", "send", "put", "delete"], [true, false])
  func `a time limit of the call goes before that of its service`(call: String, isLiteral: Bool) async throws {
    let transport = StubTransport { _, _ in .json(["name": "Berlin", "people": 1]) }
    let configuration = try ResourceConfiguration(
      json: #"{"backendServices": [{"service": "geo", "baseUrl": "https://geo.example", "timeouts": {"total": "9s"}}]}"#
    )
    let clock = TimeLeft()
    let client = ResourceClient(
      configuration: configuration,
      transport: transport,
      options: ClientOptions(middleware: [clock])
    )
    let limit = Duration.seconds(3)
    let (text, target) = ("x", RequestTarget("x"))
    let body = Self.berlin
    let type = City.self
    switch (call, isLiteral) {
    case ("get", true): _ = try await client.get(target, as: type, service: "geo", timeout: limit)
    case ("get", false): _ = try await client.get(text, as: type, service: "geo", timeout: limit)
    case ("post", true): _ = try await client.post(target, body, as: type, service: "geo", timeout: limit)
    case ("post", false): _ = try await client.post(text, body, as: type, service: "geo", timeout: limit)
    case ("send", true): try await client.post(target, body, service: "geo", timeout: limit)
    case ("send", false): try await client.post(text, body, service: "geo", timeout: limit)
    case ("put", true): try await client.put(target, body, service: "geo", timeout: limit)
    case ("put", false): try await client.put(text, body, service: "geo", timeout: limit)
    case (_, true): try await client.delete(target, service: "geo", timeout: limit)
    case (_, false): try await client.delete(text, service: "geo", timeout: limit)
    }
    let request = try #require(transport.requests.first)
    #expect(request.method == (call == "send" ? .post : RequestMethod(call.uppercased())))
    #expect(try #require(clock.seen.withLock { $0 }) <= limit)
  }

  @Test func `a status that is not 2xx is an error with the response`() async throws {
    let (client, _) = try Self.answering(.notFound)
    for call in ["get", "post", "put", "delete"] {
      let error = await #expect(throws: ResourceError.self) {
        switch call {
        case "get": _ = try await client.get("x", as: City.self, service: "geo")
        case "post": _ = try await client.post("x", Self.berlin, as: City.self, service: "geo")
        case "put": try await client.put("x", Self.berlin, service: "geo")
        default: try await client.delete("x", service: "geo")
        }
      }
      #expect(error?.code == .unsuccessfulStatus)
      #expect(error?.response?.status == .notFound)
    }
  }

  @Test func `a status of a name has its number and its phrase`() {
    let named: [Status] = [
      .ok, .created, .accepted, .noContent, .notModified, .badRequest, .unauthorized, .forbidden, .notFound, .conflict,
      .preconditionFailed, .tooManyRequests, .internalServerError, .badGateway, .serviceUnavailable, .gatewayTimeout,
    ]
    #expect(
      named.map(\.code) == [200, 201, 202, 204, 304, 400, 401, 403, 404, 409, 412, 429, 500, 502, 503, 504]
    )
    #expect(named.allSatisfy { !$0.reasonPhrase.isEmpty })
  }

  @Test func `identifiers, decimals and dictionaries are parameters`() async throws {
    let (client, transport) = try Self.answering()
    let id = try #require(UUID(uuidString: "0B6A1E5C-3F0E-4B1B-9C5D-2A0E5B7C9D11"))
    let filters = ["z": "1", "a": "ü", "m": "x y"]
    _ = try await client.get(
      "cities/{id}/{price}",
      as: City.self,
      service: "geo",
      pathParameters: ["id": id, "price": Decimal(string: "10.50") ?? 0],
      query: QueryParameters(filters)
    )
    #expect(
      transport.requests.first?.url.string
        == "https://geo.example/v1/cities/0B6A1E5C-3F0E-4B1B-9C5D-2A0E5B7C9D11/10.5?a=%C3%BC&m=x%20y&z=1"
    )
  }
}
