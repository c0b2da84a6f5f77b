// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Curl
  import Foundation
  import ResourceRequestKit
  import TestSupport
  import Testing

  /// The ways to make a call; each returns the text of the response's body.
  enum WayToCall: String, CaseIterable, Sendable {
    case send, completion, sendAndWait, stream, download, delegate, events

    /// Whether the response's body arrives in pieces.
    var isStreamed: Bool { [.stream, .download, .delegate, .events].contains(self) }

    /// Makes a call and returns the body; for events, the data of the first one.
    func text(_ request: ResourceRequest, by client: ResourceClient) async throws -> String {
      switch self {
      case .send:
        return try await client.send(request).text
      case .completion:
        return try await withCheckedThrowingContinuation { continuation in
          client.send(request, on: .immediate) { continuation.resume(with: $0.map(\.text)) }
        }
      case .sendAndWait:
        return try await onPlainThread { try client.sendAndWait(request).text }
      case .stream:
        return try await client.stream(request).collect(upTo: .max).text
      case .download:
        let target = FileManager.default.temporaryDirectory.appending(path: "way-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: target) }
        _ = try await client.download(request, to: target)
        return String(decoding: try Data(contentsOf: URL(filePath: target)), as: UTF8.self)
      case .delegate:
        let collector = Collector()
        client.send(request, delegate: collector, on: .immediate)
        try await collector.end.wait()
        return try #require(collector.outcome.withLock { $0 }).get()
      case .events:
        for try await event in client.events(request) { return event.data }
        return ""
      }
    }

    /// Collects a body of any size.
    private final class Collector: ResourceRequestDelegate, Sendable {
      let outcome = Lock<Result<String, any Error>?>(nil)
      let end = Gate()
      private let received = Lock(Data())

      func request(_ handle: RequestHandle, decideOn head: ResponseHead) -> ResponseDisposition { .deliver }

      func request(_ handle: RequestHandle, didReceive data: Data) { received.withLock { $0.append(data) } }

      func request(_ handle: RequestHandle, didFailWith error: any Error) { finish(.failure(error)) }

      func request(_ handle: RequestHandle, didFinishWith response: ResourceResponse) {
        finish(.success(String(decoding: received.withLock { $0 }, as: UTF8.self)))
      }

      private func finish(_ result: Result<String, any Error>) {
        outcome.withLock { $0 = result }
        end.open()
      }
    }
  }
#endif
