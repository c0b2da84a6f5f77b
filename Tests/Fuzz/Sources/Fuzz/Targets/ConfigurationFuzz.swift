// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

@testable import ResourceRequestCore

/// Configuration documents: each is accepted and can be printed, or is refused with issues that have a line and a
/// column.
enum ConfigurationFuzz: FuzzTarget {
  static let name = "configuration"
  static let seeds: String? = "Tests/ResourceRequestCoreTests/Fixtures/configuration/valid"

  static func read(_ bytes: UnsafeBufferPointer<UInt8>) {
    let text = String(decoding: bytes, as: UTF8.self)
    // Reading a file that never ends, such as a terminal, would not be a finding.
    guard !text.contains("file:") else { return }
    do throws(ConfigurationError) {
      let configuration = try ResourceConfiguration(json: text, environment: ["X": "x"])
      precondition(Set(configuration.services.map(\.name)).count == configuration.services.count)
      _ = configuration.redactedJSON()
    } catch {
      precondition(!error.issues.isEmpty && error.issues.allSatisfy { $0.line >= 1 && $0.column >= 1 })
      _ = error.description
    }
  }
}
