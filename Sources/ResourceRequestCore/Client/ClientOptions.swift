// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// How a client works, beyond what the configuration's file says.
public struct ClientOptions: Sendable {
  /// What each hop passes through before anything of the SDK's own, outermost first.
  public var middleware: [any Middleware]
  /// What each attempt passes through after everything of the SDK's own, outermost first: it sees the fields as they go
  /// out, credentials and cookies included, so a signer stands here.
  ///
  /// Requests for tokens pass it too.
  public var attemptMiddleware: [any Middleware]
  /// Middleware of single services, by their names in the configuration, inside of the client's.
  public var serviceMiddleware: [String: MiddlewareStations]
  /// What is added to every request.
  public var commonParameters: [CommonParameter]
  /// Where tokens and credentials come from that no file can hold.
  public var authorization: AuthorizationOptions
  /// Where cookies are kept; `nil` for none, which is how services are called.
  public var cookies: CookieOptions?
  /// Decides, before a response is stored, whether and how it is; `nil` for whatever HTTP allows.
  public var cacheDecider: CacheDecider?
  /// A store behind the memory of the caches, of your own making; `nil` for the one a configuration names.
  public var cacheStore: (any CacheStore)?
  /// Where callbacks run that name no queue of their own; a serial queue of the client's where this is `nil`.
  public var callbackQueue: CallbackQueue?
  /// Clock, randomness and observer.
  public var environment: RequestEnvironment
  /// Product and version for the `User-Agent` field, before the SDK's own (RFC 9110 §10.1.5).
  public var userAgent: String?
  /// How JSON answers become values, unless a call names a decoder; with Foundation's defaults unless set.
  public var decoding = JSONDecodingOptions()
  /// The same for the answers of services, by their names; ``decoding`` holds for those that are not named.
  public var serviceDecoding: [String: JSONDecodingOptions] = [:]

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
    userAgent: String? = nil
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
  }
}
