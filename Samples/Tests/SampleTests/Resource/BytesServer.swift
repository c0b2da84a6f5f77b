// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import FlyingFox
import Foundation
import LoopbackServer
import Testing

/// Servers that always send the same response, and `resource send GET` against them.
struct BytesServer {
  /// 70,000 bytes that contain every byte value and are not text in any charset.
  static let bytes = Data((0..<70_000).map { UInt8(truncatingIfNeeded: $0 &* 7919 >> 3) })

  /// Random bytes of the system, which a loop of a debug build would take seconds to draw.
  static func randomBytes(_ count: Int) throws -> Data {
    let source = try FileHandle(forReadingFrom: URL(filePath: "/dev/urandom"))
    defer { try? source.close() }
    return try #require(try source.read(upToCount: count))
  }

  /// A streamed body of this many MiB.
  static func megabytes(_ count: Int) -> HTTPResponse {
    let block = Data(repeating: 0xE9, count: 1 << 20)
    let (chunks, body) = AsyncThrowingStream.makeStream(of: Data.self, throwing: (any Error).self)
    for _ in 0..<count { body.yield(block) }
    body.finish()
    return HTTPResponse(statusCode: .ok, body: HTTPBodySequence(from: StreamedBytes(chunks: chunks)))
  }

  /// A body that breaks off after half of its announced length.
  static func broken() -> HTTPResponse {
    HTTPResponse(
      statusCode: .ok,
      body: HTTPBodySequence(from: StreamedBytes.breaking(after: bytes), count: 2 * bytes.count)
    )
  }

  /// A response with a status, a type and these bytes.
  static func answer(
    _ status: HTTPStatusCode = .ok,
    _ type: String = "image/png",
    _ body: Data = bytes
  ) -> HTTPResponse {
    HTTPResponse(statusCode: status, headers: [.contentType: type], body: body)
  }

  /// Runs a server while the closure runs.
  static func with(
    _ answer: @escaping @Sendable () -> HTTPResponse,
    _ body: (String) async throws -> Void
  ) async throws {
    let server = try await LoopbackServer.start(handler: ClosureHTTPHandler { _ in answer() })
    do {
      try await body(server.url + "/")
    } catch {
      await server.stop(within: .zero)
      throw error
    }
    await server.stop(within: .zero)
  }

  /// Sends a GET to a server that always sends this response.
  static func send(
    _ arguments: [String],
    _ answer: @autoclosure @escaping @Sendable () -> HTTPResponse
  ) async throws -> BuiltProduct.Outcome {
    let server = try await LoopbackServer.start(handler: ClosureHTTPHandler { _ in answer() })
    let outcome = try await BuiltProduct.resource.run(["send", "GET", server.url + "/"] + arguments)
    await server.stop(within: .zero)
    return outcome
  }
}
