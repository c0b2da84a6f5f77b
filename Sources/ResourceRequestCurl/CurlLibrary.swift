// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Curl
  import CCurl

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

    /// Whether it decides at the first byte of the body whether to decode it.
    ///
    /// From 8.4.0 on it may decide before the end of the head. Then it decodes nothing, and only codings that the SDK
    /// decodes are requested.
    static let choosesDecoderByHead = ccurl_version_number() < 0x080400

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

    /// The codings that are decoded, as `Accept-Encoding` names them.
    static let acceptedEncodings: String = {
      initialize()
      var codings: [String] = []
      // The SDK decodes these itself (``ContentDecoder``), whatever libcurl was built with.
      codings += ["gzip", "deflate"]
      guard choosesDecoderByHead else { return codings.joined(separator: ", ") }
      if ccurl_has_feature(CURL_VERSION_BROTLI) != 0 { codings.append("br") }
      if ccurl_has_feature(CURL_VERSION_ZSTD) != 0 { codings.append("zstd") }
      return codings.joined(separator: ", ")
    }()
  }
#endif
