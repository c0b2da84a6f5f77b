// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// A configuration as a proxy reads it.
public struct ExportedProxy: Sendable, Hashable {
  /// A secret that the proxy takes from elsewhere, so that its file has none.
  public struct SecretReference: Sendable, Hashable {
    /// The service that it is for.
    public let service: String
    /// The header field whose whole value it is.
    public let field: String
    /// The environment variable; for nginx, which reads none, the file that sets the field.
    public let source: String
  }

  /// The proxy.
  public let target: ProxyTarget
  /// Its configuration: a complete file.
  public let text: String
  /// What differs there, by service and setting.
  public let losses: [ExportLoss]
  /// The secrets that it needs to be given.
  public let secrets: [SecretReference]
}
