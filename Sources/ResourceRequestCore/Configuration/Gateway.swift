// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// The server whose adapters relative URLs name, and that forwards to backend services on its side.
public struct Gateway: Sendable, Hashable {
  /// Its context root, such as `https://host:9443/mfp`; relative URLs resolve below its `/api`.
  public var serverURL: ResourceURL
  /// What identifies the caller to it, and to the services behind it; sent to its own origin only.
  public var credential: ServiceCredential?
  /// What holds for requests to it.
  public var settings: ServiceSettings

  /// Names a gateway by its context root; the headers are put over those of the settings.
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

  /// Header fields for every request to it: those of ``settings``.
  public var headers: Headers {
    get { settings.headers }
    set { settings.headers = newValue }
  }
}
