// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Foundation
import ResourceRequestKit

/// Sends every kind of request to the sample gateway, as examples to read and copy.
///
/// Arguments: the gateway's URL, and the backend services' JSON.
@main
struct Tour {
  let gateway: ResourceClient
  let backends: ResourceClient
  let guide = Guide()

  static func main() async {
    do {
      let arguments = CommandLine.arguments
      guard arguments.count == 3 else { throw Guide.Unexpected("usage: tour GATEWAY-URL BACKENDS-JSON") }
      let url = try ResourceURL(arguments[1])
      try await Tour(
        gateway: ResourceClient(configuration: ResourceConfiguration(gateway: Gateway(serverURL: url))),
        backends: ResourceClient(configuration: try ResourceConfiguration(contentsOf: arguments[2]))
      ).run()
      try await SecurityTour.run(at: url)
    } catch {
      FileHandle.standardError.write(Data("tour: \(error)\n".utf8))
      exit(EXIT_FAILURE)
    }
  }

  func run() async throws {
    try await javaAdapter()
    try await javaScriptAdapter()
    try await failedProcedure()
    try await formRequest()
    try await jsonRequest()
    try await headerRequest()
    try await backendServices()
    try await decodedJoke()
  }

  /// A Java adapter takes values everywhere in a request: path, query, form and header.
  func javaAdapter() async throws {
    var request = ResourceRequest("/adapters/JavaAdapter/users/{first}/{middle}/{last}", method: .post)
    request.pathParameters = ["first": "Ann", "middle": "B.", "last": "Ümit/7"]
    request.query.set("age", to: 31)
    request.headers["birthdate"] = "2015-06-06"
    request.body = .form(["height": "175"])
    let user = try await guide.show("A Java adapter: path, query, form and header", request, gateway)
    try guide.expect(user.json?["last"].string == "Ümit/7", "a slash in a value stays a part of it")
  }

  /// A JavaScript adapter takes one list of arguments: in the query for GET, in a form for POST.
  func javaScriptAdapter() async throws {
    for method in [RequestMethod.get, .post] {
      var request = ResourceRequest("/adapters/JavaScriptAdapter/describe", method: method)
      request.procedureParameters = ["two words", 7, ["nested": true]]
      let answer = try await guide.show("A JavaScript adapter by \(method)", request, gateway)
      try guide.expect(answer.adapterResult?.payload["count"] == 3, "three arguments arrive")
    }
  }

  /// A procedure that fails still gets a response with status 200; the envelope reports the failure.
  func failedProcedure() async throws {
    var request = ResourceRequest("/adapters/JavaScriptAdapter/fail")
    request.procedureParameters = ["out of stock"]
    let result = try await guide.show("A procedure that fails", request, gateway).adapterResult
    try guide.expect(result?.isSuccessful == false && result?.errors == ["out of stock"], "the failure is readable")
  }

  func formRequest() async throws {
    var request = ResourceRequest("/adapters/echo/orders", method: .post)
    request.body = .form(["item": ["skis", "boots"], "note": "size 42 & wax"])
    let echo = try await guide.show("A form", request, gateway).json
    try guide.expect(echo?["form"][2]["value"] == "size 42 & wax", "a form field arrives as it was given")
  }

  func jsonRequest() async throws {
    struct Order: Encodable {
      var item: String
      var count: Int
    }
    var request = ResourceRequest("/adapters/echo/orders/{id}", method: .put)
    request.pathParameters = ["id": 1017]
    request.body = .json(Order(item: "skis", count: 2))
    let echo = try await guide.show("JSON", request, gateway).json
    try guide.expect(echo?["headers"]["content-type"] == "application/json", "JSON brings its content type")
  }

  func headerRequest() async throws {
    var request = ResourceRequest("/adapters/echo/weather")
    request.headers = ["Accept-Language": "de, en;q=0.5", "X-Trace": "4711"]
    let echo = try await guide.show("Header fields", request, gateway).json
    try guide.expect(echo?["headers"]["x-trace"] == "4711", "a header field arrives")
  }

  /// Sends the same request directly to the service, which is in this program's configuration, and through the
  /// gateway's connector, which knows the service too.
  func backendServices() async throws {
    var request = ResourceRequest("cities", service: "resorts", timeout: .seconds(3))
    request.query.set("prefix", to: "Z")
    let direct = try await guide.show("A backend service, directly", request, backends).json
    try guide.expect(direct?["headers"]["x-api-key"].string != nil, "the service's credential is added")
    let routed = try await guide.show("A backend service, through the gateway", request, gateway)
    try guide.expect(routed.json?["query"] == direct?["query"], "both arrive as the same request")
  }

  /// Follows a redirect and decodes the response as a value.
  func decodedJoke() async throws {
    struct Joke: Decodable {
      struct Value: Decodable {
        var id: Int
        var joke: String
      }
      var value: Value
    }
    let answer = try await guide.show("A joke, over a redirect", ResourceRequest("/adapters/joke/random"), gateway)
    let joke = try answer.successful().decode(Joke.self)
    print("Joke \(joke.value.id): \(joke.value.joke)\n")
  }
}
