// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Testing

@testable import ResourceRequestCore

/// Keys of requests that must take effect only once.
struct IdempotencyKeyTests {
  @Test func `a key is a random UUID`() {
    #expect(IdempotencyKey.make(0, 0) == "00000000-0000-4000-8000-000000000000")
    #expect(IdempotencyKey.make(.max, .max) == "ffffffff-ffff-4fff-bfff-ffffffffffff")
    #expect(IdempotencyKey.make(0x0123_4567_89AB_CDEF, 0x0123_4567_89AB_CDEF) == "01234567-89ab-4def-8123-456789abcdef")
  }
}
