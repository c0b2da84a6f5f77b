// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Allows or refuses destinations by scheme, port, host and address.
///
/// A host is checked before anything is sent. The address is checked when a connection is opened, before the first byte
/// of TLS, and again when a request uses an open connection. So a name that resolves differently the second time (DNS
/// rebinding) gains nothing. Every hop of a redirect is checked.
///
/// Through a proxy, host and port are those of the request, and the address is the proxy's: the proxy resolves the
/// name. A Unix-domain socket from the configuration has no address.
///
/// For a request with an ``Endpoint``, scheme, host and port of the URL must be allowed, and host, port and address of
/// the endpoint too. A Unix-domain socket as endpoint counts as this machine.
public struct AddressPolicy: Sendable, Hashable {
  /// The schemes of URLs.
  public enum Scheme: String, Sendable, Hashable, CaseIterable {
    /// `http`, without TLS.
    case http
    /// `https`, with TLS.
    case https
  }

  /// The allowed schemes.
  public var schemes: Set<Scheme>
  /// The allowed ports; empty allows any.
  public var ports: [ClosedRange<Int>]
  /// The allowed hosts; empty allows any.
  public var hosts: [HostPattern]
  /// The allowed kinds of addresses.
  public var kinds: Set<AddressKind>
  /// Networks that are allowed whatever their kind.
  public var networks: [AddressNetwork]

  /// Creates a policy that allows everything the parameters do not restrict.
  public init(
    schemes: Set<Scheme> = Set(Scheme.allCases),
    ports: [ClosedRange<Int>] = [],
    hosts: [HostPattern] = [],
    kinds: Set<AddressKind> = Set(AddressKind.allCases),
    networks: [AddressNetwork] = []
  ) {
    self.schemes = schemes
    self.ports = ports
    self.hosts = hosts
    self.kinds = kinds
    self.networks = networks
  }

  /// The default: allows every destination.
  public static let any = AddressPolicy()

  /// Allows public addresses only: not this machine, its link, or a private network.
  public static let publicOnly = AddressPolicy(kinds: [.public])

  /// The policy for a target that comes from data: of the addresses that are not public, only named networks stay
  /// allowed.
  var forUntrusted: AddressPolicy {
    var policy = self
    policy.kinds.formIntersection([.public])
    return policy
  }

  /// Whether the policy restricts addresses at all.
  package var looksAtAddresses: Bool { kinds.count < AddressKind.allCases.count }

  /// Checks a request's origin before its name is resolved.
  ///
  /// - Parameters:
  ///   - origin: the request's origin.
  ///   - isLocal: whether the connection goes to a Unix-domain socket or an endpoint, so that the host is only a name.
  /// - Returns: the reason for refusal; `nil` if the request may continue.
  package func refusal(of origin: Origin, isLocal: Bool = false) -> String? {
    if !schemes.contains(origin.isSecure ? .https : .http) { return "the scheme \(origin.scheme) is not allowed" }
    if !ports.isEmpty, !ports.contains(where: { $0.contains(origin.port) }) {
      return "the port \(origin.port) is not allowed"
    }
    if !hosts.isEmpty, !hosts.contains(where: { $0.matches(origin.host) }) {
      return "the host \(origin.host) is not among those allowed"
    }
    guard looksAtAddresses, !isLocal else { return nil }
    if let address = IPAddress(origin.host) { return refusal(of: address) }
    // RFC 6761 §6.3: these names are loopback, whatever a resolver returns.
    guard origin.host == "localhost" || origin.host.ends(withBytesOf: ".localhost") else { return nil }
    let isAllowed = ["127.0.0.1", "::1"].contains { IPAddress($0).map { refusal(of: $0) == nil } ?? false }
    return isAllowed ? nil : "\(origin.host) is this machine"
  }

  /// Whether the host is an address, so that no lookup can change the destination.
  package func isDecided(by origin: Origin) -> Bool { IPAddress(origin.host) != nil }

  /// The reason why connecting to an address is refused; `nil` if it is allowed.
  package func refusal(of address: IPAddress) -> String? {
    let kind = AddressKind(address)
    if kinds.contains(kind) || networks.contains(where: { $0.contains(address) }) { return nil }
    return "\(address) is \(kind.phrase)"
  }

  /// Makes the message of a refusal; with a proxy, it names the proxy's address.
  package static func sentence(_ place: String, _ reason: String, by proxy: Proxy? = nil) -> String {
    (proxy.map { "\(place) must not be reached by the proxy \($0.url): " } ?? "\(place) must not be reached: ")
      + "\(reason); if this is intended, allow it with \"addresses\" in the configuration"
  }
}

extension AddressKind {
  fileprivate var phrase: String {
    switch self {
    case .public: "a public address"
    case .private: "an address of a private network"
    case .loopback: "this machine"
    case .linkLocal: "a link-local address"
    case .shared: "an address shared by a carrier"
    case .reserved: "a reserved address"
    }
  }
}

/// A network of IP addresses, such as `10.1.0.0/16` or `fd00::/8`, or a single address.
public struct AddressNetwork: Sendable, Hashable, CustomStringConvertible {
  private let address: IPAddress
  private let bits: Int

  /// Parses a network: an address, `/` and a prefix length; `nil` if the text is malformed.
  ///
  /// Without a `/` it is a single address.
  public init?(_ text: some StringProtocol) {
    let parts = text.split(atByte: "/", maxSplits: 1)
    guard let first = parts.first, let address = IPAddress(first) else { return nil }
    let size = address.bytes.count * 8
    guard parts.count == 2 else {
      self.address = address
      bits = size
      return
    }
    guard let bits = DecimalDigits.value(parts[1].utf8), bits <= size else { return nil }
    // The same network has the same address, whichever of its addresses is written.
    let start = address.bytes.enumerated().map { index, byte in
      byte & UInt8(truncatingIfNeeded: 0xFF00 >> min(8, max(0, bits - index * 8)))
    }
    self.address = IPAddress(bytes: start) ?? address
    self.bits = bits
  }

  /// Whether the block contains an address.
  package func contains(_ other: IPAddress) -> Bool { address.agrees(with: other, on: bits) }

  /// The network as text, without a prefix length for a single address.
  public var description: String { bits == address.bytes.count * 8 ? "\(address)" : "\(address)/\(bits)" }
}
