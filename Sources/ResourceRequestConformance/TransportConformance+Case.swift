// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

public import ResourceRequestCore

extension TransportConformance {
  /// One thing a transport must do.
  public struct Case: Sendable, CustomStringConvertible {
    /// What it does, as a sentence; unique among the cases.
    public let name: String
    /// Why it must, and the section of an RFC where one says so.
    public let requirement: String
    /// Whether it needs somebody at the other end.
    public let needsPeer: Bool
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
    /// What it needs beyond the transport, it starts and stops itself.
    ///
    /// - Parameters:
    ///   - transport: what is to be proved.
    ///   - peer: starts the servers that it is proved against; without one only the cases that need none can run.
    /// - Throws: ``ConformanceFailure`` where the transport does something else, or what the peer throws.
    public func run(
      against transport: any Transport,
      with peer: (any ConformancePeer)? = LoopbackPeer()
    ) async throws {
      guard !needsPeer || peer != nil else { throw ConformanceFailure("this case needs a peer") }
      do {
        try await body(ConformanceBench(transport: transport, peer: peer))
      } catch let failure as TransportFailure {
        throw ConformanceFailure("the transport failed with \(failure)")
      }
    }
  }
}
