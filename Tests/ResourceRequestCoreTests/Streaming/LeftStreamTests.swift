// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Foundation
import ResourceRequestTesting
import Testing

@testable import ResourceRequestCore

/// Streams that are not read to their end: observers are told of the call's end, once.
@Suite(.timeLimit(.minutes(5)))
struct LeftStreamTests {
  /// The ways to leave a stream.
  enum Way: CaseIterable {
    case unread, cancelled, broken, iterator, twice
  }

  private final class Ends: EventObserver {
    let kinds = Watched<[RequestEvent.Kind]>([])

    func observe(_ event: RequestEvent) {
      if [.finished, .failed, .cancelled].contains(event.kind) { kinds.change { $0.append(event.kind) } }
    }
  }

  /// A client whose responses have a chunk and go on.
  private func client(_ ends: Ends) -> ResourceClient {
    let stub = StubTransport { _, _ in
      let (stream, writer) = IncomingStream.makeStream(window: 1 << 20)
      _ = writer.write(Data("chunk".utf8))
      return TransportResponse(status: 200, body: IncomingBody(stream))
    }
    return ResourceClient(
      transport: stub,
      options: ClientOptions(environment: RequestEnvironment(observer: ends))
    )
  }

  private func leave(_ stream: ResourceStream, _ way: Way) async throws {
    switch way {
    case .unread: break
    case .cancelled: stream.cancel()
    case .broken: for try await _ in stream { break }
    case .iterator:
      let iterator = stream.makeAsyncIterator()
      #expect(try await iterator.next() == Data("chunk".utf8))
    case .twice:
      stream.cancel()
      stream.cancel()
      await #expect(throws: (any Error).self) { for try await _ in stream {} }
    }
  }

  @Test(arguments: Way.allCases)
  func `a stream that is left ends its call as cancelled, once`(way: Way) async throws {
    let ends = Ends()
    let client = client(ends)
    try await leave(try await client.stream(ResourceRequest("http://h.example/")), way)
    try await ends.kinds.wait { !$0.isEmpty }
    #expect(await client.drain(within: .seconds(30)))
    #expect(ends.kinds.current == [.cancelled])
  }

  @Test func `a stream that is read to its end finishes its call, whatever is done to it then`() async throws {
    let ends = Ends()
    let client = ResourceClient(
      transport: StubTransport(script: [.respond(.text("whole"))]),
      options: ClientOptions(environment: RequestEnvironment(observer: ends))
    )
    do {
      let stream = try await client.stream(ResourceRequest("http://h.example/"))
      #expect(try await stream.collect().text == "whole")
      stream.cancel()
    }
    #expect(await client.drain(within: .seconds(30)))
    #expect(ends.kinds.current == [.finished])
  }

  @Test func `a stream that has ended is no call in flight, however long it is kept`() async throws {
    let client = client(Ends())
    let cancelled = try await client.stream(ResourceRequest("http://h.example/"))
    cancelled.cancel()
    let whole = ResourceClient(transport: StubTransport { _, _ in .text("all") })
    let read = try await whole.stream(ResourceRequest("http://h.example/"))
    for try await _ in read {}
    #expect(client.status.active == 0 && whole.status.active == 0)
    withExtendedLifetime((cancelled, read)) {}
  }
}
