// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Curl
  import CCurl
  import ResourceRequestCore

  /// The connection settings of the handle, all of which libcurl compares before it reuses a connection.
  extension EasyHandle {
    /// Applies connection options, or the defaults if the previous exchange had others.
    func apply(_ options: SharedConnectionOptions?) {
      appliedConnection = options
      let options = options?.value ?? ConnectionOptions()
      EasyHandle.apply(options.tls ?? TLSOptions(), to: curl)
      set(CURLOPT_DNS_CACHE_TIMEOUT, options.nameCacheTime.map(EasyHandle.wholeSeconds) ?? 60)
      // libcurl's idle limit must not be shorter than the SDK's.
      set(CURLOPT_MAXAGE_CONN, options.idleTime.map { max(118, EasyHandle.ageLimit($0)) } ?? 118)
    }

    /// Applies TLS options.
    static func apply(_ tls: TLSOptions, to curl: UnsafeMutableRawPointer) {
      // Either one replaces both of the system's: authorities that are not named are not trusted.
      let isSystems = tls.caFile == nil && tls.caDirectory == nil
      ccurl_set_string(curl, CURLOPT_CAINFO, isSystems ? CurlLibrary.authorityFile : tls.caFile)
      ccurl_set_string(curl, CURLOPT_CAPATH, isSystems ? CurlLibrary.authorityDirectory : tls.caDirectory)
      // The same applies to a proxy over TLS.
      ccurl_set_string(curl, CURLOPT_PROXY_CAINFO, isSystems ? CurlLibrary.authorityFile : tls.caFile)
      ccurl_set_string(curl, CURLOPT_PROXY_CAPATH, isSystems ? CurlLibrary.authorityDirectory : tls.caDirectory)
      ccurl_set_string(curl, CURLOPT_SSLCERT, tls.certificate)
      ccurl_set_string(curl, CURLOPT_SSLKEY, tls.key ?? tls.certificate)
      ccurl_set_string(curl, CURLOPT_KEYPASSWD, tls.keyPassword?.reveal())
      ccurl_set_long(
        curl,
        CURLOPT_SSLVERSION,
        Int(tls.minimumVersion == .v1_3 ? CURL_SSLVERSION_TLSv1_3 : CURL_SSLVERSION_TLSv1_2)
      )
      let pins = tls.pinnedPublicKeys.map(\.description).joined(separator: ";")
      ccurl_set_string(curl, CURLOPT_PINNEDPUBLICKEY, pins.isEmpty ? nil : pins)
      ccurl_set_long(curl, CURLOPT_SSL_VERIFYPEER, tls.skipsVerification ? 0 : 1)
      ccurl_set_long(curl, CURLOPT_SSL_VERIFYHOST, tls.skipsVerification ? 0 : 2)
    }

    /// The URL for libcurl, and the `Host` to send if the URL has another one.
    ///
    /// libcurl requests and verifies the name in the URL. So another TLS server name is put into the URL, and the
    /// connection is redirected to the real host.
    func address(of request: ResolvedRequest, _ plan: ConnectionPlan?) -> (url: String, host: String?) {
      let origin = request.url.origin
      let proxy = plan?.proxy
      // The key is read again for each connection, and so is its password.
      if let password = appliedConnection?.value.tls?.keyPassword, password.mayChange {
        ccurl_set_string(curl, CURLOPT_KEYPASSWD, password.reveal())
      }
      lead(by: plan, origin)
      let opensTunnel = proxy.map { origin.isSecure || isRedirected || $0.tunnel == .always } ?? false
      if proxy != appliedProxy || opensTunnel != appliedTunnel || proxy?.password?.mayChange == true {
        apply(proxy, opensTunnel: opensTunnel)
      }
      guard let name = plan?.tlsName else { return (request.url.string, nil) }
      let host = origin.hasDefaultPort ? origin.host : "\(origin.host):\(origin.port)"
      return ("https://\(name):\(origin.port)\(request.url.requestTarget)", host)
    }

    /// Directs the connection by a plan, or else by the URL.
    ///
    /// libcurl does not reuse a connection that was directed elsewhere.
    private func lead(by plan: ConnectionPlan?, _ origin: Origin) {
      let socket = plan?.unixSocket
      if socket != appliedSocket {
        appliedSocket = socket
        ccurl_set_string(curl, CURLOPT_UNIX_SOCKET_PATH, socket)
      }
      switch plan?.target {
      case .addresses(let addresses, _, let port):
        connect(to: host(at: addresses, port: port), port: port)
      case .host(let host, let port) where plan?.leadsElsewhere == true || plan?.tlsName != nil:
        connect(to: host, port: port)
      case .unixSocket where plan?.tlsName != nil:
        // Same destination, but separates the connections of different origins.
        connect(to: origin.host, port: origin.port)
      case .host, .unixSocket, nil:
        connect(to: nil)
      }
    }

    /// The host name for fixed addresses.
    ///
    /// Several addresses get a name of their own in libcurl's name cache: under the real name they would apply to all
    /// requests, and their connections would be shared with requests without fixed addresses.
    private func host(at addresses: [String], port: Int) -> String {
      let written = addresses.map { $0.utf8.contains(UInt8(ascii: ":")) ? "[\($0)]" : $0 }
      guard addresses.count > 1 else { return written[0] }
      let label = addresses.map { $0.replacing(bytes: ".", with: "-").replacing(bytes: ":", with: "x") }.joined(
        separator: "."
      )
      let name = label + ".fixed.invalid"
      fixedNames.set(["\(name):\(port):\(written.joined(separator: ","))"])
      ccurl_set_pointer(curl, CURLOPT_RESOLVE, fixedNames.list)
      return name
    }

    private func connect(to host: String?, port: Int = 0) {
      guard host != nil || isRedirected else { return }
      isRedirected = host != nil
      connectTo.set(host.map { ["::\($0):\(port)"] } ?? [])
      ccurl_set_pointer(curl, CURLOPT_CONNECT_TO, connectTo.list)
    }

    private func apply(_ proxy: Proxy?, opensTunnel: Bool) {
      appliedProxy = proxy
      appliedTunnel = opensTunnel
      ccurl_set_string(curl, CURLOPT_PROXY, proxy?.url ?? "")
      let login = proxy.map { $0.speaksHTTP ? $0.login : .basic } ?? .basic
      // If a forwarding proxy has to challenge first, libcurl would send the body again, which only the SDK may decide;
      // a tunnel is opened before anything of the request is sent.
      let logsIn = opensTunnel || login == .basic
      ccurl_set_string(curl, CURLOPT_PROXYUSERNAME, logsIn ? proxy?.username : nil)
      ccurl_set_string(curl, CURLOPT_PROXYPASSWORD, logsIn ? proxy?.password?.reveal() : nil)
      set(CURLOPT_PROXYAUTH, login.mask)
      set(CURLOPT_HTTPPROXYTUNNEL, proxy.map { $0.speaksHTTP && $0.tunnel == .always } ?? false ? 1 : 0)
    }

    /// Whether a tunnel to an origin may be reused.
    ///
    /// libcurl does not distinguish tunnels by credentials, so those of a proxy belong to the first credentials; others
    /// use theirs for one request.
    func ownsTunnels(to origin: Origin) -> Bool {
      guard let proxy = appliedProxy, appliedTunnel else { return true }
      guard let owner = loop.tunnelOwners[proxy.url] else {
        loop.tunnelOwners[proxy.url] = proxy
        return true
      }
      return owner == proxy
    }

    /// Whether connections lead elsewhere than the URL, and so may be shared by other origins.
    var isLedElsewhere: Bool { appliedProxy != nil || isRedirected }

    /// The proxy that may respond itself to a request to an origin: a forwarding one, not a tunnel.
    func proxyOfAnswers(for origin: Origin) -> Proxy? {
      guard !appliedTunnel, let proxy = appliedProxy, proxy.speaksHTTP else { return nil }
      return proxy
    }

    private static func ageLimit(_ idleTime: Duration) -> Int {
      let seconds = wholeSeconds(idleTime)
      return seconds < 0 ? Int(Int32.max) : seconds + 1
    }

    /// libcurl's whole seconds, rounded up; -1 for no end.
    private static func wholeSeconds(_ duration: Duration) -> Int {
      guard duration < .seconds(Int32.max) else { return -1 }
      guard duration > .zero else { return 0 }
      return Int(duration.components.seconds) + (duration.components.attoseconds > 0 ? 1 : 0)
    }
  }

  extension Proxy.Login {
    /// `CURLAUTH_BASIC` and `CURLAUTH_DIGEST`, macros that Swift does not see.
    fileprivate var mask: Int {
      switch self {
      case .basic: 1
      case .digest: 2
      case .any: 3
      }
    }
  }
#endif
