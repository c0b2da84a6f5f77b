// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Curl
  import CCurl

  /// The libcurl this program runs with.
  enum CurlLibrary {
    /// Readies libcurl, once in a process.
    ///
    /// It is never undone: other users of libcurl in the process could still need it.
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
    /// Seen with 7.88: a second request is sent into a tunnel that is not through yet and fails ("no filter connected").
    /// Tunnels were written anew in 8.1.0.
    static let sharesTunnels = ccurl_version_number() >= 0x080100

    /// Whether it counts a body among the bytes of the request's head where both are sent at once, as it did until sending
    /// was written anew in 8.7.0.
    static let countsBodyWithHead = ccurl_version_number() < 0x080700

    /// Whether it asks only when a body comes whether it is to decode it.
    ///
    /// From 8.4.0 on it may have decided before the head has ended. There it decodes nothing, and what cannot be decoded
    /// here is not asked for.
    static let choosesDecoderByHead = ccurl_version_number() < 0x080400

    /// Whether it tells of the alerts of TLS.
    static let tellsAlerts = ccurl_tls_is_openssl() != 0

    /// The file of authorities it was built to trust, where there is one.
    static let authorityFile = builtIn { ccurl_builtin_authorities($0, 0) }
    /// The directory of authorities it was built to trust, where there is one.
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
      // These are decoded here (``ContentDecoder``), whatever it was built with.
      codings += ["gzip", "deflate"]
      guard choosesDecoderByHead else { return codings.joined(separator: ", ") }
      if ccurl_has_feature(CURL_VERSION_BROTLI) != 0 { codings.append("br") }
      if ccurl_has_feature(CURL_VERSION_ZSTD) != 0 { codings.append("zstd") }
      return codings.joined(separator: ", ")
    }()
  }
#endif
