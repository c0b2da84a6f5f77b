// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

public import ResourceRequestCore

/// Passes requests on to another transport, and injects the faults of a plan.
public final class FaultyTransport: TransportDecorator {
  /// The inner transport.
  public let transport: any Transport
  private let plan: FaultPlan
  private let count = Watched(0)

  /// Creates a transport that injects the faults of a plan.
  public init(_ transport: any Transport, plan: FaultPlan) {
    self.transport = transport
    self.plan = plan
  }

  /// Passes a request on, or injects a fault.
  ///
  /// - Throws: the fault's error, or an error of the inner transport.
  public func send(_ request: ResolvedRequest, context: CallContext) async throws -> TransportResponse {
    try Task.checkCancellation()
    let number = count.change { count in
      defer { count += 1 }
      return count
    }
    switch plan.fault(at: number) {
    case .failure(let failure):
      await StubExchange(request: request, context: context).takeBody()
      throw failure
    case .lostResponse(let failure):
      try await transport.send(request, context: context).body.stream?.cancel()
      throw failure
    case .delay(let duration): try await wait(duration, context)
    case nil: break
    }
    return try await transport.send(request, context: context)
  }

  /// Delays a request before it is sent, until its deadline at the latest.
  private func wait(_ duration: Duration, _ context: CallContext) async throws {
    let clock = context.clock
    let moment = clock.now.advanced(clamping: duration)
    guard let deadline = context.deadline, deadline <= moment else { return try await clock.sleep(until: moment) }
    try await clock.sleep(until: deadline)
    throw TransportFailure(
      code: .deadlineExceeded,
      message: "the call's deadline passed while it waited for its turn",
      // Nothing was sent, and the endpoint is to blame.
      phase: .connecting
    )
  }
}
