// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Curl
  import CCurl
  import ResourceRequestCore

  /// How the handle's connection is made. libcurl compares all of this before it uses a connection again.
  extension EasyHandle {
    /// Sets what differs from the standard, and the standard where the exchange before had something else.
    func apply(_ options: SharedConnectionOptions?) {
      appliedConnection = options
      let options = options?.value ?? ConnectionOptions()
      EasyHandle.apply(options.tls ?? TLSOptions(), to: curl)
      set(CURLOPT_DNS_CACHE_TIMEOUT, options.nameCacheTime.map(EasyHandle.wholeSeconds) ?? 60)
      // Its own idea of how old an idle connection may be must not be shorter than ours.
      set(CURLOPT_MAXAGE_CONN, options.idleTime.map { max(118, EasyHandle.ageLimit($0)) } ?? 118)
    }

    /// Sets everything about TLS.
    static func apply(_ tls: TLSOptions, to curl: UnsafeMutableRawPointer) {
      // One of the two replaces both of the system's: what is not named is not trusted.
      let isSystems = tls.caFile == nil && tls.caDirectory == nil
      ccurl_set_string(curl, CURLOPT_CAINFO, isSystems ? CurlLibrary.authorityFile : tls.caFile)
      ccurl_set_string(curl, CURLOPT_CAPATH, isSystems ? CurlLibrary.authorityDirectory : tls.caDirectory)
      // The same holds for a proxy that is spoken to over TLS.
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

    /// The URL libcurl is given, and the `Host` that must go out where the URL does not tell it.
    ///
    /// libcurl asks for the name in the URL, and looks for it in the certificate. So where that is to be another name, it
    /// stands in the URL, and the connection is led back to the real host.
    func address(of request: ResolvedRequest, _ plan: ConnectionPlan?) -> (url: String, host: String?) {
      let origin = request.url.origin
      let proxy = plan?.proxy
      // The key is read anew for each connection, and so is the password that opens it.
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

    /// Leads the connection where a plan says, or where the URL does.
    ///
    /// libcurl uses no connection for a request that is led elsewhere than it was.
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
        // Connects nowhere else, and keeps the connections of one origin from those of another.
        connect(to: origin.host, port: origin.port)
      case .host, .unixSocket, nil:
        connect(to: nil)
      }
    }

    /// The host that stands for fixed addresses.
    ///
    /// Several have a name of their own, known to libcurl's cache of names: under the real name they would be everybody's,
    /// and connections to them would be used by those who fixed none.
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
      // Where a proxy that reads the request has to challenge first, libcurl would send the body again, which is not its to
      // decide; a tunnel is opened before anything of the request goes out.
      let logsIn = opensTunnel || login == .basic
      ccurl_set_string(curl, CURLOPT_PROXYUSERNAME, logsIn ? proxy?.username : nil)
      ccurl_set_string(curl, CURLOPT_PROXYPASSWORD, logsIn ? proxy?.password?.reveal() : nil)
      set(CURLOPT_PROXYAUTH, login.mask)
      set(CURLOPT_HTTPPROXYTUNNEL, proxy.map { $0.speaksHTTP && $0.tunnel == .always } ?? false ? 1 : 0)
    }

    /// Whether a tunnel to an origin may be kept and used again.
    ///
    /// libcurl does not tell tunnels apart that were opened with different credentials, so those of one proxy belong to
    /// whoever came first; others have theirs for one request.
    func ownsTunnels(to origin: Origin) -> Bool {
      guard let proxy = appliedProxy, appliedTunnel else { return true }
      guard let owner = loop.tunnelOwners[proxy.url] else {
        loop.tunnelOwners[proxy.url] = proxy
        return true
      }
      return owner == proxy
    }

    /// Whether connections go elsewhere than where the URL says, and so may be those of other origins.
    var isLedElsewhere: Bool { appliedProxy != nil || isRedirected }

    /// The proxy that may itself answer a request to an origin: one that passes requests on and not a tunnel.
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
