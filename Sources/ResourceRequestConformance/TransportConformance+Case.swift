// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

public import ResourceRequestCore

extension TransportConformance {
  /// One requirement of transports, as a test case.
  public struct Case: Sendable, CustomStringConvertible {
    /// The name, as a sentence; unique among the cases.
    public let name: String
    /// The reason for the requirement, with the section of an RFC if there is one.
    public let requirement: String
    /// Whether it needs a peer.
    package let needsPeer: Bool
    private let body: @Sendable (ConformanceBench) async throws -> Void

    init(
      _ name: String,
      _ requirement: String,
      needsPeer: Bool = true,
      _ body: @escaping @Sendable (ConformanceBench) async throws -> Void
    ) {
      self.name = name
      self.requirement = requirement
      self.needsPeer = needsPeer
      self.body = body
    }

    /// The name.
    public var description: String { name }

    /// Runs the case.
    ///
    /// It starts and stops everything else that it needs.
    ///
    /// - Parameter transport: the transport to test.
    /// - Throws: an error that says how the transport does not meet the requirement.
    public func run(against transport: any Transport) async throws {
      try await run(against: transport, with: LoopbackPeer())
    }

    /// Runs the case against the servers of a peer; `nil` is enough for cases that need none.
    package func run(against transport: any Transport, with peer: (any ConformancePeer)?) async throws {
      guard !needsPeer || peer != nil else { throw ConformanceFailure("this case needs a peer") }
      let bench = ConformanceBench(transport: transport, peer: peer)
      defer { bench.stop() }
      do {
        try await body(bench)
      } catch let failure as TransportFailure {
        throw ConformanceFailure("the transport failed with \(failure)")
      }
    }
  }
}
