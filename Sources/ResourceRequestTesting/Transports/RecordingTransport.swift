// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

public import ResourceRequestCore

/// Passes requests on to another transport, and keeps requests and responses.
public final class RecordingTransport: TransportDecorator {
  /// The inner transport.
  public let transport: any Transport
  private let recorded = Watched<[RecordedExchange]>([])

  /// Creates a transport that records another one.
  public init(_ transport: any Transport) {
    self.transport = transport
  }

  /// The exchanges so far, in the order in which they started.
  public var exchanges: [RecordedExchange] { recorded.current }

  /// The requests so far, in order.
  public var requests: [ResolvedRequest] { exchanges.map(\.request) }

  /// Suspends until this many exchanges have started.
  ///
  /// - Throws: `CancellationError` if the waiting task is cancelled first.
  public func waitForExchanges(_ count: Int = 1) async throws {
    try await recorded.wait { $0.count >= count }
  }

  /// Passes a request on.
  ///
  /// - Throws: an error of the inner transport.
  public func send(_ request: ResolvedRequest, context: CallContext) async throws -> TransportResponse {
    let start = context.clock.now
    let position = recorded.change { exchanges in
      exchanges.append(RecordedExchange(request: request))
      return exchanges.count - 1
    }
    let outcome: Result<TransportResponse, any Error>
    do {
      outcome = .success(try await transport.send(request, context: context))
    } catch {
      outcome = .failure(error)
    }
    let duration = start.duration(to: context.clock.now)
    recorded.change { exchanges in
      exchanges[position].outcome = outcome.map { response in
        guard response.body.stream != nil else { return response }
        var kept = response
        kept.body = IncomingBody()
        return kept
      }
      exchanges[position].isStreamed = (try? outcome.get())?.body.stream != nil
      exchanges[position].duration = duration
    }
    return try outcome.get()
  }
}
