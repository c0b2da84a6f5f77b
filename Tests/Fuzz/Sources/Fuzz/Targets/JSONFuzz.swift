// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

@testable import ResourceRequestCore

/// JSON values: every accepted text survives a round trip.
enum JSONFuzz: FuzzTarget {
  static let name = "json"
  static let seeds: String? = "Tests/ResourceRequestCoreTests/Fixtures/json-test-suite/test_parsing"

  static func read(_ bytes: UnsafeBufferPointer<UInt8>) {
    do throws(JSONSyntaxError) {
      let value = try JSON(parsing: bytes)
      precondition((try? JSON(parsing: value.text())) == value)
      precondition((try? JSON(parsing: value.text([.pretty, .sortedKeys]))) == value)
      _ = AdapterResult(value)
    } catch {
      precondition(0...bytes.count ~= error.byteOffset)
    }
  }
}
