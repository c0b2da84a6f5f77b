// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestCore
import Testing

@testable import ResourceRequestTracing

/// Which trace fields are sent.
struct TraceFieldsTests {
  private let parent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"

  @Test func `a sound trace goes on, with its state`() {
    let fields = ["traceparent": parent, "tracestate": "v=1"]
    #expect(TraceFields.chosen(fields, .trace) == fields)
  }

  @Test(arguments: [
    "", "00", "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331",
    "00-0AF7651916CD43DD8448EB211C80319C-b7ad6b7169203331-01",
    "00-00000000000000000000000000000000-b7ad6b7169203331-01",
    "00-0af7651916cd43dd8448eb211c80319c-0000000000000000-01",
    "ff-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
    "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01-x",
    "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-0\u{301}1", "00-1",
  ])
  func `a malformed traceparent drops tracestate too`(parent: String) {
    #expect(TraceFields.chosen(["traceparent": parent, "tracestate": "v=1"], .trace) == [:])
  }

  @Test func `a version to come may have more parts`() {
    #expect(TraceFields.isSound("01-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01-more"))
  }

  @Test func `baggage goes on only where it is allowed, and alone`() {
    let fields = ["traceparent": parent, "Baggage": "a=1"]
    #expect(TraceFields.chosen(fields, .trace) == ["traceparent": parent])
    #expect(TraceFields.chosen(fields, .baggage) == ["baggage": "a=1"])
    #expect(TraceFields.chosen(fields, []) == [:])
  }

  @Test func `what another tracer writes goes with the trace, and no line end`() {
    #expect(TraceFields.chosen(["b3": "1", "X-Odd": "a\r\nb"], .trace) == ["b3": "1"])
  }
}
