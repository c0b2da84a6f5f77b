// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import FlyingFox
import Foundation
import LoopbackServer

/// A server whose responses say what was asked, and carry the fields that a test wants.
struct ServedPages {
  /// Runs a server while the closure runs; it gets the port.
  static func with(
    _ fields: @escaping @Sendable (_ path: String) -> HTTPHeaders,
    status: HTTPStatusCode = .ok,
    _ body: (Int) async throws -> Void
  ) async throws {
    let handler = ClosureHTTPHandler { request in
      let host = request.headers[.host] ?? ""
      return HTTPResponse(statusCode: status, headers: fields(request.path), body: Data("\(request.path) \(host)".utf8))
    }
    let server = try await LoopbackServer.start(handler: handler)
    do {
      try await body(URL(string: server.url)?.port ?? 0)
    } catch {
      await server.stop(within: .zero)
      throw error
    }
    await server.stop(within: .zero)
  }
}
