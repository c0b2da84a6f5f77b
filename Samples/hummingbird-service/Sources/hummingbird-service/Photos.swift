// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import ResourceRequestHTTPTypes
import ResourceRequestKit

/// Forwards `/photos/**` to the backend of the photos, streaming both bodies.
struct Photos: Sendable {
  let client: ResourceClient

  func add(to router: Router<BasicRequestContext>) {
    for method in [.get, .put, .post, .delete] as [HTTPRequest.Method] {
      router.on("photos/**", method: method) { request, context in
        // The path after the route's own part; it cannot leave the service's `baseUrl`.
        let path = "/" + context.parameters.getCatchAll().joined(separator: "/")
        return try await forward(request, to: "photos", path + (request.uri.query.map { "?" + $0 } ?? ""))
      }
    }
  }

  /// Passes a request on to a service, and returns its response as soon as the head is there.
  ///
  /// Applies back pressure both ways: a slow reader makes the writer wait.
  private func forward(_ request: Request, to service: String, _ path: String) async throws -> Response {
    var target = request.head
    target.path = path
    guard let outgoing = ResourceRequest(target, service: service, body: body(of: request)) else {
      throw HTTPError(.badRequest)
    }
    let answer = try await client.stream(outgoing)
    guard let head = HTTPResponse(answer.head) else { throw HTTPError(.badGateway) }
    // A compressed body arrives decoded, so its length is unknown.
    let fields = answer.head.headers
    let length = fields["Content-Encoding"] == nil ? fields["Content-Length"].flatMap { Int($0) } : nil
    let body = ResponseBody(contentLength: length) { writer in
      for try await chunk in answer { try await writer.write(ByteBuffer(bytes: chunk)) }
      try await writer.finish(nil)
    }
    return Response(status: head.status, headers: head.headerFields, body: body)
  }

  /// The body of a request as it arrives; `nil` for a request without one.
  private func body(of request: Request) -> ResourceRequest.Body? {
    let length = request.headers[.contentLength].flatMap { Int($0) }
    guard length != nil || request.headers[.transferEncoding] != nil else { return nil }
    return .stream(request.body.map { Data($0.readableBytesView) }, length: length)
  }
}
