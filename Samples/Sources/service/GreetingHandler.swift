// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import FlyingFox
import Foundation
import ResourceRequestKit

/// Greets a person with a joke; both come from backends.
struct GreetingHandler: HTTPHandler {
  let client: ResourceClient

  func handleRequest(_ request: HTTPRequest) async throws -> HTTPResponse {
    let path = request.target.path().utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    guard path.count == 3, path[0].isEmpty, path[1].elementsEqual("greetings".utf8) else {
      return .json(["error": "ask for /greetings/{name}"], status: .notFound)
    }
    guard request.method == .GET else {
      var response = HTTPResponse.json(["error": "a greeting is read with GET"], status: .methodNotAllowed)
      response.headers[HTTPHeader("Allow")] = "GET"
      return response
    }
    guard let name = String(path[2])?.removingPercentEncoding, !name.isEmpty else {
      return .json(["error": "the name must be text, percent-encoded"], status: .badRequest)
    }
    do {
      let limit = try InboundDeadline(request.headers)
      return .json(try await greet(name, within: limit))
    } catch let error as InboundDeadline.Invalid {
      return .json(["error": .string(error.description)], status: .badRequest)
    } catch let error as ResourceError {
      // The message contains no secrets, so it may be shown.
      let body: JSON = ["error": .string(error.message), "code": .string(error.code.rawValue)]
      return .json(body, status: HTTPStatusCode(answering: error))
    }
  }

  /// Sends requests to both backends at once.
  ///
  /// If one fails, the other request is cancelled on the wire.
  private func greet(_ name: String, within limit: InboundDeadline) async throws -> JSON {
    // The deadline limits both calls, and both backends receive it in a header field.
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

extension HTTPStatusCode {
  /// The status for an error: 4xx if the caller is at fault, 5xx if a backend is.
  fileprivate init(answering error: ResourceError) {
    self =
      switch error.code {
      case .invalidPathParameter, .pathEscapesBase, .invalidURL, .invalidHeader: .badRequest
      case .deadlineExceeded, .readTimeout, .connectTimeout: .gatewayTimeout
      case .resourcesExhausted: .serviceUnavailable
      case .unsuccessfulStatus where error.request?.service == "people": Self.ofPeople(error.response?.status)
      default: .badGateway
      }
  }

  /// Passes on what `people` says about the name; its other statuses, such as 401, concern this service's credentials.
  private static func ofPeople(_ status: Status?) -> HTTPStatusCode {
    switch status?.code {
    case 400?, 414?, 422?: .badRequest
    case 404?, 410?: .notFound
    default: .badGateway
    }
  }
}

extension HTTPResponse {
  /// A response with a JSON body.
  fileprivate static func json(_ value: JSON, status: HTTPStatusCode = .ok) -> HTTPResponse {
    HTTPResponse(statusCode: status, headers: [.contentType: "application/json"], body: value.data())
  }
}
