// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// What is wrong with options of TLS, found without a connection.
public struct TLSFault: Error, Sendable, Hashable {
  /// The options that name something outside the program, spelled as in a configuration.
  public enum Option: String, Sendable, Hashable, CaseIterable {
    /// ``TLSOptions/caFile``.
    case caFile
    /// ``TLSOptions/caDirectory``.
    case caDirectory
    /// ``TLSOptions/certificate``.
    case certificate
    /// ``TLSOptions/key``.
    case key
    /// ``TLSOptions/keyPassword``.
    case keyPassword
  }

  /// Which option it is about.
  public let option: Option
  /// What is wrong, as a phrase without a period and without a secret.
  public let reason: String

  /// A fault of an option.
  public init(_ option: Option, _ reason: String) {
    self.option = option
    self.reason = reason
  }
}

extension TLSFault: CustomStringConvertible {
  /// The option and what is wrong with it.
  public var description: String { "\(option.rawValue): \(reason)" }
}
