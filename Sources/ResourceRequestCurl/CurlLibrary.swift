// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Curl
  import CCurl
  import ResourceRequestCore
  import ResourceRequestLoop

  /// The libcurl this program runs with.
  enum CurlLibrary {
    /// Initializes libcurl once per process.
    ///
    /// It is never cleaned up, since other users of libcurl in the process may still need it.
    static func initialize() {
      _ = readiness
    }

    private static let readiness: CURLcode = {
      let code = curl_global_init(Int(CURL_GLOBAL_DEFAULT))
      ExitGate.closeAtExit()
      return code
    }()

    /// Whether a connection with HTTP/2 by prior knowledge can be used again.
    ///
    /// Before 8.0.0 the second request over it fails in the framing layer (curl issue 10634).
    static let reusesPriorKnowledge = ccurl_version_number() >= 0x080000

    /// Whether several requests may go through one tunnel of a proxy at once.
    ///
    /// In 7.88, a second request is sent into a tunnel that is not established yet and fails ("no filter connected").
    /// libcurl 8.1.0 rewrote tunnels.
    static let sharesTunnels = ccurl_version_number() >= 0x080100

    /// Whether it counts a body among the head's bytes when both are sent together, as it did before sending was
    /// rewritten in 8.7.0.
    static let countsBodyWithHead = ccurl_version_number() < 0x080700

    /// Whether it reports TLS alerts.
    static let tellsAlerts = ccurl_tls_is_openssl() != 0

    /// The file of trusted authorities that it was built with, if any.
    static let authorityFile = builtIn { ccurl_builtin_authorities($0, 0) }
    /// The directory of trusted authorities that it was built with, if any.
    static let authorityDirectory = builtIn { ccurl_builtin_authorities($0, 1) }

    private static func builtIn(_ read: (UnsafeMutableRawPointer) -> UnsafePointer<CChar>?) -> String? {
      initialize()
      guard let curl = curl_easy_init() else { return nil }
      defer { curl_easy_cleanup(curl) }
      return read(curl).map { String(cString: $0) }
    }

    /// The codings that are decoded, as `Accept-Encoding` names them: by ``ContentDecoder``, whatever libcurl was built
    /// with.
    static let acceptedEncodings = ContentDecoder.codings.joined(separator: ", ")
  }
#endif
