// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Curl
  import CCurl
  import ResourceRequestCore
  import ResourceRequestLoop
  import ResourceRequestPlatform

  /// The libcurl this program runs with: loaded when a transport needs it, and never unloaded.
  enum CurlLibrary {
    /// Loads libcurl and initializes it, once per process.
    ///
    /// It is never cleaned up, since other users of libcurl in the process may still need it.
    ///
    /// - Throws: ``TransportFailure`` with the code `unsupported` where there is none, or one that is too old.
    static func initialize() throws(TransportFailure) {
      if let failure { throw failure }
    }

    private static let failure: TransportFailure? = {
      if let complaint = loading.complaint {
        let message = "libcurl cannot be loaded: \(complaint); install it (on Debian, libcurl4)"
        return TransportFailure(code: .unsupported, message: message, phase: .queued)
      }
      _ = ccurl_global_init(Int(CURL_GLOBAL_DEFAULT))
      ExitGate.closeAtExit()
      return nil
    }()

    /// Its functions, and what is wrong with it, if anything: then some of them are missing.
    // SAFETY: written here, once, and only read afterwards; it lives as long as the process.
    fileprivate nonisolated(unsafe) static let loading = load()

    private static func load() -> (functions: UnsafePointer<ccurl_functions>, complaint: String?) {
      let functions = UnsafeMutablePointer<ccurl_functions>.allocate(capacity: 1)
      functions.initialize(to: ccurl_functions())
      let complaint = ccurl_load(functions).map { String(cString: $0) }
      return (UnsafePointer(functions), complaint)
    }

    /// Whether it can be used.
    static var isThere: Bool { failure == nil }

    private static let version = isThere ? ccurl_version_number() : 0

    /// Whether a connection with HTTP/2 by prior knowledge can be used again.
    ///
    /// Before 8.0.0 the second request over it fails in the framing layer (curl issue 10634).
    static let reusesPriorKnowledge = version >= 0x080000

    /// Whether several requests may go through one tunnel of a proxy at once.
    ///
    /// In 7.88, a second request is sent into a tunnel that is not established yet and fails ("no filter connected").
    /// libcurl 8.1.0 rewrote tunnels.
    static let sharesTunnels = version >= 0x080100

    /// Whether it counts a body among the head's bytes when both are sent together, as it did before sending was
    /// rewritten in 8.7.0.
    static let countsBodyWithHead = version < 0x080700

    /// Whether it reports TLS alerts.
    static let tellsAlerts = isThere && ccurl_tls_is_openssl() != 0

    /// Whether its TLS compares pinned keys.
    static let comparesPins =
      ask { ccurl_set_string($0, CURLOPT_PINNEDPUBLICKEY, "sha256//AAAA") == CURLE_OK } ?? false

    /// The system's file of trusted authorities: the environment's, as over the sockets, or else the one that it was built
    /// with, if any.
    static let authorityFile = namedFile ?? builtIn(0)
    /// The system's directory of trusted authorities, likewise.
    static let authorityDirectory = namedDirectory ?? builtIn(1)
    /// Whether the environment names either of them, which libcurl does not read itself.
    static let areAuthoritiesNamed = namedFile != nil || namedDirectory != nil

    private static let namedFile = named("SSL_CERT_FILE") { [$0] }
    // OpenSSL takes several directories.
    private static let namedDirectory = named("SSL_CERT_DIR") { $0.split(atByte: ":").map(String.init) }

    /// What a variable names, if any of its places can be read.
    private static func named(_ variable: String, _ places: (String) -> [String]) -> String? {
      guard let value = getenv(variable).map({ String(cString: $0) }) else { return nil }
      return places(value).contains { access($0, R_OK) == 0 } ? value : nil
    }

    private static func builtIn(_ index: Int32) -> String? {
      ask { ccurl_builtin_authorities($0, index).map { String(cString: $0) } }
    }

    /// Asks a handle; `nil` where there is none.
    private static func ask<Answer>(_ question: (UnsafeMutableRawPointer) -> Answer?) -> Answer? {
      guard isThere, let curl = ccurl_easy_init() else { return nil }
      defer { ccurl_easy_cleanup(curl) }
      return question(curl)
    }

    /// The codings that are decoded, as `Accept-Encoding` names them: by ``ContentDecoder``, whatever libcurl was built
    /// with.
    static let acceptedEncodings = ContentDecoder.codings.joined(separator: ", ")
  }

  /// Where the functions of the shim find libcurl's.
  @_cdecl("ccurl_library") func ccurlLibrary() -> UnsafePointer<ccurl_functions> { CurlLibrary.loading.functions }
#endif
