// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Foundation
import ResourceRequestKit
import ResourceRequestTesting
import TestSupport
import Testing

/// A body that is written piece by piece ends with its own call, and with no other.
@Suite(.timeLimit(.minutes(1)))
struct BoundBodyTests {
  /// Answers with the body that it has read.
  private static let echo = StubTransport { request, _ in
    var bytes = Data()
    if let chunks = try await request.body?.chunks() { for try await chunk in chunks { bytes += chunk } }
    return .text(String(decoding: bytes, as: UTF8.self))
  }

  @Test(arguments: ["https://h.example/x", "https://h.example:99999/x"])
  func `a second call with a body that is being sent fails alone`(_ target: String) async throws {
    let client = ResourceClient(transport: Self.echo)
    let (writer, body) = ResourceRequest.Body.bound(window: 4)
    async let first = client.send(ResourceRequest("https://h.example/x", method: .post, body: body))
    // More than the window, so that it is being read.
    try await writer.write(Data("0123456789".utf8))
    try await writer.write(Data("01".utf8))
    let second = ResourceRequest(target, method: .post, body: body)
    await #expect(throws: ResourceError.self) { try await client.send(second) }
    try await writer.write(Data("end".utf8))
    writer.finish()
    #expect(try await first.text == "012345678901end")
  }

  private static let ways: [@Sendable (ResourceClient, ResourceRequest.Body) async throws -> Void] = [
    { client, body in
      let request = ResourceRequest("https://h.example/x", method: .post, body: body)
      _ = try await client.download(request, to: "/tmp")
    },
    { client, body in
      let request = ResourceRequest("https://h.example:99999/x", method: .post, body: body)
      _ = try await client.download(request, to: "/tmp/\(UUID().uuidString)")
    },
    { client, body in
      var request = ResourceRequest("https://h.example/x", method: .post, body: body)
      request.timeouts.total = .after(.zero)
      _ = try await client.download(request, to: "/tmp/\(UUID().uuidString)")
    },
    { client, body in
      let request = ResourceRequest("https://h.example/x", method: .post, body: body)
      _ = try await client.upload("/etc/hostname", to: request)
    },
    { client, body in
      _ = try await client.send(ResourceRequest("https://h.example:99999/x", method: .post, body: body))
    },
  ]

  @Test(arguments: ways.indices)
  func `whoever writes the body of a call that was never sent does not wait`(_ way: Int) async throws {
    let client = ResourceClient(transport: Self.echo)
    let (writer, body) = ResourceRequest.Body.bound()
    await #expect(throws: ResourceError.self) { try await Self.ways[way](client, body) }
    await #expect(throws: BodyWriter.Refused.self) {
      for _ in 0..<10 { try await writer.write(Data(count: 32 << 10)) }
    }
  }

  @Test func `a refused page has no beginning where the limit of bodies is none of a size`() async throws {
    let client = ResourceClient(transport: StubTransport { _, _ in .text("no", status: 404) })
    var request = ResourceRequest("https://h.example/x")
    request.limits.bodyBytes = -1
    let sent = request
    let error = await #expect(throws: ResourceError.self) {
      try await client.download(sent, to: "/tmp/\(UUID().uuidString)")
    }
    #expect(error?.code == .unsuccessfulStatus)
  }
}
