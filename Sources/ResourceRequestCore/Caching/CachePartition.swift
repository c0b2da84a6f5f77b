// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

package import ResourceRequestPlatform

/// The partition of a request: the part of its key besides the URL, computed from what is sent.
package struct CachePartition: Sendable {
  private let principal: Principal
  let isShared: Bool
  private let place: String
  /// The fields of requests without relevant fields of their own, which belong to the configured principal.
  let usual: Headers
  private let usualSecrets: String
  private let connections: [SharedConnectionOptions?]
  private let peers: [CachePeer]
  private let cookies: (@Sendable (ResourceURL, Date) -> String?)?
  /// The partition of nearly all requests, if it never changes.
  private let plain: Finding?

  /// Creates the partitions of a service.
  ///
  /// - Parameters:
  ///   - service: the service's name; `nil` for absolute URLs, which their origin separates.
  ///   - isGateway: whether they are those of the gateway, which has no name.
  ///   - configured: the partition in the configuration.
  ///   - principal: the principal of the requests.
  ///   - isShared: whether all principals share stored responses.
  ///   - usual: the fields that the configuration adds.
  ///   - connections: the connection options of the requests; those of most requests first.
  ///   - endpoints: the configured endpoints of the service.
  ///   - features: what the features of a user add by, which nobody else may know; empty without them.
  ///   - cookies: the cookies that are attached to a request at a moment; `nil` without a cookie jar.
  package init(
    service: String?,
    isGateway: Bool = false,
    configured: String?,
    principal: Principal,
    isShared: Bool,
    usual: Headers,
    connections: [SharedConnectionOptions?] = [nil],
    endpoints: [String] = [],
    features: String = "",
    cookies: (@Sendable (ResourceURL, Date) -> String?)? = nil
  ) {
    self.principal = principal
    self.isShared = isShared
    self.usual = usual
    self.cookies = cookies
    self.connections = connections
    peers = connections.map { CachePeer($0?.value ?? ConnectionOptions(), endpoints: endpoints) }
    usualSecrets = Self.digest(usual.filter { SensitiveNames.identify(field: $0.name) })
    let own = [isGateway ? "gateway" : "", service ?? "", configured ?? ""]
    place = Principal.joined(features.isEmpty ? own : own + [features])
    let name: String? = if case .following = principal { nil } else { principal.name }
    guard let name, let peer = peers.first, !peer.identifiesClient else {
      plain = nil
      return
    }
    let who = isShared ? Who() : Who(principal: name, fields: usualSecrets)
    let isAuthorized = !name.isEmpty || !usualSecrets.isEmpty
    plain = Finding(
      text: Principal.joined([place, peer.text, usual["Host"] ?? ""] + who.parts),
      isAuthorized: isAuthorized,
      isPersonal: isAuthorized,
      principal: name,
      peer: peer.text
    )
  }

  /// The partition of a request, if known.
  package struct Finding: Sendable, Hashable {
    /// The partition; `nil` if nothing may be used or stored.
    package var text: String?
    /// Whether the request carries credentials.
    package var isAuthorized: Bool
    /// Whether it carries credentials or is sent over a connection that identifies the client.
    package var isPersonal = false
    /// The `Cookie` field of the jar that the partition is for.
    package var cookie: String?
    /// The configured principal.
    package var principal = ""
    /// The peer of its connection.
    package var peer = ""
  }

  /// What the request says of who asks; all texts together are the partition.
  private struct Who {
    var caller: String?
    var login = ""
    var principal = ""
    var scope = ""
    var fields = ""
    var cookie = ""

    var parts: [String] { [caller.map { "of" + $0 } ?? "", login, principal, scope, fields, cookie] }
  }

  /// The partition of a request at a moment.
  package func find(_ request: ResolvedRequest, at now: Date) -> Finding {
    let (authorization, caching) = (request.authorization, request.caching)
    let isUsual = request.headers.sharesStorage(with: usual)
    let usesCredentials = authorization.usesCredentials
    let cookie = cookies.flatMap { cookies in
      usesCredentials && !request.headers.contains("Cookie") ? cookies(request.url, now) : nil
    }
    let connection = request.options.sharedConnection
    let index = connections.firstIndex { $0 === connection || $0 == connection }
    if let plain, isUsual, usesCredentials, cookie == nil, index == 0, caching.partition == nil,
      authorization.login == nil, authorization.scope == nil, request.endpoint == nil
    {
      return plain
    }
    let peer = index.map { peers[$0] } ?? CachePeer(connection?.value ?? ConnectionOptions())
    var finding = Finding(text: nil, isAuthorized: false, cookie: cookie, peer: peer.text)
    var who = Who()
    let sent = isUsual ? [] : request.headers.filter { SensitiveNames.identify(field: $0.name) }
    // Who the caller's own fields belong to is not known.
    let isByHand = sent.contains { field in !usual.contains { $0.isIdentical(to: field) } }
    who.fields = isUsual ? usualSecrets : isByHand ? "" : Self.digest(sent)
    who.cookie = cookie.map { SHA256.hexadecimal(of: $0) } ?? ""
    if usesCredentials {
      if let login = authorization.login {
        who.login = SHA256.hexadecimal(of: Principal.joined([login.username, login.password.reveal()]))
      }
      who.scope = authorization.scope?.description ?? ""
    }
    let name = usesCredentials ? principal.name : ""
    who.principal = name ?? ""
    finding.principal = who.principal
    finding.isAuthorized =
      isByHand || !who.login.isEmpty || name?.isEmpty != true || !who.fields.isEmpty || cookie != nil
    finding.isPersonal = finding.isAuthorized || peer.identifiesClient
    if let caller = caching.partition {
      // The caller knows whose cookies and fields these are.
      (who.caller, who.cookie) = (caller, "")
    } else if !isShared, isByHand || name == nil && who.login.isEmpty {
      return finding
    }
    // Shared or not, a response to such a request is for its sender only, unless the server allows more.
    if isShared, caching.partition == nil { who = Who() }
    let endpoint = request.endpoint.map { "\($0.location)" } ?? ""
    let host = (isUsual ? usual["Host"] : request.headers["Host"]) ?? ""
    let target = endpoint.isEmpty ? host : Principal.joined([host, endpoint])
    finding.text = Principal.joined([place, peer.text, target] + who.parts)
    return finding
  }

  /// Whether principal and peer are still those of a request that was sent: their secrets may be in files.
  func isUnchanged(since finding: Finding, _ request: ResolvedRequest) -> Bool {
    if plain != nil, connections.first == request.options.sharedConnection { return true }
    let now = find(request, at: .distantPast)
    return now.principal == finding.principal && now.peer == finding.peer
  }

  private static func digest(_ fields: [Headers.Element]) -> String {
    guard !fields.isEmpty else { return "" }
    // In whatever order they are sent.
    let texts = fields.map { Principal.joined([$0.name.lowercasedASCII(), $0.value]) }
    return SHA256.hexadecimal(of: texts.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }.joined())
  }
}
