// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestPlatform

/// Options of a client that are set in code.
public struct ClientOptions: Sendable {
  /// Middleware for each hop, around the SDK's own, outermost first.
  public var middleware: [any Middleware]
  /// Middleware for each attempt, inside the SDK's own, outermost first.
  ///
  /// It sees the header fields as they are sent, credentials and cookies included, so request signing belongs here.
  ///
  /// Token requests pass through it too.
  public var attemptMiddleware: [any Middleware]
  /// Options of single services, by name.
  public var services: [String: ServiceOptions]
  /// Parameters that are added to every request.
  public var defaultParameters: [DefaultParameter]
  /// Token providers, credential stores and other authorization that a file cannot describe.
  public var authorization: AuthorizationOptions
  /// The cookie store; `nil` for none, the default.
  public var cookies: CookieOptions?
  /// Where HSTS hosts are remembered; used if the configuration's key `hsts` is `true`.
  public var hsts: HSTSOptions
  /// Decides, before a response is stored, whether and how to store it; `nil` stores what HTTP allows.
  public var cacheDecider: CacheDecider?
  /// A store of your own behind the caches' memory; `nil` for the store of the configuration.
  public var cacheStore: (any CacheStore)?
  /// The default callback queue; `nil` for a serial queue of the client.
  public var callbackQueue: CallbackQueue?
  /// The most open connections to one origin where the configuration names none; `nil` for 64.
  public var maxConnections: Int?
  /// The transport of a client that is given none.
  public var transport: TransportChoice
  /// Clock, randomness and observers.
  public var environment: RequestEnvironment
  /// Product and version for the `User-Agent` field, in front of the SDK's own (RFC 9110 §10.1.5).
  public var userAgent: String?
  /// The decoder of responses if a call names none, such as `ResourceJSONDecoder(dates: .iso8601)`; `nil` for JSON as
  /// Foundation's `JSONDecoder` reads it.
  public var decoder: (any ResponseDecoder)?
  /// Encodes values as JSON bodies if a body names no encoder; `nil` for `ResourceJSONEncoder()`.
  public var encoder: ResourceJSONEncoder?
  /// Whether the configuration's `chaos` may inject faults; if not, calls of a service with `chaos` fail with an error.
  ///
  /// The environment variable `RESOURCE_ALLOW_CHAOS=1` allows it too.
  public var allowsChaos: Bool
  /// The addresses of a name, for `discover`; a simulation has none.
  package var lookUp: @Sendable (String) async throws -> [String] = SystemLookup.addresses

  /// Creates options; by default with the machine's clock and randomness, no observers, and nothing added to requests.
  public init(
    middleware: [any Middleware] = [],
    attemptMiddleware: [any Middleware] = [],
    services: [String: ServiceOptions] = [:],
    defaultParameters: [DefaultParameter] = [],
    authorization: AuthorizationOptions = AuthorizationOptions(),
    cookies: CookieOptions? = nil,
    hsts: HSTSOptions = .inMemory,
    cacheDecider: CacheDecider? = nil,
    cacheStore: (any CacheStore)? = nil,
    callbackQueue: CallbackQueue? = nil,
    maxConnections: Int? = nil,
    transport: TransportChoice = .standard,
    environment: RequestEnvironment = RequestEnvironment(),
    userAgent: String? = nil,
    decoder: (any ResponseDecoder)? = nil,
    encoder: ResourceJSONEncoder? = nil,
    allowsChaos: Bool = false
  ) {
    self.middleware = middleware
    self.attemptMiddleware = attemptMiddleware
    self.services = services
    self.defaultParameters = defaultParameters
    self.authorization = authorization
    self.cookies = cookies
    self.hsts = hsts
    self.cacheDecider = cacheDecider
    self.cacheStore = cacheStore
    self.callbackQueue = callbackQueue
    self.maxConnections = maxConnections
    self.transport = transport
    self.environment = environment
    self.userAgent = userAgent
    self.decoder = decoder
    self.encoder = encoder
    self.allowsChaos = allowsChaos
  }

  /// Whether faults may be injected.
  var mayHaveChaos: Bool {
    allowsChaos || ProcessInfo.processInfo.environment["RESOURCE_ALLOW_CHAOS"]?.hasSameBytes(as: "1") == true
  }
}

extension ClientOptions: RedactedDescription {
  /// The options that differ from the defaults, in one line and without secrets.
  public var description: String {
    let parts = [
      count(middleware.count, "middleware"), count(attemptMiddleware.count, "middleware of attempts"),
      count(services.count, "services with options"), count(defaultParameters.count, "default parameters"),
      authorization.isEmpty ? nil : "authorization", cookies == nil ? nil : "cookies",
      cacheDecider == nil ? nil : "a cache decider", cacheStore.map { "cache store \(type(of: $0))" },
      callbackQueue == nil ? nil : "a callback queue", count(environment.observers.count, "observers"),
      userAgent.map { "user agent \"\($0)\"".onOneLine }, decoder.map { "decoder \(type(of: $0))" },
      maxConnections.map { "\($0) connections to an origin" },
      transport == .standard ? nil : "transport \(transport.rawValue)",
      encoder == nil ? nil : "a JSON encoder",
    ].compactMap(\.self)
    return parts.isEmpty ? "the standard options of a client" : "options of a client: " + parts.joined(separator: ", ")
  }

  private func count(_ number: Int, _ what: String) -> String? { number == 0 ? nil : "\(number) \(what)" }
}

extension ClientOptions {
  /// The log that the process was started with, by `RESOURCE_LOG`.
  private static let requestedLog = TextLog.requested()

  /// These options with the log that `RESOURCE_LOG` asks for, where it does.
  package var loggedAsRequested: ClientOptions {
    guard let log = Self.requestedLog else { return self }
    var options = self
    options.environment = environment.observed(by: log)
    return options
  }
}

/// The transport of a client that is created without one.
///
/// If the build does not have it, requests fail with `unsupported`, and the message names the trait that adds it.
public enum TransportChoice: String, Sendable, Hashable, CaseIterable {
  /// On Linux the sockets, and libcurl for proxies; elsewhere what the platform has.
  case standard
  /// The sockets alone: no proxy.
  case sockets
  /// libcurl alone.
  case curl
}
