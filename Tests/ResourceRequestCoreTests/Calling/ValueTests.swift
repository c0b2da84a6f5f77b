// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Foundation
import ResourceRequestTesting
import Testing

@testable import ResourceRequestCalling
@testable import ResourceRequestCore
@testable import ResourceRequestStreaming

/// Values from every form of call, and the decoders and encodings of the client.
struct ValueTests {
  private struct City: Codable, Sendable, Equatable {
    var longName: String
  }

  /// A custom format: the body is the name.
  private struct Bare: ResponseDecoder {
    func decode<Value: Decodable>(_ type: Value.Type, from response: ResourceResponse) throws -> Value {
      try ResourceJSONDecoder().decode(type, from: Data(#"{"longName": "\#(response.text)"}"#.utf8))
    }
  }

  private let configuration = try? ResourceConfiguration(
    json:
      #"{"backendServices": [{"service": "a", "baseUrl": "http://a.example"}, {"service": "b", "baseUrl": "http://b.example"}]}"#
  )

  private func client(_ text: String, _ options: ClientOptions = ClientOptions()) throws -> ResourceClient {
    let configuration = try #require(configuration)
    return ResourceClient(
      configuration: configuration,
      transport: StubTransport { _, _ in .text(text) },
      options: options
    )
  }

  private func body(_ request: ResourceRequest, _ options: ClientOptions) async throws -> String {
    let client = ResourceClient(
      configuration: try #require(configuration),
      transport: StubTransport { request, _ in
        var data = Data()
        if let chunks = try await request.body?.chunks() { for try await chunk in chunks { data.append(chunk) } }
        return .text(String(decoding: data, as: UTF8.self))
      },
      options: options
    )
    return try await client.send(request).text
  }

  @Test func `the client's decoder is that of responses, streams and events too`() async throws {
    let snake = ResourceJSONDecoder(keys: .convertFromSnakeCase)
    let text = #"{"long_name": "Zermatt"}"#
    let city = City(longName: "Zermatt")
    let request = ResourceRequest("x", service: "a")
    var service = ClientOptions()
    service.decoder = Bare()
    service.services["a"] = ServiceOptions(decoder: snake)
    for options in [ClientOptions(decoder: snake), service] {
      let client = try client(text, options)
      #expect(try await client.send(request).decode(City.self) == city)
      #expect(try await client.stream(request).collect().decode(City.self) == city)
      for try await one in try await client.stream(request).elements(of: City.self) { #expect(one == city) }
      for try await one in try await client.stream(request).jsonLines(of: City.self) { #expect(one == city) }
      let sequence = try self.client("\u{1E}\(text)\n", options)
      for try await one in try await sequence.stream(request).jsonSequence(of: City.self) { #expect(one == city) }
      let events = ResourceClient(
        configuration: try #require(configuration),
        transport: StubTransport { _, _ in
          TransportResponse(
            status: 200,
            headers: ["Content-Type": "text/event-stream"],
            body: IncomingBody(Data("data: \(text)\n\n".utf8))
          )
        },
        options: options
      )
      for try await event in events.events(request) {
        #expect(try event.decode(City.self) == city)
        break
      }
    }
    // Where a service has a format of its own, the JSON of streams is read as the client says.
    var mixed = ClientOptions(decoder: snake)
    mixed.services["a"] = ServiceOptions(decoder: Bare())
    #expect(try await client("Zermatt", mixed).send(request).decode(City.self) == city)
    for try await one in try await client(text, mixed).stream(request).elements(of: City.self) { #expect(one == city) }
    await #expect(throws: ResourceError.self) { _ = try await client(text).send(request).decode(City.self) }
  }

  @Test func `a value comes by await, by callback and by waiting`() async throws {
    let client = try client(#"{"longName": "Zermatt"}"#)
    let request = ResourceRequest("x", service: "a")
    let city = City(longName: "Zermatt")
    #expect(try await client.value(City.self, for: request) == city)
    let called = try await withCheckedThrowingContinuation { continuation in
      _ = client.value(City.self, for: request, on: .immediate) { continuation.resume(with: $0) }
    }
    #expect(called == city)
    let waited = try await withCheckedThrowingContinuation { continuation in
      Thread { continuation.resume(with: Result { try client.valueAndWait(City.self, for: request) }) }.start()
    }
    #expect(waited == city)
  }

  @Test func `a callback gets the error of a status and of a body that does not fit`() async throws {
    for (text, request) in [("[]", ResourceRequest("x", service: "a")), ("", ResourceRequest("x", service: "a"))] {
      let client = try client(text)
      await #expect(throws: ResourceError.self) {
        try await withCheckedThrowingContinuation { continuation in
          _ = client.value(City.self, for: request, on: .immediate) { continuation.resume(with: $0) }
        }
      }
    }
  }

  @Test func `the client's decoder is used where a call names none, and a service's before it`() async throws {
    var options = ClientOptions()
    options.decoder = Bare()
    options.services["b"] = ServiceOptions(decoder: ResourceJSONDecoder(keys: .convertFromSnakeCase))
    let bare = try client("Bern", options)
    #expect(try await bare.value(City.self, for: ResourceRequest("x", service: "a")).longName == "Bern")
    let snake = try client(#"{"long_name": "Chur"}"#, options)
    #expect(try await snake.value(City.self, for: ResourceRequest("x", service: "b")).longName == "Chur")
    let json = try client(#"{"longName": "Visp"}"#, options)
    let named = ResourceJSONDecoder()
    #expect(try await json.value(City.self, for: ResourceRequest("x", service: "a"), by: named).longName == "Visp")
    options.services["b"]?.decoder = Bare()
    let other = try client("Brig", options)
    #expect(try await other.value(City.self, for: ResourceRequest("x", service: "b")).longName == "Brig")
  }

  @Test func `the client's encoding is used where a body names none, and a service's before it`() async throws {
    var options = ClientOptions()
    options.encoder = ResourceJSONEncoder(keys: .convertToSnakeCase)
    options.services["b"] = ServiceOptions(encoder: ResourceJSONEncoder(keys: .custom { _ in UpperCase() }))
    let city = City(longName: "Bern")
    func sent(_ service: String, _ body: ResourceRequest.Body, _ options: ClientOptions) async throws -> String {
      try await self.body(ResourceRequest("x", method: .post, service: service, body: body), options)
    }
    #expect(try await sent("a", .json(city), options) == #"{"long_name":"Bern"}"#)
    #expect(try await sent("b", .json(city), options) == #"{"LONG":"Bern"}"#)
    #expect(try await sent("a", .json(city), ClientOptions()) == #"{"longName":"Bern"}"#)
    #expect(try await sent("a", .json(city, encoder: ResourceJSONEncoder()), options) == #"{"longName":"Bern"}"#)
    #expect(try await sent("a", .json(["longName": 1]), options) == #"{"longName":1}"#)
  }

  @Test func `variables of several types are encoded as the client says, and as a service before it`() async throws {
    var options = ClientOptions(encoder: ResourceJSONEncoder(dates: .iso8601, keys: .convertToSnakeCase))
    let other = ResourceJSONEncoder(dates: .secondsSince1970, layout: .sortedKeys)
    options.services["b"] = ServiceOptions(encoder: other)
    let (id, city, none) = (7, City(longName: "Bern"), String?.none)
    func sent(_ service: String, _ body: ResourceRequest.Body, _ options: ClientOptions) async throws -> String {
      try await self.body(ResourceRequest("x", method: .post, service: service, body: body), options)
    }
    let body = ResourceRequest.Body.json(["id": 7, "at": Date(timeIntervalSince1970: 0)])
    #expect(try await sent("a", body, options) == #"{"id":7,"at":"1970-01-01T00:00:00Z"}"#)
    #expect(try await sent("b", body, options) == #"{"at":0,"id":7}"#)
    #expect(try await sent("a", body, ClientOptions()) == #"{"id":7,"at":-978307200}"#)
    // The names are the caller's, those inside are the types'.
    let nested = ResourceRequest.Body.json(["cityID": id, "city": city, "none": none])
    #expect(try await sent("a", nested, options) == #"{"cityID":7,"city":{"long_name":"Bern"},"none":null}"#)
    let same = ResourceRequest.Body.json(["id": 7, "at": Date(timeIntervalSince1970: 0)])
    #expect(body == same)
    #expect(body != nested)
    let error = await #expect(throws: ResourceError.self) {
      try await sent("a", .json(["id": id, "ratio": Double.nan]), options)
    }
    #expect(error?.code == .invalidBody)
  }

  @Test func `a value that only the client's options can encode is sent, and any other is an error`() async throws {
    var options = ClientOptions()
    let strings = JSONEncoder.NonConformingFloatEncodingStrategy.convertToString(
      positiveInfinity: "∞",
      negativeInfinity: "-∞",
      nan: "?"
    )
    options.encoder = ResourceJSONEncoder(nonConformingFloats: strings)
    let request = ResourceRequest("x", method: .post, service: "a", body: .json([Double.nan]))
    #expect(try await body(request, options) == #"["?"]"#)
    let error = await #expect(throws: ResourceError.self) { try await body(request, ClientOptions()) }
    #expect(error?.code == .invalidBody)
  }

  @Test func `options print what is set, and no secret`() {
    #expect("\(ClientOptions())" == "the standard options of a client")
    var options = ClientOptions(
      defaultParameters: [.constant("api_key", "hush")],
      authorization: AuthorizationOptions(credentialStore: InMemoryCredentialStore()),
      cookies: .inMemory,
      userAgent: "app/1"
    )
    options.decoder = Bare()
    #expect(
      "\(options)"
        == "options of a client: 1 default parameters, authorization, cookies, user agent \"app/1\", decoder Bare"
    )
    #expect("\(options.authorization)" == "credential store InMemoryCredentialStore")
    var dumped = ""
    dump(options, to: &dumped)
    #expect(!dumped.contains("hush"))
  }
}

private struct UpperCase: CodingKey {
  let stringValue = "LONG"
  let intValue: Int? = nil
  init() {}
  init?(stringValue: String) { nil }
  init?(intValue: Int) { nil }
}
