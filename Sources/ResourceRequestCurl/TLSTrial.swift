// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Curl
  import CCurl
  import ResourceRequestCore
  import ResourceRequestPlatform

  /// Validates TLS options without a server: an exchange over loopback, whose peer reads the ClientHello and closes.
  ///
  /// libcurl loads certificate and key before the ClientHello, and the authorities before it processes a response. So
  /// any failure other than the missing response is a failure of one of them.
  struct TLSTrial: ~Copyable {
    private let listener: Int32
    private let port: UInt16
    private let explanation = UnsafeMutablePointer<CChar>.allocate(capacity: Int(CURL_ERROR_SIZE))

    /// Creates a trial; `nil` if the system provides no socket.
    init?() {
      guard CurlLibrary.isThere, let (listener, port) = TLSTrial.open() else { return nil }
      self.listener = listener
      self.port = port
      explanation.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
    }

    deinit {
      _ = close(listener)
      explanation.deallocate()
    }

    /// The fault of the options; `nil` if everything they name is usable.
    func fault(of tls: TLSOptions) -> TLSFault? {
      guard let curl = ccurl_easy_init() else { return nil }
      defer { ccurl_easy_cleanup(curl) }
      ccurl_set_string(curl, CURLOPT_URL, "https://127.0.0.1:\(port)/")
      ccurl_set_string(curl, CURLOPT_PROXY, "")
      ccurl_set_string(curl, CURLOPT_NOPROXY, "")
      ccurl_set_long(curl, CURLOPT_NOSIGNAL, 1)
      ccurl_set_long(curl, CURLOPT_CONNECT_ONLY, 1)
      ccurl_set_long(curl, CURLOPT_CONNECTTIMEOUT_MS, 2000)
      ccurl_set_pointer(curl, CURLOPT_ERRORBUFFER, explanation)
      EasyHandle.apply(tls, to: curl)
      guard let result = perform(curl) else { return nil }
      return fault(result, String(cString: explanation), tls)
    }

    /// Connects to a peer that closes at once.
    private func perform(_ curl: UnsafeMutableRawPointer) -> CURLcode? {
      guard let multi = ccurl_multi_init() else { return nil }
      defer { ccurl_multi_cleanup(multi) }
      guard ccurl_multi_add_handle(multi, curl) == CURLM_OK else { return nil }
      defer { ccurl_multi_remove_handle(multi, curl) }
      // The peer's socket stays open until libcurl is done, so that libcurl does not write to a closed one.
      var other: Int32 = -1
      defer { if other >= 0 { _ = close(other) } }
      var running: Int32 = 1
      while ccurl_multi_perform(multi, &running) == CURLM_OK, running > 0 {
        var waits = curl_waitfd(fd: listener, events: Int16(CURL_WAIT_POLLIN), revents: 0)
        guard ccurl_multi_poll(multi, &waits, other < 0 ? 1 : 0, 1000, nil) == CURLM_OK else { return nil }
        guard other < 0, waits.revents != 0 else { continue }
        other = accept(listener, nil, nil)
        shutdown(other, Int32(SHUT_WR))
      }
      var result = CURLE_OK
      return ccurl_multi_next_done(multi, &result) == nil ? nil : result
    }

    private func fault(_ result: CURLcode, _ words: String, _ tls: TLSOptions) -> TLSFault? {
      switch result {
      case CURLE_SSL_CACERT_BADFILE:
        let option: TLSFault.Option = tls.caPEM != nil ? .caPEM : tls.caFile != nil ? .caFile : .caDirectory
        return TLSFault(option, "cannot be used: \(words)")
      case CURLE_SSL_CERTPROBLEM:
        // OpenSSL compares key and certificate while it loads the key, and libcurl does not report which of the two
        // failed.
        let certificate: TLSFault.Option = tls.certificatePEM != nil ? .certificatePEM : .certificate
        guard words.contains(bytes: "private key") else { return TLSFault(certificate, "cannot be used: \(words)") }
        if tls.keyPassword != nil {
          return TLSFault(.keyPassword, "does not open a private key that is the certificate's")
        }
        return TLSFault(
          tls.keyPEM != nil ? .keyPEM : tls.key != nil ? .key : certificate,
          "has no private key that can be used and is the certificate's; an encrypted one needs its password"
        )
      default:
        return nil
      }
    }

    private static func open() -> (Int32, UInt16)? {
      #if canImport(Darwin)
        let listener = socket(AF_INET, SOCK_STREAM, 0)
        _ = fcntl(listener, F_SETFD, FD_CLOEXEC)
      #elseif canImport(Glibc)
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
      #else
        let listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)
      #endif
      guard listener >= 0 else { return nil }
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
      var length = socklen_t(MemoryLayout<sockaddr_in>.size)
      let isBound = withUnsafeMutablePointer(to: &address) { address in
        address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
          bind(listener, address, length) == 0 && getsockname(listener, address, &length) == 0
        }
      }
      guard isBound, listen(listener, 1) == 0 else {
        _ = close(listener)
        return nil
      }
      return (listener, UInt16(bigEndian: address.sin_port))
    }
  }
#endif
