// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import FlyingSocks
import Foundation
import ResourceRequestKit

/// A third-party transport: HTTP/1.1 in clear text to IPv4 addresses over FlyingSocks, with one connection per request.
///
/// It shows what a transport must report: it refuses what it does not support, and every failure names the phase that
/// the exchange had reached.
struct SocketTransport: Transport {
  let capabilities = TransportCapabilities()

  func send(_ request: ResolvedRequest, context: CallContext) async throws -> TransportResponse {
    try Task.checkCancellation()
    let bytes = try Self.bytes(of: request)
    let options = request.options
    let socket = try await limited(to: options.connectTimeout, .connectTimeout, .connecting, context) {
      try await Self.connected(to: request.url)
    }
    defer { try? socket.close() }
    do {
      try await limited(to: options.readTimeout, .readTimeout, .sent, context) { try await socket.write(bytes) }
      var answer = SocketAnswer(to: request)
      while true {
        let phase: Attempt.Phase = answer.hasHead ? .receiving : .sent
        let more = try await limited(to: options.readTimeout, .readTimeout, phase, context) {
          do { return try await socket.read(atMost: 4096) } catch SocketError.disconnected { return [] }
        }
        if let response = try answer.take(more) { return response }
      }
    } catch let error where !(error is TransportFailure || error is CancellationError) {
      throw TransportFailure(code: .connectionClosed, message: "the connection broke", phase: .sent, cause: error)
    }
  }

  /// Runs the closure; fails with the code after the limit, or with `deadlineExceeded` if the call's deadline is
  /// earlier.
  private func limited<Value: Sendable>(
    to limit: Timeout,
    _ code: ResourceError.Code,
    _ phase: Attempt.Phase,
    _ context: CallContext,
    _ body: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    let clock = context.clock
    let limit = clock.now.advanced(by: min(limit.duration ?? .seconds(3600), .seconds(3600)))
    let end = min(limit, context.deadline ?? limit)
    let code = end == context.deadline ? .deadlineExceeded : code
    let late = TransportFailure(code: code, message: "that took too long", phase: phase)
    if end <= clock.now { throw late }
    return try await withThrowingTaskGroup(of: Value.self) { group in
      group.addTask { try await body() }
      group.addTask {
        try await clock.sleep(until: end)
        throw late
      }
      defer { group.cancelAll() }
      guard let value = try await group.next() else { throw late }
      return value
    }
  }

  /// The request as bytes on the wire.
  private static func bytes(of request: ResolvedRequest) throws -> Data {
    let options = request.options
    guard options.streamWindow == nil, options.expectContinue == nil, options.httpVersion != .http2PriorKnowledge,
      options.maxConnections == nil, options.connection == ConnectionOptions(), request.trailers == nil,
      request.url.origin.scheme == "http", request.method != .head || request.body == nil,
      request.body == nil || request.body?.bytes != nil
    else {
      throw TransportFailure(code: .unsupported, message: "this transport knows nothing of it", phase: .queued)
    }
    let url = request.url
    var head = "\(request.method.name) \(url.requestTarget) HTTP/1.1\r\nConnection: close\r\n"
    if !request.headers.contains("Host") { head += "Host: \(url.origin.host):\(url.origin.port)\r\n" }
    for field in request.headers { head += "\(field.name): \(field.value)\r\n" }
    let needsLength = [RequestMethod.post, .put, .patch].contains(request.method)
    if let body = request.body?.bytes {
      return Data("\(head)Content-Length: \(body.count)\r\n\r\n".utf8) + body
    }
    return Data("\(head)\(needsLength ? "Content-Length: 0\r\n" : "")\r\n".utf8)
  }

  private static func connected(to url: ResourceURL) async throws -> AsyncSocket {
    do {
      return try await .connected(to: .inet(ip4: url.origin.host, port: UInt16(url.origin.port)), timeout: 3600)
    } catch {
      try Task.checkCancellation()
      throw TransportFailure(code: .connectFailed, message: "no connection", phase: .connecting, cause: error)
    }
  }
}
