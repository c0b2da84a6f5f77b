// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestCore
import Testing

@testable import ResourceRequestConformance
@testable import ResourceRequestTesting

/// Runs the suite for transports on the stub, as far as it can pass without a wire.
@Suite(.timeLimit(.minutes(10)))
struct StubConformanceTests {
  private static let wire = "it is about bytes on a wire, of which a stub has none"
  private static let connections = "it is about connections, of which a stub has none"

  /// The cases that do not apply to a stub, with the reasons.
  private static let exclusions = [
    "a body whose length is not known arrives whole, in chunks, or is refused": wire,
    "a body shorter or longer than it was said to be is a failure, and nobody takes it for whole":
      "nothing arrives before the body is whole",
    "a body that cannot be made is a failure with the reason, and nobody takes it for whole":
      "nothing arrives before the body is whole",
    "an answer as a stream that grows too much from few bytes fails its reader, or is refused": wire,
    "a head that does not end is cut at the limit": wire,
    "a field line that does not end is cut": wire,
    "a body of unknown length is cut at the limit": wire,
    "the deadline ends the attempt to connect": connections,
    "a server that reads no more of a body is given up after the read timeout": wire,
    "a steady drip is no silence, however long it takes in all":
      "it counts real time on the threads that all tests share; StubLimitsTests has it by a clock of its own",
    "a connection is used again, and the metrics say so": connections,
    "a POST is sent once when its reused connection dies": connections,
    "a GET is sent once when its reused connection dies": connections,
    "a reused connection that dies after an interim response is no stale one": connections,
    "a reused connection that dies within a head is no stale one": connections,
    "what follows a response belongs to the next": connections,
    "fields follow a body, however it is made, or it is refused": wire,
    "an answer as a stream that is not read stops its server, or is refused": wire,
    "an answer as a stream of unknown length brings all of it, and its trailers, or is refused": wire,
    "the metrics tell time and bytes": connections,
  ]

  private static let cases =
    (TransportConformance.requestLineCases + TransportConformance.requestBodyCases
    + TransportConformance.streamedBodyCases + TransportConformance.streamedResponseCases
    + TransportConformance.statusCases + TransportConformance.timeCases + TransportConformance.cancellationCases
    + TransportConformance.limitCases + TransportConformance.connectionCases)
    .filter { exclusions[$0.name] == nil }

  @Test(arguments: cases)
  func `the stub keeps to what every transport must do`(_ conformanceCase: TransportConformance.Case) async throws {
    let peer = StubPeer()
    try await conformanceCase.run(against: peer.transport, with: peer)
  }

  @Test func `every exclusion names a case`() {
    let names = Set(TransportConformance.cases.map(\.name))
    #expect(Set(Self.exclusions.keys).subtracting(names) == [])
  }
}
