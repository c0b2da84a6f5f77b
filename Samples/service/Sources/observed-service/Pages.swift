// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import FlyingFox
import Foundation
import ResourceRequestKit
import Tracing

/// Responds to `/people/{name}` with data from the backend `people`, to `/status` and `/metrics` with the client's
/// state.
struct Pages: HTTPHandler {
  let client: ResourceClient
  let metrics: MetricsText

  func handleRequest(_ request: HTTPRequest) async throws -> HTTPResponse {
    let path = request.target.path()
    let people = "/people/"
    if path.hasPrefix(people) { return try await person(String(path.dropFirst(people.count)), request) }
    switch path {
    case "/status":
      return HTTPResponse(
        statusCode: .ok,
        headers: [.contentType: "application/json"],
        body: try JSONEncoder().encode(client.status)
      )
    case "/metrics":
      let type = "text/plain; version=0.0.4; charset=utf-8"
      return HTTPResponse(statusCode: .ok, headers: [.contentType: type], body: Data(metrics.text.utf8))
    default:
      return HTTPResponse(statusCode: .notFound)
    }
  }

  /// Calls the backend, within the caller's trace.
  private func person(_ name: String, _ request: HTTPRequest) async throws -> HTTPResponse {
    var context = ServiceContext.topLevel
    InstrumentationSystem.instrument.extract(request.headers, into: &context, using: FieldExtractor())
    return await withSpan("GET /people/{name}", context: context, ofKind: .server) { _ in
      var person = ResourceRequest("people/{name}", service: "people")
      person.pathParameters = ["name": name.removingPercentEncoding ?? name]
      do {
        let response = try await client.send(person).successful()
        return HTTPResponse(statusCode: .ok, headers: [.contentType: "application/json"], body: response.data)
      } catch let error as ResourceError {
        // The message contains no secrets, so it may be shown.
        let body: JSON = ["error": .string(error.message), "code": .string(error.code.rawValue)]
        return HTTPResponse(statusCode: .badGateway, headers: [.contentType: "application/json"], body: body.data())
      } catch {
        return HTTPResponse(statusCode: .serviceUnavailable)
      }
    }
  }
}

/// Reads a trace from a request's header fields.
private struct FieldExtractor: Extractor {
  func extract(key: String, from headers: HTTPHeaders) -> String? { headers[HTTPHeader(key)] }
}
