// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Options of one service that are set in code, in ``ClientOptions/services``.
///
/// ```swift
/// options.services["orders"] = ServiceOptions(
///   attemptMiddleware: [RequestSigning(key)],
///   decoder: ResourceJSONDecoder(dates: .iso8601)
/// )
/// ```
public struct ServiceOptions: Sendable {
  /// Middleware for each hop, inside the client's, outermost first: called before credentials and other fields are
  /// added.
  public var middleware: [any Middleware]
  /// Middleware for each attempt, inside the client's, outermost first: sees the header fields as they are sent,
  /// credentials and cookies included.
  public var attemptMiddleware: [any Middleware]
  /// The decoder of responses if a call names none; `nil` for the client's.
  public var decoder: (any ResponseDecoder)?
  /// Encodes values as JSON bodies if a body names no encoder; `nil` for the client's.
  public var encoder: ResourceJSONEncoder?

  /// Creates options, which by default add nothing to the client's.
  public init(
    middleware: [any Middleware] = [],
    attemptMiddleware: [any Middleware] = [],
    decoder: (any ResponseDecoder)? = nil,
    encoder: ResourceJSONEncoder? = nil
  ) {
    self.middleware = middleware
    self.attemptMiddleware = attemptMiddleware
    self.decoder = decoder
    self.encoder = encoder
  }
}

extension ClientOptions {
  /// The names of the services that have options of their own.
  var namesOfServices: [String] { Set(services.keys).union(authorization.tokenProviders.keys).sorted() }
}
