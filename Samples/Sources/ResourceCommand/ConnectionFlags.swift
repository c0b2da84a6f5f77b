// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ArgumentParser
import Essentials
import ResourceRequestKit

/// The options for connecting to the server; they override the configuration.
struct ConnectionFlags: ParsableArguments {
  /// The HTTP versions with a flag.
  enum Version: String, EnumerableFlag {
    case http1_1 = "1.1"
    case http2 = "2"

    static func name(for value: Version) -> NameSpecification { .customLong("http\(value.rawValue)") }

    static func help(for value: Version) -> ArgumentHelp? {
      value == .http2 ? "HTTP/2 from the first byte, in clear text too." : "HTTP/1.1 only."
    }

    /// The version as a request's policy.
    var policy: HTTPVersionPolicy { self == .http2 ? .http2PriorKnowledge : .http1_1 }
  }

  @Flag var version: Version?

  @Option(help: ArgumentHelp("Trusted authorities instead of the system's (PEM).", valueName: "file"))
  var cacert: String?

  @Option(help: ArgumentHelp("The client certificate (PEM), with its key or without.", valueName: "file"))
  var cert: String?

  @Option(help: ArgumentHelp("The private key of the certificate (PEM).", valueName: "file"))
  var key: String?

  @Option(help: ArgumentHelp("The environment variable with the key's password.", valueName: "name"))
  var keyPasswordEnv: String?

  @Option(
    name: [.customLong("pinned-public-key"), .customLong("pin")],
    help: ArgumentHelp("A public key; the server must have one of those named: sha256//BASE64.", valueName: "pin"),
    transform: pin
  )
  var pinnedPublicKeys: [PublicKeyPin] = []

  @Flag(
    name: [.customShort("k"), .customLong("insecure"), .customLong("insecure-tls")],
    help: "Refused: certificates are always verified. The error says what to use instead."
  )
  var insecure = false

  @Option(
    name: [.customShort("x", allowingJoined: true), .customLong("proxy")],
    help: ArgumentHelp(
      "The proxy: an http, https, socks5 or socks5h URL, none, or environment, which is the default.",
      valueName: "environment|none|url"
    )
  )
  var proxy: String?

  @Option(help: ArgumentHelp("Connect to a Unix-domain socket, whatever the URL's host.", valueName: "path"))
  var unixSocket: String?

  @Option(
    help: ArgumentHelp(
      "A fixed address for a host and port, instead of a name lookup: a.example:443:192.0.2.1.",
      valueName: "host:port:address"
    ),
    transform: fixedAddress
  )
  var resolve: [FixedAddress] = []

  @Option(
    help: ArgumentHelp(
      "Connect to another host and port, with the URL's in Host and the certificate; each part may be empty.",
      valueName: "host:port:host:port"
    ),
    transform: ConnectTo.init
  )
  var connectTo: [ConnectTo] = []

  func validate() throws {
    if insecure {
      throw ValidationError(
        """
        -k: without verification, anyone on the network path can read and change everything, credentials included; trust a \
        private authority, or a self-signed certificate, with --cacert FILE
        """
      )
    }
    if key != nil, cert == nil { throw ValidationError("--key: name its certificate with --cert") }
    if keyPasswordEnv != nil, cert == nil {
      throw ValidationError("--key-password-env: name the certificate with --cert")
    }
    if let unixSocket { try Self.check(socket: unixSocket) }
    if proxy != nil, unixSocket != nil { throw ValidationError("--proxy and --unix-socket: choose one") }
    if !connectTo.isEmpty, unixSocket != nil { throw ValidationError("--connect-to and --unix-socket: choose one") }
    _ = try proxyRules()
  }

  /// Overrides the settings of a configuration with these.
  ///
  /// - Throws: ``InputError`` for a file that cannot be read.
  func apply(to configuration: inout ResourceConfiguration) throws {
    for (option, path, kind) in [
      ("--cacert", cacert, "CERTIFICATE"), ("--cert", cert, "CERTIFICATE"), ("--key", key, "PRIVATE KEY"),
      ("--cert", key == nil ? cert : nil, "PRIVATE KEY"),
    ] {
      guard let path else { continue }
      if option == "--cert" { try Self.refusePassword(behind: path) }
      let bytes = try BodyOptions.file(BodyOptions.readable(path, of: option)[...], of: option)
      // Told here, where the option is known: the handshake could only say that its file is of no use.
      guard bytes.ranges(of: Data("\(kind)-----".utf8)).isEmpty else { continue }
      let remedy = option == "--cert" && kind == "PRIVATE KEY" ? "; name the file of the key with --key" : ""
      throw InputError(
        "\(option): \(path) has no \(kind.lowercased()) in PEM form (-----BEGIN …\(kind)-----)\(remedy)"
      )
    }
    if changesTLS, configuration.defaults.connection.tls == nil { configuration.defaults.connection.tls = TLSOptions() }
    let rules = try proxyRules()
    if proxy == nil, unixSocket == nil { try useEnvironment(in: &configuration) }
    let password = try keyPasswordEnv.map { try Secret(variable: $0, of: "--key-password-env") }
    configuration.changeAllSettings { apply(rules, password, to: &$0.connection) }
  }

  /// Refuses curl's form of the value, a file and the password of its key.
  private static func refusePassword(behind path: String) throws {
    guard access(path, F_OK) != 0, let colon = path.utf8.lastIndex(of: UInt8(ascii: ":")),
      access(String(path[..<colon]), F_OK) == 0
    else { return }
    // The path is not repeated: it holds the password.
    throw InputError("--cert takes the file alone; a password goes into a variable, which --key-password-env names")
  }

  /// The proxies that the environment names; `nil` if it names none.
  ///
  /// - Throws: ``InputError`` for a variable that is not a URL.
  static func environmentRules() throws -> ProxyRules? {
    do {
      let rules = try ProxyRules(environment: ProcessInfo.processInfo.environment)
      return rules.http == nil && rules.https == nil ? nil : rules
    } catch {
      throw InputError("\(error.reason); correct the variable, or use --proxy none")
    }
  }

  /// Uses the environment's proxies if the configuration names none.
  private func useEnvironment(in configuration: inout ResourceConfiguration) throws {
    guard configuration.defaults.connection.proxy == nil, let rules = try Self.environmentRules() else { return }
    configuration.defaults.connection.proxy = rules
    // A server with a Unix-domain socket is not reached through a proxy.
    let direct = ProxyRules()
    if configuration.gateway?.settings.connection.unixSocket != nil {
      configuration.gateway?.settings.connection.proxy = direct
    }
    for index in configuration.services.indices
    where configuration.services[index].settings.connection.unixSocket != nil {
      configuration.services[index].settings.connection.proxy = direct
    }
  }

  /// Refuses a path that cannot be a socket's.
  ///
  /// One that is missing may be made by the time it is needed.
  private static func check(socket path: String) throws {
    if path.isEmpty { throw ValidationError("--unix-socket: name the path of a socket") }
    let limit = MemoryLayout.size(ofValue: sockaddr_un().sun_path) - 1
    guard path.utf8.count <= limit else {
      throw ValidationError(
        "--unix-socket: a path of \(path.utf8.count) bytes is too long for a socket; it has \(limit) at most"
      )
    }
    var facts = stat()
    if stat(path, &facts) == 0, facts.st_mode & S_IFMT != S_IFSOCK {
      throw ValidationError("--unix-socket: \(path) is not a socket")
    }
  }

  private var changesTLS: Bool { cacert != nil || cert != nil || !pinnedPublicKeys.isEmpty }

  private func apply(_ proxy: ProxyRules?, _ keyPassword: Secret?, to connection: inout ConnectionOptions) {
    if let proxy {
      connection.proxy = proxy
      connection.unixSocket = nil
    }
    if let unixSocket { connection.unixSocket = unixSocket }
    // The first entry of a host counts.
    connection.fixedAddresses = resolve + connection.fixedAddresses
    // Without TLS settings of its own, a service uses the defaults', which are already overridden.
    guard var tls = connection.tls else { return }
    if let cacert {
      tls.caFile = cacert
      tls.caDirectory = nil
    }
    if let cert {
      tls.certificate = cert
      tls.key = key
      tls.keyPassword = keyPassword
    }
    if !pinnedPublicKeys.isEmpty { tls.pinnedPublicKeys = pinnedPublicKeys }
    connection.tls = tls
  }

  /// What leads attempts to where `--connect-to` says.
  var leading: [any Middleware] { connectTo.isEmpty ? [] : [ConnectingElsewhere(places: connectTo)] }

  private static func fixedAddress(_ text: String) throws -> FixedAddress {
    let parts = ConnectTo.parts(text)
    do {
      guard parts.count == 3 else { throw ValidationError("") }
      return try FixedAddress("\(parts[0]):\(parts[1])", ConnectTo.addresses(parts[2]))
    } catch {
      throw ValidationError(
        "expected HOST:PORT:ADDRESS, as in a.example:443:192.0.2.1,[2001:db8::1]"
      )
    }
  }

  private static func pin(_ text: String) throws -> PublicKeyPin {
    guard let pin = PublicKeyPin(text) else {
      throw ValidationError("\"\(text)\" is not a pin; write sha256// and the Base64 of 32 bytes")
    }
    return pin
  }

  private func proxyRules() throws -> ProxyRules? {
    guard let proxy, proxy != "environment" else { return try proxy.flatMap { _ in try Self.environmentRules() } }
    if proxy == "none" { return ProxyRules() }
    if proxy.isEmpty { throw ValidationError("--proxy: name one, or none") }
    do {
      return ProxyRules(try Proxy(proxy.contains("://") ? proxy : "http://" + proxy))
    } catch {
      // The value is not repeated: it may contain a password.
      throw ValidationError("--proxy: \(error.reason)")
    }
  }
}
