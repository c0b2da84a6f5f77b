// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

public import ResourceRequestCore

/// The requirements of all transports, as cases that run over a real connection.
///
/// **Use.** With Swift Testing, run each case as a test of its own; otherwise use a ``Report``.
///
/// ```swift
/// @Test(arguments: TransportConformance.cases)
/// func conforms(_ conformanceCase: TransportConformance.Case) async throws {
///   try await conformanceCase.run(against: MyTransport())
/// }
/// ```
///
/// The cases speak to servers that the suite starts on the loopback interface. **Exclude.** Exclude what a transport
/// cannot do by the name of its case, with a reason; it stays in the report.
public enum TransportConformance {
  /// All cases.
  ///
  /// Later versions may add cases.
  public static let cases: [Case] =
    requestLineCases + requestFieldCases + requestBodyCases + streamedBodyCases + expectationCases + responseHeadCases
    + responseBodyCases + streamedResponseCases + statusCases + brokenResponseCases + ambiguousResponseCases
    + connectingCases
    + endpointCases + timeCases + cancellationCases + limitCases
    + codingCases + connectionCases

  /// Runs every case, one after the other.
  ///
  /// - Parameters:
  ///   - transport: the transport to test.
  ///   - exclusions: the names of cases that are not run, each with a reason.
  /// - Returns: the outcome of each case.
  public static func report(
    on transport: any Transport,
    excluding exclusions: [String: String] = [:]
  ) async -> Report {
    await report(on: transport, with: LoopbackPeer(), excluding: exclusions)
  }

  /// Runs every case against a peer; `nil` runs only the cases that need none.
  package static func report(
    on transport: any Transport,
    with peer: (any ConformancePeer)?,
    excluding exclusions: [String: String] = [:]
  ) async -> Report {
    var report = Report()
    for name in exclusions.keys.sorted() where !cases.contains(where: { $0.name.hasSameBytes(as: name) }) {
      report.add(name, .failed("there is no case of this name to exclude"))
    }
    for conformanceCase in cases {
      let name = conformanceCase.name
      if let reason = exclusions[name] {
        report.add(name, .excluded(reason))
      } else if conformanceCase.needsPeer, peer == nil {
        report.add(name, .excluded("there is no peer to speak to"))
      } else {
        do {
          try await conformanceCase.run(against: transport, with: peer)
          report.add(name, .passed)
        } catch {
          report.add(name, .failed("\(error)"))
        }
      }
    }
    return report
  }
}

/// A requirement that a transport did not meet.
package struct ConformanceFailure: Error, Sendable, CustomStringConvertible {
  /// What was expected and what happened.
  package let description: String

  /// Creates a failure.
  package init(_ description: String) {
    self.description = description
  }
}
