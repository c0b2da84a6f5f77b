// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Curl
  import CCurl
  import ResourceRequestCore

  /// The connection settings of the handle, all of which libcurl compares before it reuses a connection.
  extension EasyHandle {
    /// Applies TLS options.
    static func apply(_ tls: TLSOptions, to curl: UnsafeMutableRawPointer) {
      // Either one replaces both of the system's: authorities that are not named are not trusted.
      let isSystems = tls.caFile == nil && tls.caDirectory == nil
      var file = isSystems ? CurlLibrary.authorityFile : tls.caFile
      var directory = isSystems ? CurlLibrary.authorityDirectory : tls.caDirectory
      if tls.caPEM != nil { (file, directory) = (nil, nil) }
      // The same applies to a proxy over TLS.
      for option in [CURLOPT_CAINFO, CURLOPT_PROXY_CAINFO] { ccurl_set_string(curl, option, file) }
      for option in [CURLOPT_CAPATH, CURLOPT_PROXY_CAPATH] { ccurl_set_string(curl, option, directory) }
      for option in [CURLOPT_CAINFO_BLOB, CURLOPT_PROXY_CAINFO_BLOB] { set(option, to: tls.caPEM, of: curl) }
      let certificate = tls.certificatePEM?.reveal()
      set(CURLOPT_SSLCERT_BLOB, to: certificate, of: curl)
      ccurl_set_string(curl, CURLOPT_SSLCERT, certificate == nil ? tls.certificate : nil)
      let key = tls.keyPEM?.reveal() ?? (tls.key == nil ? certificate : nil)
      set(CURLOPT_SSLKEY_BLOB, to: key, of: curl)
      ccurl_set_string(curl, CURLOPT_SSLKEY, key == nil ? tls.key ?? tls.certificate : nil)
      // Without a password OpenSSL would ask for one at the terminal, and hold the loop; an empty one opens nothing.
      ccurl_set_string(curl, CURLOPT_KEYPASSWD, tls.keyPassword?.reveal() ?? "")
      // A resumed session is neither verified again nor has it a renewed certificate: files are read for each connection.
      let hasFiles = [tls.caFile, tls.caDirectory, tls.certificate, tls.key].contains { $0 != nil }
      ccurl_set_long(curl, CURLOPT_SSL_SESSIONID_CACHE, hasFiles ? 0 : 1)
      let version = tls.minimumVersion == .v1_3 ? CURL_SSLVERSION_TLSv1_3 : CURL_SSLVERSION_TLSv1_2
      for option in [CURLOPT_SSLVERSION, CURLOPT_PROXY_SSLVERSION] { ccurl_set_long(curl, option, Int(version)) }
      let pins = tls.pinnedPublicKeys.map(\.description).joined(separator: ";")
      ccurl_set_string(curl, CURLOPT_PINNEDPUBLICKEY, pins.isEmpty ? nil : pins)
      ccurl_set_long(curl, CURLOPT_SSL_VERIFYPEER, tls.skipsVerification ? 0 : 1)
      ccurl_set_long(curl, CURLOPT_SSL_VERIFYHOST, tls.skipsVerification ? 0 : 2)
    }

    private static func set(_ option: CURLoption, to text: String?, of curl: UnsafeMutableRawPointer) {
      guard var text else {
        ccurl_set_blob(curl, option, nil, 0)
        return
      }
      _ = text.withUTF8 { ccurl_set_blob(curl, option, $0.baseAddress, $0.count) }
    }

    /// The URL for libcurl, and the `Host` to send if the URL has another one.
    ///
    /// libcurl requests and verifies the name in the URL. So another TLS server name is put into the URL, and the
    /// connection is redirected to the real host. Names that were looked up for this exchange are told to libcurl
    /// (`CURLOPT_RESOLVE`).
    func address(
      of request: ResolvedRequest,
      _ plan: ConnectionPlan?,
      knowing names: [String]
    ) -> (url: String, host: String?) {
      let origin = request.url.origin
      let fixed = lead(by: plan, origin)
      if fixed != nil || !names.isEmpty {
        knownNames.set((fixed.map { [$0] } ?? []) + names)
        ccurl_set_pointer(curl, CURLOPT_RESOLVE, knownNames.list)
      }
      if let proxy = plan?.proxy {
        apply(proxy, opensTunnel: origin.isSecure || isRedirected || proxy.tunnel == .always)
        // For CONNECT, which gets none of the request's fields; in the request, its own field comes before the option.
        if appliedTunnel, let agent = request.headers["User-Agent"] {
          ccurl_set_string(curl, CURLOPT_USERAGENT, agent)
        }
        // libcurl would leave an empty query out of the URL that it makes for the proxy.
        if proxy.speaksHTTP, !appliedTunnel {
          ccurl_set_string(curl, CURLOPT_REQUEST_TARGET, request.url.absoluteTarget)
        }
      }
      guard let name = plan?.tlsName else { return (request.url.string, nil) }
      return ("https://\(name):\(origin.port)\(request.url.requestTarget)", origin.authority)
    }

    /// Directs the connection by a plan, or else by the URL.
    ///
    /// libcurl does not reuse a connection that was directed elsewhere.
    ///
    /// - Returns: the entry of `CURLOPT_RESOLVE` for several fixed addresses.
    private func lead(by plan: ConnectionPlan?, _ origin: Origin) -> String? {
      if let socket = plan?.unixSocket { ccurl_set_string(curl, CURLOPT_UNIX_SOCKET_PATH, socket) }
      switch plan?.target {
      case .addresses(let addresses, _, let port):
        let (host, entry) = host(at: addresses, port: port)
        connect(to: host, port: port)
        return entry
      case .host(let host, let port) where plan?.leadsElsewhere == true || plan?.tlsName != nil:
        connect(to: host, port: port)
      case .unixSocket where plan?.tlsName != nil:
        // Same destination, but separates the connections of different origins.
        connect(to: origin.host, port: origin.port)
      case .host, .unixSocket, nil:
        break
      }
      return nil
    }

    /// The host name for fixed addresses, and the entry that gives it these addresses.
    ///
    /// Several addresses get a name of their own in libcurl's name cache: under the real name they would apply to all
    /// requests, and their connections would be shared with requests without fixed addresses.
    private func host(at addresses: [String], port: Int) -> (name: String, entry: String?) {
      let written = addresses.map { $0.utf8.contains(UInt8(ascii: ":")) ? "[\($0)]" : $0 }
      guard addresses.count > 1 else { return (written[0], nil) }
      let label = addresses.map { $0.replacing(bytes: ".", with: "-").replacing(bytes: ":", with: "x") }.joined(
        separator: "."
      )
      let name = label + ".fixed.invalid"
      return (name, "\(name):\(port):\(written.joined(separator: ","))")
    }

    private func connect(to host: String, port: Int) {
      isRedirected = true
      connectTo.set(["::\(host):\(port)"])
      ccurl_set_pointer(curl, CURLOPT_CONNECT_TO, connectTo.list)
    }

    private func apply(_ proxy: Proxy, opensTunnel: Bool) {
      appliedProxy = proxy
      appliedTunnel = opensTunnel
      ccurl_set_string(curl, CURLOPT_PROXY, proxy.url)
      let login = proxy.speaksHTTP ? proxy.login : .basic
      // If a forwarding proxy has to challenge first, libcurl would send the body again, which only the SDK may decide;
      // a tunnel is opened before anything of the request is sent.
      let logsIn = opensTunnel || login == .basic
      ccurl_set_string(curl, CURLOPT_PROXYUSERNAME, logsIn ? proxy.username : nil)
      ccurl_set_string(curl, CURLOPT_PROXYPASSWORD, logsIn ? proxy.password?.reveal() : nil)
      set(CURLOPT_PROXYAUTH, login.mask)
      // Not Kerberos, which libcurl offers without being told: nobody configures it, and this thread would wait for it.
      if !proxy.speaksHTTP { set(CURLOPT_SOCKS5_AUTH, Proxy.Login.basic.mask) }
      set(CURLOPT_HTTPPROXYTUNNEL, proxy.speaksHTTP && proxy.tunnel == .always ? 1 : 0)
    }

    /// Whether a tunnel may be reused, or is opened to be.
    ///
    /// libcurl does not distinguish tunnels by credentials, so those of a proxy belong to one login at a time: as long as
    /// it has an exchange or a tunnel. Others use theirs for one request.
    func ownsTunnels() -> Bool {
      guard let proxy = appliedProxy, appliedTunnel else { return true }
      guard loop.holdTunnels(through: proxy) else { return false }
      heldTunnels = proxy.url
      return true
    }

    /// Whether connections lead elsewhere than the URL, and so may be shared by other origins.
    var isLedElsewhere: Bool { appliedProxy != nil || isRedirected }

    /// The proxy that may respond itself to a request to an origin: a forwarding one, not a tunnel.
    func proxyOfAnswers(for origin: Origin) -> Proxy? {
      guard !appliedTunnel, let proxy = appliedProxy, proxy.speaksHTTP else { return nil }
      return proxy
    }

    /// libcurl's limit of a connection's idle time in seconds, unless it is set.
    static var standardAge: Int { 118 }

    /// The limit for libcurl: longer than the SDK's own.
    static func ageLimit(_ idleTime: Duration) -> Int {
      let seconds = wholeSeconds(idleTime)
      return seconds < 0 ? Int(Int32.max) : seconds + 1
    }

    /// libcurl's whole seconds, rounded up; -1 for no end.
    static func wholeSeconds(_ duration: Duration) -> Int {
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
