// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import FlyingFox
import Foundation
import ResourceRequestKit

/// Greets a person with a joke; both come from backends.
struct GreetingHandler: HTTPHandler {
  let client: ResourceClient

  func handleRequest(_ request: HTTPRequest) async throws -> HTTPResponse {
    let path = request.target.path().split(separator: "/")
    guard request.method == .GET, path.count == 2, path[0] == "greetings", let name = path[1].removingPercentEncoding
    else { return .json(["error": "ask for /greetings/{name}"], status: .notFound) }
    do {
      let limit = try InboundDeadline(request.headers)
      return .json(try await greet(name, within: limit))
    } catch let error as InboundDeadline.Invalid {
      return .json(["error": .string(error.description)], status: .badRequest)
    } catch let error as ResourceError {
      // Its message holds no secrets, so it may be shown.
      let status: HTTPStatusCode = error.code == .deadlineExceeded ? .gatewayTimeout : .badGateway
      return .json(["error": .string(error.message), "code": .string(error.code.rawValue)], status: status)
    }
  }

  /// Asks both backends at once.
  ///
  /// Where one fails, the other is cancelled on the wire.
  private func greet(_ name: String, within limit: InboundDeadline) async throws -> JSON {
    // The deadline holds for both calls here, and both backends are told of it.
    var person = ResourceRequest("people/{name}", service: "people", timeout: limit.remaining)
    person.pathParameters = ["name": name]
    person.headers[InboundDeadline.name] = limit.text
    var joke = ResourceRequest("random", service: "jokes", timeout: limit.remaining)
    joke.headers[InboundDeadline.name] = limit.text

    async let personAnswer = client.send(person).successful()
    async let jokeAnswer = client.send(joke).successful()
    return [
      "greeting": .string("Good day, \(name)"),
      "person": try await personAnswer.json ?? nil,
      "joke": try await jokeAnswer.json?["value"]["joke"] ?? nil,
    ]
  }
}

extension HTTPResponse {
  /// An answer that carries JSON.
  fileprivate static func json(_ value: JSON, status: HTTPStatusCode = .ok) -> HTTPResponse {
    HTTPResponse(statusCode: status, headers: [.contentType: "application/json"], body: value.data())
  }
}
