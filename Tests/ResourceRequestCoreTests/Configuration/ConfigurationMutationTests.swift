// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Foundation
import ResourceRequestCore
import TestSupport
import Testing

/// A short, repeatable stand-in for the fuzz target of `Tests/Fuzz`.
@Suite(.onOwnThreads) struct `Configuration mutations` {
  static let pieces = [
    "\"", "{", "}", "[", "]", ":", ",", "null", "-1", "1e999", "\"${env:X}\"", "\"${\"", "\"none\"", "\u{0}", "\n",
    "\\",
    "\"service\"", "\"http://\"", "\"a:b@c\"", "\"headers\"", "{\"limit\":1}", "\"99999999999999999999h\"", "ü",
  ].map { Array($0.utf8) }

  @Test(arguments: ["mfp-sample.json", "everything.json", "single-service.json"])
  func `a mutated document is read or refused, never more`(name: String) throws {
    let original = Array(try fixture("configuration/valid/\(name)"))
    var random = SeededGenerator(seed: UInt64(original.count))
    var readable = 0
    for _ in 0..<500 {
      var bytes = original
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let place = Int.random(in: 0..<bytes.count, using: &random)
        let end = min(bytes.count, place + Int.random(in: 0...8, using: &random))
        bytes.replaceSubrange(place..<end, with: Self.pieces.randomElement(using: &random) ?? [])
      }
      do throws(ConfigurationError) {
        _ = try ResourceConfiguration(json: Data(bytes), environment: ["X": "x"]).redactedJSON()
        readable += 1
      } catch {
        #expect(!error.issues.isEmpty)
        #expect(error.issues.allSatisfy { $0.line >= 1 && $0.column >= 1 })
        #expect(!error.description.isEmpty)
      }
    }
    #expect(readable < 500)
  }
}
