// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

public import ResourceRequestCore

/// A setting that a proxy does not apply as the client would.
public struct ExportLoss: Sendable, Hashable, CustomStringConvertible {
  /// How much of a setting is lost.
  public enum Kind: String, Sendable, Hashable {
    /// It is exported, and acts somewhat differently.
    case differs
    /// It is not exported.
    case lost
  }

  /// The service.
  public let service: String
  /// The setting, such as `retry.backoff`.
  public let setting: String
  /// How much of it is lost.
  public let kind: Kind
  /// What happens there instead: a phrase without a period.
  public let instead: String
  /// Where the setting stands; `nil` for a default, and for a configuration made in code.
  public let place: SourcePlace?

  /// One line: place, service, setting and what happens instead.
  public var description: String {
    let verb = kind == .lost ? "is not exported" : "differs"
    return "\(place.map { "\($0): " } ?? "")\(service): \(setting) \(verb): \(instead)"
  }
}
