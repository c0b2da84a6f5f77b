// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestConformance
import Testing

@Suite(.timeLimit(.minutes(5)))
struct SocketTransportTests {
  private static let close = "each of its requests has a connection of its own"
  private static let codings = "it decodes none, and delivers every body as it came"
  private static let ipv4 = "it connects to IPv4 addresses and looks up nothing"

  /// What the transport does not support, by the name of the conformance case.
  private static let exclusions = [
    "a connection is used again, and the metrics say so": close,
    "a POST is sent once when its reused connection dies": close,
    "a GET is sent once when its reused connection dies": close,
    "a reused connection that dies after an interim response is no stale one": close,
    "a reused connection that dies within a head is no stale one": close,
    "what follows a response belongs to the next": close,
    "a name without an address is a failure that was not executed": ipv4,
    "an IPv6 address is connected to": ipv4,
    "an answer that comes before the body was read is the answer": "it reads once it has written",
    "a coding that is not known is a failure": codings,
    "a coding that is not known and was asked for is delivered as it came, or refused before": codings,
    "a value that is no UTF-8 is read as ISO-8859-1": "it reads UTF-8",
    "a location that is no UTF-8 keeps its bytes": "it reads UTF-8",
    "lines that end with a line feed alone are lines": "its lines end with both characters",
    "a thousand interim answers are skipped, and no flood of them": "it does not count them",
    "an address that must not be reached gets no connection": "it refuses policies for addresses as unsupported",
    "a thousand requests at once get each its own answer": "it refuses limits of connections as unsupported",
    "the metrics tell time and bytes": "it measures nothing",
  ]

  @Test func `a transport of another package keeps to what every transport must do, but for what it says`() async {
    let report = await TransportConformance.report(on: SocketTransport(), excluding: Self.exclusions)
    #expect(report.failures == [], "\(report)")
  }
}
