// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Decides whether a destination is unchanged by a reload: everything that is configured for it.
///
/// A reload asks for it several times, so its hash is computed once, and its copies share what is configured.
package struct DestinationIdentity: Hashable, Sendable {
  /// What is configured.
  struct Contents: Hashable {
    let service: String?
    let isAtGateway: Bool
    /// The base URL.
    let base: String?
    let credential: ServiceCredential?
    let endpoints: [ServiceEndpoint]
    let endpointsFile: String?
    let discovery: EndpointDiscovery?
    let settings: ServiceSettings
    /// How the server of its tokens is reached where that is another origin.
    let elsewhere: ServiceSettings?
  }

  /// Of what tells the destinations of one configuration apart.
  private let hash: Int
  private let shared: Shared<Contents>

  init(_ contents: Contents) {
    shared = Shared(contents)
    var hasher = Hasher()
    hasher.combine(contents.service)
    hasher.combine(contents.base)
    hash = hasher.finalize()
  }

  package static func == (one: DestinationIdentity, other: DestinationIdentity) -> Bool {
    one.hash == other.hash && one.shared == other.shared
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(hash) }
}
