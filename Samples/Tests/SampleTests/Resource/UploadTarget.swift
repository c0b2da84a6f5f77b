// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import FlyingFox
import Foundation
import LoopbackServer
import Synchronization

/// A server for uploads: `/files` with the upload resource `/uploads/1`, `/ranges` by `Content-Range`, `/plain` as a
/// whole.
final class UploadTarget: Sendable {
  /// What the server has received.
  struct Store: Sendable {
    var bytes = Data()
    var asked: [String] = []
    var range: String?
    /// The number of bytes after which it stops reading, until `goOn()`.
    var stopsBehind = Int.max
  }

  let store = Mutex(Store())
  private let stopped = AsyncStream<Void>.makeStream()
  private let resumed = AsyncStream<Void>.makeStream()
  private let server = Mutex<LoopbackServer?>(nil)

  var url: String { server.withLock { $0?.url } ?? "" }

  static func start() async throws -> UploadTarget {
    let target = UploadTarget()
    let server = try await LoopbackServer.start(handler: ClosureHTTPHandler { try await target.answer($0) })
    target.server.withLock { $0 = server }
    return target
  }

  func stop() async { await server.withLock { $0 }?.stop(within: .zero) }

  /// Waits until it has stopped reading.
  func waitUntilStopped() async {
    for await _ in stopped.stream { return }
  }

  /// Ends the request it stopped reading and returns the number of bytes it has.
  func goOn() -> Int {
    resumed.continuation.finish()
    return store.withLock { store in
      store.stopsBehind = .max
      return store.bytes.count
    }
  }

  private func answer(_ request: HTTPRequest) async throws -> HTTPResponse {
    switch (request.method, request.path) {
    case (.POST, "/files"):
      store.withLock { $0.asked.append("POST") }
      return response(.created, ["Location": "/uploads/1", "Upload-Complete": "?0"])
    case (.HEAD, "/uploads/1"):
      let count = store.withLock { store in
        store.asked.append("HEAD")
        return store.bytes.count
      }
      return response(.noContent, ["Upload-Offset": "\(count)", "Upload-Complete": "?0", "Cache-Control": "no-store"])
    case (.PATCH, "/uploads/1"):
      store.withLock { $0.asked.append("PATCH") }
      try await take(request)
      return response(.created, ["Upload-Complete": "?1"], "stored")
    case (.HEAD, "/ranges"):
      let headers: HTTPHeaders = [.contentLength: "\(store.withLock { $0.bytes.count })"]
      return HTTPResponse(statusCode: .ok, headers: headers)
    case (.PUT, "/ranges"):
      store.withLock { $0.range = request.headers[HTTPHeader("Content-Range")] }
      try await take(request)
      return response(.created, [:])
    case (.PUT, "/plain"):
      return response(.ok, [:], "PUT \(try await request.bodyData.count)")
    default:
      _ = try await request.bodyData
      return response(.notFound, [:], "not here")
    }
  }

  private func take(_ request: HTTPRequest) async throws {
    for try await chunk in request.bodySequence {
      let isFull = store.withLock { store in
        store.bytes += chunk
        return store.bytes.count >= store.stopsBehind
      }
      guard isFull else { continue }
      stopped.continuation.yield()
      for await _ in resumed.stream {}
      throw CancellationError()
    }
  }

  private func response(_ status: HTTPStatusCode, _ fields: [String: String], _ text: String = "") -> HTTPResponse {
    var headers: HTTPHeaders = [:]
    for (name, value) in fields { headers[HTTPHeader(name)] = value }
    return HTTPResponse(statusCode: status, headers: headers, body: Data(text.utf8))
  }
}
