// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ArgumentParser
import Essentials

/// Which configuration is meant: the one named, or that of the environment, as where requests are sent by it.
struct ConfigurationFile: ParsableArguments {
  @Argument(
    help: "The configuration; default: $RESOURCE_CONFIG.",
    completion: Completions.configuration
  )
  var file: String?

  /// Where it is.
  ///
  /// - Throws: ``InputError`` where none is named.
  func path() throws -> String {
    guard let path = Self.path(file) else {
      throw InputError("no configuration is named: write its file, or set $RESOURCE_CONFIG")
    }
    return path
  }

  /// Where the one named is, or that of the environment; `nil` for neither.
  static func path(_ named: String?) -> String? {
    let path = named ?? ProcessInfo.processInfo.environment["RESOURCE_CONFIG"] ?? ""
    return path.isEmpty ? nil : path
  }
}
