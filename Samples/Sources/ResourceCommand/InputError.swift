// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// An input that the command cannot work with.
struct InputError: Error, CustomStringConvertible {
  /// What is wrong with the input, and how to correct it.
  let description: String
  /// The exit status of the command.
  let status: ExitStatus

  init(_ description: String, status: ExitStatus = .usage) {
    self.description = description
    self.status = status
  }
}
