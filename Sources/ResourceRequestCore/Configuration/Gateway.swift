// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// An adapter gateway: serves adapters, and forwards requests to backend services.
public struct Gateway: Sendable, Hashable {
  /// Its context root, such as `https://host:9443/mfp`; relative targets are resolved against its `/api`.
  public var serverURL: ResourceURL
  /// The credential for it and for the services behind it; sent to its own origin only.
  public var credential: ServiceCredential?
  /// The settings of its requests.
  public var settings: ServiceSettings

  /// Creates a gateway; the headers are added to those of the settings.
  public init(
    serverURL: ResourceURL,
    credential: ServiceCredential? = nil,
    headers: Headers = Headers(),
    settings: ServiceSettings = ServiceSettings()
  ) {
    self.serverURL = serverURL
    self.credential = credential
    self.settings = settings
    self.settings.headers = headers.merging(settings.headers)
  }

  /// The header fields of every request to it: those of ``settings``.
  public var headers: Headers {
    get { settings.headers }
    set { settings.headers = newValue }
  }
}
