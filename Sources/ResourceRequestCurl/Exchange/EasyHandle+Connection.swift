// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Curl
  import CCurl
  import ResourceRequestCore

  /// How the handle's connection is made. libcurl compares all of this before it uses a connection again.
  extension EasyHandle {
    /// Sets what differs from the standard, and the standard where the exchange before had something else.
    func apply(_ options: SharedConnectionOptions?) {
      appliedConnection = options
      apply(options?.value.tls ?? TLSOptions())
    }

    private func apply(_ tls: TLSOptions) {
      // One of the two replaces both of the system's: what is not named is not trusted.
      let isSystems = tls.caFile == nil && tls.caDirectory == nil
      ccurl_set_string(curl, CURLOPT_CAINFO, isSystems ? CurlLibrary.authorityFile : tls.caFile)
      ccurl_set_string(curl, CURLOPT_CAPATH, isSystems ? CurlLibrary.authorityDirectory : tls.caDirectory)
      ccurl_set_string(curl, CURLOPT_SSLCERT, tls.certificate)
      ccurl_set_string(curl, CURLOPT_SSLKEY, tls.key ?? tls.certificate)
      ccurl_set_string(curl, CURLOPT_KEYPASSWD, tls.keyPassword?.reveal())
      set(CURLOPT_SSLVERSION, Int(tls.minimumVersion == .v1_3 ? CURL_SSLVERSION_TLSv1_3 : CURL_SSLVERSION_TLSv1_2))
      let pins = tls.pinnedPublicKeys.map(\.description).joined(separator: ";")
      ccurl_set_string(curl, CURLOPT_PINNEDPUBLICKEY, pins.isEmpty ? nil : pins)
      set(CURLOPT_SSL_VERIFYPEER, tls.skipsVerification ? 0 : 1)
      set(CURLOPT_SSL_VERIFYHOST, tls.skipsVerification ? 0 : 2)
    }

    /// The URL libcurl is given, and the `Host` that must go out where the URL does not tell it.
    ///
    /// libcurl asks for the name in the URL, and looks for it in the certificate. So where that is to be another name, it
    /// stands in the URL, and the connection is led back to the real host.
    func address(of request: ResolvedRequest) -> (url: String, host: String?) {
      let origin = request.url.origin
      guard origin.isSecure, let name = appliedConnection?.value.tls?.serverName else {
        if isRedirected { connect(to: nil) }
        return (request.url.string, nil)
      }
      connect(to: "::\(origin.host):\(origin.port)")
      let host = origin.hasDefaultPort ? origin.host : "\(origin.host):\(origin.port)"
      return ("https://\(name):\(origin.port)\(request.url.requestTarget)", host)
    }

    private func connect(to place: String?) {
      isRedirected = place != nil
      connectTo.set(place.map { [$0] } ?? [])
      ccurl_set_pointer(curl, CURLOPT_CONNECT_TO, connectTo.list)
    }
  }
#endif
