// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Curl
  import Foundation
  import ResourceRequestKit
  import TestSupport
  import Testing

  /// Every kind of credential with every way out: a credential for one origin reaches no other.
  @Suite struct `The fence` {
    /// How the caller authenticates to the first server.
    ///
    /// Each kind contains `secret`, or gets a token from the server.
    enum Kind: String, CaseIterable {
      case basic, keyAsBasic, keyInHeader, keyInQuery, bearer, bearerFile, oauth2, provider, digest
      case gatewayToken, inURL, digestInURL, store, netrc, ownHeader, ownCookie
    }

    /// A way in which a request might get from the first server to the second.
    enum WayOut: String, CaseIterable {
      case redirect, redirectWithBody, schemeRelative, userInfo, roundTrip, absoluteURL, otherService, otherPath
    }

    static let secret = "hunter2-hunter2"

    /// Texts that would reveal a credential: the secret as it is and encoded, the issued token, and the fields around
    /// them.
    static let traces = [
      secret, Data("ann:\(secret)".utf8).base64EncodedString(), Data("key:\(secret)".utf8).base64EncodedString(),
      "username=", "issued-token", "Authorization", "Cookie", "Referer", "X-Key",
    ]

    /// The first server: issues tokens, asks for a credential, then redirects to the target.
    static func first(_ kind: Kind, sendingTo target: String) throws -> ScriptedServer {
      try ScriptedServer { connection in
        while let request = try connection.nextRequest() {
          if request.path.hasSuffix("/token") {
            try connection.send(
              ScriptedResponse(200, #"{"access_token":"issued-token","token_type":"Bearer","expires_in":3600}"#)
            )
          } else if request.header("Authorization") == nil, [.digest, .store, .netrc, .gatewayToken].contains(kind) {
            let challenge = kind == .gatewayToken ? "Bearer" : #"Digest realm="r", qop="auth", nonce="n""#
            try connection.send(ScriptedResponse(401, headers: [("WWW-Authenticate", challenge)]))
          } else if kind == .digestInURL, request.header("Authorization")?.hasPrefix("Digest") != true {
            try connection.send(
              ScriptedResponse(401, headers: [("WWW-Authenticate", #"Digest realm="r", qop="auth", nonce="n""#)])
            )
          } else {
            try connection.send(
              ScriptedResponse(request.method == "POST" ? 307 : 302, headers: [("Location", target)])
            )
          }
        }
      }
    }

    /// The second server: asks for every kind of credential, or redirects to the target if there is one.
    static func second(on address: LoopbackAddress, sendingTo target: Lock<String?>) throws -> ScriptedServer {
      try ScriptedServer(on: address) { connection in
        while try connection.nextRequest() != nil {
          if let target = target.withLock(\.self) {
            try connection.send(ScriptedResponse(302, headers: [("Location", target)]))
          } else {
            let asks =
              #"Bearer error="insufficient_scope", scope="x", Basic realm="r", Digest realm="r", nonce="n", qop="auth""#
            try connection.send(ScriptedResponse(401, headers: [("WWW-Authenticate", asks), ("MFP-Conflict", "1")]))
          }
        }
      }
    }

    struct Provider: TokenProvider {
      func token(for scope: TokenScope, context: CallContext) async throws -> AccessToken {
        AccessToken("issued-token")
      }
    }

    @Test(arguments: Kind.allCases, WayOut.allCases)
    func `no credential gets out`(_ kind: Kind, _ way: WayOut) async throws {
      let back = Lock<String?>(nil)
      // Entries of a netrc file have no port, so the second server must be on another host.
      let second = try Self.second(on: kind == .netrc ? .ipv6 : .ipv4, sendingTo: back)
      let target =
        switch way {
        case .schemeRelative: "//\(second.authority)/next"
        case .userInfo: "http://ann:\(Self.secret)@\(second.authority)/next"
        default: second.url("/next")
        }
      let first = try Self.first(kind, sendingTo: target)
      if way == .roundTrip { back.withLock { $0 = first.url("/back") } }
      let file = FileManager.default.temporaryDirectory.appending(path: "fence-\(UUID())")
      try Data(Self.secret.utf8).write(to: file)
      defer { try? FileManager.default.removeItem(at: file) }
      let client = try Self.client(kind, first, second, tokenFile: file.path)

      var request = try Self.request(kind, first)
      if way == .redirectWithBody {
        request.method = .post
        request.body = .string("body")
      }
      request.redirects = .follow(limit: 2)
      // The round trip ends with too many redirects, which does not matter here.
      _ = try? await client.send(request)
      let seen = first.requests.map { String(decoding: $0.raw, as: UTF8.self) }.joined()
      #expect(Self.traces.contains { seen.contains($0) }, "the first server has not seen the credential")
      switch way {
      case .absoluteURL:
        _ = try await client.send(ResourceRequest(second.url("/absolute")))
      case .otherService:
        _ = try await client.send(ResourceRequest("other", service: "second"))
      case .otherPath:
        // A path that looks like another host stays below its base URL.
        _ = try? await client.send(ResourceRequest("@\(second.authority)/x", service: "second"))
        _ = try? await client.send(ResourceRequest("//\(second.authority)/x", service: "first"))
      default:
        break
      }
      #expect(!second.requests.isEmpty)
      for request in second.requests {
        let raw = String(decoding: request.raw, as: UTF8.self)
        for trace in Self.traces {
          #expect(!raw.lowercased().contains(trace.lowercased()), "\(trace) got out")
        }
      }
    }

    static func client(
      _ kind: Kind,
      _ first: ScriptedServer,
      _ second: ScriptedServer,
      tokenFile: String
    ) throws -> ResourceClient {
      let oauth = ClientCredentials(
        tokenURL: try ResourceURL(first.url("/token")),
        clientID: "ann",
        clientSecret: Secret(secret)
      )
      let credential: ServiceCredential? =
        switch kind {
        case .basic: .basic(username: "ann", password: Secret(secret))
        case .keyAsBasic: .apiKey(Secret(secret), name: "key", policy: .basic)
        case .keyInHeader: .apiKey(Secret(secret), name: "X-Key", policy: .header)
        case .keyInQuery: .apiKey(Secret(secret), name: "key", policy: .query)
        case .bearer: .bearer(Secret(secret))
        case .bearerFile: .bearer(file: tokenFile)
        case .oauth2: .oauth2(oauth)
        case .digest: .digest(username: "ann", password: Secret(secret))
        default: nil
        }
      var gateway = Gateway(serverURL: try ResourceURL(first.url("/mfp")))
      if kind == .gatewayToken { gateway.credential = .oauth2(oauth) }
      var options = ClientOptions()
      if kind == .provider { options.authorization.tokenProviders["first"] = Provider() }
      if kind == .store {
        let store = InMemoryCredentialStore()
        store.set(LoginCredential(username: "ann", password: Secret(secret)), for: try Origin(first.url()))
        options.authorization.credentialStore = store
      }
      if kind == .netrc {
        try Data("machine 127.0.0.1 login ann password \(secret)\n".utf8).write(to: URL(filePath: tokenFile))
        options.authorization.credentialStore = try NetrcCredentialStore(contentsOf: tokenFile)
      }
      return ResourceClient(
        configuration: ResourceConfiguration(
          gateway: gateway,
          services: [
            BackendService(name: "first", baseURL: try ResourceURL(first.url("/base")), credential: credential),
            BackendService(name: "second", baseURL: try ResourceURL(second.url("/base"))),
          ]
        ),
        options: options
      )
    }

    static func request(_ kind: Kind, _ first: ScriptedServer) throws -> ResourceRequest {
      switch kind {
      case .gatewayToken:
        return ResourceRequest("/adapters/a/b")
      case .inURL, .digestInURL:
        return ResourceRequest("http://ann:\(secret)@\(first.authority)/")
      case .ownHeader:
        var request = ResourceRequest("x", service: "first")
        request.headers["Authorization"] = "Bearer " + secret
        return request
      case .ownCookie:
        var request = ResourceRequest("x", service: "first")
        request.headers["Cookie"] = "session=" + secret
        return request
      default:
        return ResourceRequest("x", service: "first")
      }
    }
  }
#endif
