// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

extension ConfigurationDocument {
  /// The connection keys.
  static let connection = ObjectShape<ConnectionOptions>(
    "connection",
    "Connections.",
    commonConnection + [unixSocket]
  )

  /// The connection keys that are the same for the gateway, a service and the defaults.
  static let commonConnection: [ObjectMember<ConnectionOptions>] = [
    ObjectMember("tls", \.tls, tls)
      .about(
        "TLS options: trusted authorities, client certificate, server name. They replace those of outer objects as a whole."
      ),
    ObjectMember("proxy", \.proxy, proxy, standard: "none")
      .about("The proxy: \"none\", \"environment\" (HTTP_PROXY, HTTPS_PROXY, ALL_PROXY, NO_PROXY), or an object.")
      .risk(.goesElsewhere, .other),
    ObjectMember("resolve", \.writtenAddresses, fixedAddresses)
      .about("Fixed addresses for a host and port (\"api.example:443\"), which replace the name lookup.")
      .risk(.goesElsewhere, .other),
    ObjectMember("nameCacheTime", \.nameCacheTime, .duration, standard: "60s")
      .about("How long a looked-up address is cached, in whole seconds."),
    ObjectMember("idleConnectionTime", \.idleTime, .duration, standard: "60s")
      .about("How long an idle connection is kept."),
    ObjectMember("addresses", \.addresses, addresses, standard: "any")
      .about("The allowed destinations: \"any\", \"public\" (no private or local address), or an object.")
      .risk(.trustsMore, .wider(noneIsMost: true)),
  ]

  /// The key of a Unix-domain socket.
  static let unixSocket = ObjectMember("unixSocket", \ConnectionOptions.unixSocket, socketPath)
    .about("The path of a Unix-domain socket to connect to, whatever the host of the URL.")
    .risk(.goesElsewhere, .change)

  /// The maximum length of a path in a socket's address.
  private static let socketPathLimit = 103

  private static let socketPath = ValueShape<ConfiguredText>.someText.map { text, node, reading -> String? in
    let path = reading.sources.path(text.text)
    if path.utf8.contains(0) || path.utf8.count > socketPathLimit {
      reading.report("not the path of a socket, expected at most \(socketPathLimit) bytes and no NUL", at: node)
    }
    return path
  }.described(
    by: .text(
      // Resolving against the document's folder can only lengthen a path.
      pattern: "^[^\\u0000]{1,\(socketPathLimit)}$",
      expected: "a path of at most \(socketPathLimit) bytes",
      examples: "/run/docker.sock"
    )
  ).written { JSON($0) }

  private struct ProxyDraft: Sendable {
    var url: String?
    var username: String?
    var password: Secret?
    var login: Proxy.Login?
    var tunnel: Proxy.Tunnel?
    var exceptions: ProxyExceptions?
  }

  private static let namedProxy = ObjectShape<ProxyDraft>("proxy", "A proxy for every request.").with([
    ObjectMember("url", \.url, proxyURL, isRequired: true)
      .about(
        "The proxy's URL: http://, https://, socks5:// (the client looks names up) or socks5h:// (the proxy does), host and port."
      ),
    ObjectMember("username", \.username, userName, "User name for proxy authentication.").example("shop"),
    ObjectMember("password", \.password, .secret, "Password for proxy authentication.")
      .example("${env:PROXY_PASSWORD}"),
    ObjectMember("login", \.login, .word, standard: "basic")
      .about(
        "How to log in to an HTTP proxy: basic, digest after its challenge, or any: digest if it offers that, else basic."
      ),
    ObjectMember("tunnel", \.tunnel, .word, standard: "https")
      .about("Which requests go through a tunnel of an HTTP proxy (CONNECT): those for https, or always."),
    ObjectMember("noProxy", \.exceptions, exceptions)
      .about("Hosts reached without the proxy, separated by commas: domains, addresses, networks (10.0.0.0/8), or *.")
      .example("localhost,.internal.example,10.0.0.0/8"),
  ]).obeying(.needs("password", "username"))

  private static let proxyURL = ValueShape<ConfiguredText>.someText.map { text, node, reading -> String? in
    do throws(ResourceURL.Invalid) {
      let proxy = try Proxy(text.text)
      if proxy.username != nil || proxy.password != nil {
        reading.hide(node)
        reading.report(
          "the URL holds a user name or password, expected none: write them as \"username\" and \"password\"",
          at: node
        )
      }
      return text.text
    } catch {
      reading.hide(node)
      return reading.refuse("not the URL of a proxy: \(error.reason)", at: node)
    }
  }.described(
    by: .text(
      pattern: "^([Hh][Tt][Tt][Pp][Ss]?|[Ss][Oo][Cc][Kk][Ss]5[Hh]?)://\(TextPattern.authority)\(TextPattern.noPath)$",
      expected: "scheme (http, https, socks5, socks5h), host and port of a proxy, without user",
      examples: "http://proxy.example:3128"
    )
  )

  private static let exceptions = ValueShape<ConfiguredText>.text.map { text, node, reading -> ProxyExceptions? in
    let exceptions = ProxyExceptions(text.text)
    guard let odd = exceptions.unmatchable.first else { return exceptions }
    let shown = text.isLiteral ? odd.quotedStart() : text.shown
    reading.report("no host can match \(shown), expected domains, addresses, networks (10.0.0.0/8) or *", at: node)
    return nil
  }

  private static let proxy: ValueShape<ProxyRules> = {
    let shape = namedProxy.value(startingFrom: ProxyDraft())
    let words = ["none", "environment"]
    return ValueShape(.either(.words(words), shape.schema)) { node, reading in
      if node.members != nil {
        guard let draft = shape.read(node, &reading), let url = draft.url else { return nil }
        var proxy = try? Proxy(url, username: draft.username, password: draft.password)
        if let login = draft.login { proxy?.login = login }
        if let tunnel = draft.tunnel { proxy?.tunnel = tunnel }
        if proxy?.speaksHTTP == false, let key = node.members?.first(where: { ["login", "tunnel"].contains($0.key) }) {
          reading.report("\"\(key.key)\" is for proxies of http:// and https://", at: key.keyRange.lowerBound)
        }
        return proxy.map { ProxyRules($0, except: draft.exceptions ?? ProxyExceptions()) }
      }
      let expected = "\"none\", \"environment\" or an object with \"url\""
      guard case .string? = node.scalar, let text = ValueShape<ConfiguredText>.text.read(node, &reading) else {
        return reading.expect(nil, expected, at: node)
      }
      switch text.text {
      case "none": return ProxyRules()
      case "environment":
        do throws(ResourceURL.Invalid) { return try ProxyRules(environment: reading.sources.environment) } catch {
          return reading.refuse("the environment variable \(error.reason)", at: node)
        }
      default: return reading.refuse(text, expected, among: words, at: node)
      }
    }.written { $0.redacted }
  }()

  private static let fixedAddresses: ValueShape<[FixedAddress]> = {
    let address = SchemaPart.text(pattern: "^[0-9A-Fa-f:.]+$", expected: "an IP address")
    let schema: JSON.Object = [
      "type": "object",
      "minProperties": 1,
      "propertyNames": [
        "pattern": .string("^\(TextPattern.host):[0-9]+$"),
        "patternErrorMessage": "expected a host and a port, as in \"api.example:443\"",
      ],
      "additionalProperties": .object(SchemaPart.array(of: address, atLeast: 1, atMost: 5).body),
    ]
    return ValueShape(SchemaPart(body: schema, examples: [["api.example:443": ["192.0.2.7"]]])) { node, reading in
      let expected = "an object of hosts and their addresses"
      guard let members = reading.expect(node.members, expected, at: node) else { return nil }
      if members.isEmpty {
        return reading.refuse("expected at least one host; leave out \"resolve\" to inherit it", at: node)
      }
      var fixed: [FixedAddress] = []
      var places: Set<String> = []
      for member in members {
        let elements = reading.expect(member.value.elements, "an array of addresses", at: member.value)
        let texts = elements?.compactMap { reading.readText($0) } ?? []
        guard texts.count == elements?.count else { continue }
        do throws(ResourceURL.Invalid) {
          let address = try FixedAddress(member.key, texts.map(\.text))
          if !places.insert("\(address.host):\(address.port)").inserted {
            reading.report(
              "the addresses of this host and port are set twice, expected them in one array",
              at: member.keyRange.lowerBound
            )
          }
          fixed.append(address)
        } catch {
          let reason = texts.allSatisfy(\.isLiteral) ? error.reason : "one is a text from ${…}"
          reading.report("not the addresses of a host: \(reason)", at: member.keyRange.lowerBound)
        }
      }
      return fixed
    }.written { fixed in
      .object(JSON.Object(fixed.map { ("\($0.host):\($0.port)", .array($0.addresses.map { JSON($0) })) }))
    }
  }()
}

extension ConnectionOptions {
  /// The addresses as written; `nil` if there are none, so that those of an outer object are inherited.
  fileprivate var writtenAddresses: [FixedAddress]? {
    get { fixedAddresses.isEmpty ? nil : fixedAddresses }
    set { fixedAddresses = newValue ?? [] }
  }
}

extension ProxyRules {
  /// A single proxy as it was written; the environment's by scheme, since they are not written in the document.
  fileprivate var redacted: JSON {
    guard let any = http ?? https else { return "none" }
    guard http == https else { return "environment" }
    let texts: [(String, String?)] = [
      ("url", any.url), ("username", any.username), ("password", any.password?.description),
      ("login", any.login == .basic ? nil : any.login.rawValue),
      ("tunnel", any.tunnel == .https ? nil : any.tunnel.rawValue),
      ("noProxy", exceptions.description.isEmpty ? nil : exceptions.description),
    ]
    return .object(JSON.Object(texts.compactMap { name, text in text.map { (name, .string($0)) } }))
  }
}
