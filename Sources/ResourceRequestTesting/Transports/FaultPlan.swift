// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

public import ResourceRequestCore

/// Which requests fail, and how.
///
/// The fault of a request depends only on the plan and the request's number.
public struct FaultPlan: Sendable {
  /// A fault of a request.
  public enum Fault: Sendable {
    /// The request is not sent.
    case failure(TransportFailure)
    /// The request is sent, and its response is discarded: the server has acted, and the caller cannot know.
    case lostResponse(TransportFailure)
    /// The request is delayed, by the context's clock.
    case delay(Duration)
  }

  private let choose: @Sendable (Int) -> Fault?

  /// Creates a plan from a closure that returns the fault of each request, counted from 0; `nil` for none.
  ///
  /// The closure must return the same for the same number.
  public init(_ choose: @escaping @Sendable (Int) -> Fault?) {
    self.choose = choose
  }

  /// The faults of the first requests, in order; all later requests succeed.
  public static func scripted(_ faults: [Fault?]) -> FaultPlan {
    FaultPlan { faults.indices.contains($0) ? faults[$0] : nil }
  }

  /// Random faults that are the same in every run with a seed.
  ///
  /// The rate is the share of requests with a fault, from 0 to 1; all faults are equally likely.
  public static func seeded(_ seed: UInt64, rate: Double, faults: [Fault]) -> FaultPlan {
    FaultPlan { number in
      // Each request has its own bits, so that its fault does not depend on the order of requests.
      let bits = mixed(seed &+ mixed(UInt64(truncatingIfNeeded: number)))
      let chance = Double(bits >> 11) / Double(1 << 53 as UInt64)
      guard chance < rate, !faults.isEmpty else { return nil }
      return faults[Int(mixed(bits) % UInt64(faults.count))]
    }
  }

  /// The fault of a request, counted from 0; `nil` for none.
  package func fault(at number: Int) -> Fault? {
    choose(number)
  }

  /// The output function of SplitMix64.
  private static func mixed(_ value: UInt64) -> UInt64 {
    var bits = SplitMix64(value)
    return bits.next()
  }
}
