// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

extension TransportConformance {
  /// The outcome of each case.
  ///
  /// Printing it lists them all.
  public struct Report: Sendable, CustomStringConvertible {
    /// The outcome of a case.
    package enum Outcome: Sendable, Hashable {
      /// The transport meets the requirement.
      case passed
      /// The transport does not meet the requirement.
      case failed(String)
      /// It was not run, for this reason.
      case excluded(String)
    }

    /// The name and outcome of each case, in order.
    package private(set) var outcomes: [(name: String, outcome: Outcome)] = []

    mutating func add(_ name: String, _ outcome: Outcome) {
      outcomes.append((name, outcome))
    }

    /// The names of the cases that failed.
    public var failures: [String] {
      outcomes.compactMap { name, outcome in
        if case .failed = outcome { name } else { nil }
      }
    }

    /// A line for each case: its outcome, its name, and the reason.
    public var description: String {
      outcomes.map { name, outcome in
        switch outcome {
        case .passed: "passed    \(name)"
        case .failed(let why): "FAILED    \(name): \(why)"
        case .excluded(let why): "excluded  \(name): \(why)"
        }
      }.joined(separator: "\n")
    }
  }
}
