// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Something given to the command that it cannot work with.
struct InputError: Error, CustomStringConvertible {
  /// The mistake and the remedy.
  let description: String
  /// How the command ends.
  let status: ExitStatus

  init(_ description: String, status: ExitStatus = .usage) {
    self.description = description
    self.status = status
  }
}
