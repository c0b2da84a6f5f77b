// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Testing

@testable import ResourceRequestCore

/// `Strict-Transport-Security` (RFC 6797 §6.1).
struct StrictTransportFieldTests {
  @Test(arguments: [
    ("max-age=31536000", 31_536_000, false), ("max-age=15768000 ; includeSubDomains", 15_768_000, true),
    ("max-age=\"31536000\"", 31_536_000, false), ("max-age=0", 0, false), ("max-age=0; includeSubDomains", 0, true),
    ("MAX-AGE = 7 ;INCLUDESUBDOMAINS; preload; x=\"a;b\"", 7, true), (";; max-age=1 ;", 1, false),
    ("includeSubDomains=yes; max-age=1", 1, true), ("max-age=99999999999999999999", 3_155_760_000, false),
  ])
  func `the examples of the RFC, and what servers write`(value: String, age: Int64, below: Bool) throws {
    let field = try #require(StrictTransportField(value))
    #expect(field.maxAge == age && field.includesSubdomains == below)
  }

  @Test(arguments: [
    "", "includeSubDomains", "max-age", "max-age=", "max-age=x", "max-age=-1", "max-age=1.5", "max-age=1; max-age=2",
    "max-age=1; includeSubDomains; includeSubDomains", "max-age=1 2", "max-age=1, max-age=2", "max-age=1; =x", "=1",
    "max-age=1" + (0..<64).map { "; x\($0)" }.joined(),
  ])
  func `what breaks the grammar is ignored as a whole`(value: String) {
    #expect(StrictTransportField(value) == nil)
  }
}
