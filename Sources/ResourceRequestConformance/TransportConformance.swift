// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

public import ResourceRequestCore

/// What every transport must do, as cases that run over a real connection.
///
/// **Use.** With Swift Testing, run each case as a test of its own; with anything else, ask for a ``Report``.
///
/// ```swift
/// @Test(arguments: TransportConformance.cases)
/// func conforms(_ conformanceCase: TransportConformance.Case) async throws {
///   try await conformanceCase.run(against: MyTransport())
/// }
/// ```
///
/// **Implement.** The other end of the connection is a ``LoopbackPeer``. A transport that reaches no loopback address
/// needs a ``ConformancePeer`` of yours: a server that does what a ``ConformanceScript`` says.
/// **Exclude.** What a transport cannot do is left out by the name of its case, with the reason, and stays visible in
/// the report.
public enum TransportConformance {
  /// Every case.
  ///
  /// More may come with a later version.
  public static let cases: [Case] =
    requestLineCases + requestFieldCases + requestBodyCases + streamedBodyCases + expectationCases + answerHeadCases
    + answerBodyCases + streamedAnswerCases + statusCases + brokenAnswerCases + ambiguousAnswerCases + connectingCases
    + endpointCases + timeCases + cancellationCases + limitCases
    + codingCases + connectionCases

  /// The cases that need no peer: for a transport that speaks to no network.
  public static var casesWithoutPeer: [Case] { cases.filter { !$0.needsPeer } }

  /// Runs every case, one after the other.
  ///
  /// - Parameters:
  ///   - transport: what is to be proved.
  ///   - peer: the other end; without one only the cases that need none are run.
  ///   - exclusions: names of cases that are not run, each with its reason.
  /// - Returns: What became of each case.
  public static func report(
    on transport: any Transport,
    with peer: (any ConformancePeer)? = LoopbackPeer(),
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
