// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Foundation
import ResourceRequestTesting
import Testing

@testable import ResourceRequestCalling
@testable import ResourceRequestCore
@testable import ResourceRequestTransfer

/// Callbacks that are isolated to the main actor.
@MainActor
struct MainActorTests {
  /// A delegate with state.
  private final class Progress: @MainActor ResourceRequestDelegate {
    var received = 0
    var ends: [String] = []
    let whenOver: () -> Void

    init(_ whenOver: @escaping () -> Void) { self.whenOver = whenOver }

    func request(_ handle: RequestHandle, didReceive data: Data) { received += data.count }

    func request(_ handle: RequestHandle, didFinishWith response: ResourceResponse) {
      ends.append("\(response.status.code)")
      whenOver()
    }

    func request(_ handle: RequestHandle, didFailWith error: any Error) {
      ends.append((error as? ResourceError)?.code.rawValue ?? "\(error)")
      whenOver()
    }
  }

  private let request = ResourceRequest("http://h.example/")

  @Test func `a delegate of the main actor has state and is called there, in order`() async throws {
    let client = ResourceClient(transport: StubTransport(script: [.respond(.text("12345")), .fail(.connectionClosed)]))
    for (count, end) in [(5, "200"), (0, "connectionClosed")] {
      let (over, feed) = AsyncStream<Void>.makeStream()
      let progress = Progress { feed.finish() }
      client.send(request, delegate: progress, on: .main)
      for await _ in over {}
      #expect(progress.received == count)
      #expect(progress.ends == [end])
    }
  }

  @Test func `a closure on the main queue uses the state of the main actor`() async throws {
    struct City: Decodable, Sendable { var name: String }
    let client = ResourceClient(transport: StubTransport { _, _ in .json(["name": "Brig"]) })
    var texts: [String] = []
    let (over, feed) = AsyncStream<Void>.makeStream()
    client.send(request, on: .main) { outcome in
      texts.append((try? outcome.get().status.code).map { "\($0)" } ?? "none")
      feed.yield()
    }
    client.value(City.self, for: request, on: .main) { outcome in
      texts.append((try? outcome.get().name) ?? "none")
      feed.yield()
    }
    client.send(request, on: .main) { outcome in
      if (try? outcome.get().successful()) != nil { texts.append("success") }
      feed.yield()
    }
    var count = 0
    for await _ in over {
      count += 1
      if count == 3 { break }
    }
    #expect(texts.sorted() == ["200", "Brig", "success"])
  }

  @Test func `a code is a pattern of catch`() async throws {
    let client = ResourceClient(transport: StubTransport(script: [.fail(.readTimeout)]))
    do {
      _ = try await client.send(request)
      Issue.record("an answer to nothing")
    } catch ResourceError.connectFailed {
      Issue.record("another code")
    } catch ResourceError.readTimeout {
    }
  }
}
