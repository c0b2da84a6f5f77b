// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// A fault in TLS options, found before any connection.
public struct TLSFault: Error, Sendable, Hashable {
  /// The options that have files, texts or passwords, spelled as in a configuration.
  public enum Option: String, Sendable, Hashable, CaseIterable {
    /// ``TLSOptions/caFile``.
    case caFile
    /// ``TLSOptions/caDirectory``.
    case caDirectory
    /// ``TLSOptions/certificate``.
    case certificate
    /// ``TLSOptions/key``.
    case key
    /// ``TLSOptions/caPEM``.
    case caPEM
    /// ``TLSOptions/certificatePEM``.
    case certificatePEM
    /// ``TLSOptions/keyPEM``.
    case keyPEM
    /// ``TLSOptions/keyPassword``.
    case keyPassword
  }

  /// The option at fault.
  public let option: Option
  /// The fault, as a phrase without a period and without a secret.
  public let reason: String

  /// Creates a fault of an option.
  public init(_ option: Option, _ reason: String) {
    self.option = option
    self.reason = reason
  }
}

extension TLSFault: CustomStringConvertible {
  /// The option and its fault.
  public var description: String { "\(option.rawValue): \(reason)" }
}
