// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Why the file of a private key cannot be used.
public struct KeyFileError: Error, CustomStringConvertible {
  /// The file, what is wrong with it, and what to do.
  public let description: String

  init(_ description: String) {
    self.description = description
  }
}
