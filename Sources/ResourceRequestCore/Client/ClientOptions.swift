// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Options of a client that are set in code.
public struct ClientOptions: Sendable {
  /// Middleware for each hop, outside of the SDK's own, outermost first.
  public var middleware: [any Middleware]
  /// Middleware for each attempt, inside of the SDK's own, outermost first: it sees the fields as they go
  /// out, credentials and cookies included, so a signer stands here.
  ///
  /// Requests for tokens pass it too.
  public var attemptMiddleware: [any Middleware]
  /// Middleware of single services, by name, inside of the client's.
  public var serviceMiddleware: [String: MiddlewareStations]
  /// Parameters that are added to every request.
  public var commonParameters: [CommonParameter]
  /// Providers of tokens and credentials that a file cannot hold.
  public var authorization: AuthorizationOptions
  /// The cookie store; `nil` for none, the default.
  public var cookies: CookieOptions?
  /// Where hosts that want https are remembered; used where the configuration says `hsts`.
  public var hsts = HSTSOptions.inMemory
  /// Decides, before a response is stored, whether and how it is; `nil` for whatever HTTP allows.
  public var cacheDecider: CacheDecider?
  /// A store behind the memory of the caches, of your own making; `nil` for the one a configuration names.
  public var cacheStore: (any CacheStore)?
  /// The default callback queue; `nil` for a serial queue of the client's own.
  public var callbackQueue: CallbackQueue?
  /// Clock, randomness and observers.
  public var environment: RequestEnvironment
  /// Product and version for the `User-Agent` field, before the SDK's own (RFC 9110 §10.1.5).
  public var userAgent: String?
  /// How JSON responses are decoded, unless a call names a decoder; by default like Foundation's `JSONDecoder`.
  public var decoding = JSONDecodingOptions()
  /// How JSON responses of single services are decoded, by name; others use ``decoding``.
  public var serviceDecoding: [String: JSONDecodingOptions] = [:]
  /// What decodes responses, unless a call names a decoder; `nil` for JSON as ``decoding`` says.
  public var decoder: (any ResponseDecoder)?
  /// What decodes the responses of single services, by name; others use ``serviceDecoding``, else ``decoder``.
  public var serviceDecoders: [String: any ResponseDecoder] = [:]
  /// How values become JSON bodies, unless a body names options; `nil` for the standard ``JSONEncodingOptions``.
  public var encoding: JSONEncodingOptions?
  /// How values become JSON bodies of single services, by name; others use ``encoding``.
  public var serviceEncoding: [String: JSONEncodingOptions] = [:]
  /// Whether the `chaos` of a configuration injects faults; without it, calls of a service that has some end with an error.
  ///
  /// The environment allows it too, with `RESOURCE_ALLOW_CHAOS=1`.
  public var allowsChaos = false
  /// The addresses of a name, for `discover`; a simulation has none.
  package var lookUp: @Sendable (String) async throws -> [String] = SystemLookup.addresses

  /// The machine's clock and randomness, no observer, nothing added, unless named.
  public init(
    middleware: [any Middleware] = [],
    attemptMiddleware: [any Middleware] = [],
    serviceMiddleware: [String: MiddlewareStations] = [:],
    commonParameters: [CommonParameter] = [],
    authorization: AuthorizationOptions = AuthorizationOptions(),
    cookies: CookieOptions? = nil,
    cacheDecider: CacheDecider? = nil,
    cacheStore: (any CacheStore)? = nil,
    callbackQueue: CallbackQueue? = nil,
    environment: RequestEnvironment = RequestEnvironment(),
    userAgent: String? = nil,
    allowsChaos: Bool = false
  ) {
    self.middleware = middleware
    self.attemptMiddleware = attemptMiddleware
    self.serviceMiddleware = serviceMiddleware
    self.commonParameters = commonParameters
    self.authorization = authorization
    self.cookies = cookies
    self.cacheDecider = cacheDecider
    self.cacheStore = cacheStore
    self.callbackQueue = callbackQueue
    self.environment = environment
    self.userAgent = userAgent
    self.allowsChaos = allowsChaos
  }

  /// Whether faults may be injected.
  var mayHaveChaos: Bool {
    allowsChaos || ProcessInfo.processInfo.environment["RESOURCE_ALLOW_CHAOS"]?.hasSameBytes(as: "1") == true
  }
}
