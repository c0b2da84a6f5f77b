// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Foundation
public import ResourceRequestCore

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Sends requests with Foundation's URLSession: the default on Apple platforms without libcurl, else an alternative.
///
/// It follows no redirects, and stores no cookies, responses and credentials. On Linux, FoundationNetworking sends what
/// `http_proxy`, `https_proxy` and `all_proxy` of the environment name through that proxy, and has no way to prevent it.
///
/// Clients may share a transport, and then share its connections. It ends with its last reference.
///
/// URLSession hides much of the exchange, so this transport supports less than `CurlTransport`. It refuses with the
/// code `unsupported`:
/// - HTTP/2 by prior knowledge, and HTTP/1.1 alone over TLS,
/// - endpoints, TLS options, Unix-domain sockets, proxies and fixed addresses; host names under an address policy,
/// - bodies delivered as they came (`decodesContent`) and, on Linux, an `Accept-Encoding` that names other codings than
///   libcurl's,
/// - streamed request and response bodies (files, uploads, multipart forms, downloads), trailers, and
///   `Expect: 100-continue`,
/// - repeated request header fields, whose values URLSession would join,
/// - a body with HEAD and, on Linux, with GET; methods and URLs that Foundation would rewrite.
///
/// It cannot observe or control:
/// - the progress of uploads,
/// - the compressed size of a body (`expansionLimit`): only the limit of the decompressed body applies,
/// - how long resolved addresses and idle connections are kept,
/// - when a connection is established: until the first byte of the response, the limit is the sum of connect and read
///   timeout, the failure is `readTimeout`, and a failure reports that the server may have acted if that is uncertain,
/// - repeated response header fields, which are joined, and the order of fields; trailers,
/// - interim responses, and metrics other than times and the sizes of bodies.
///
/// **On Linux** it also refuses IPv6 addresses in URLs, and responses with a status line without a reason, a field
/// without a value, or a value that is not UTF-8. The body of a redirect with an unreadable `Location` is lost, and a
/// redirect with a body and without `Location` is a failure. It sends a request again by itself if a kept connection
/// turns out to be dead, even if the request is not idempotent. And the peer can end the process: FoundationNetworking
/// stops with a fatal error at trailers, at a truncated head, at a line of more than 100 KiB in a head and at
/// `Content-Length: 9223372036854775807`, before this transport sees them. Use `CurlTransport` there, unless you trust
/// the servers.
public final class URLSessionTransport: Transport {
  private let sessions = Lock<[Int: SessionDriver]>([:])

  /// Creates a transport with sessions of its own.
  public init() {}

  deinit {
    for driver in sessions.withLock({ Array($0.values) }) { driver.invalidate() }
  }

  #if canImport(FoundationNetworking)
    private static let codings = "gzip, deflate"
  #else
    private static let codings = "gzip, deflate, br"
  #endif

  /// Its capabilities: it decodes what URLSession decodes, returns buffered bodies, and does not support endpoints.
  public var capabilities: TransportCapabilities {
    var capabilities = TransportCapabilities(acceptedEncodings: Self.codings, streamsBodies: false)
    capabilities.name = "URLSession"
    return capabilities
  }

  /// Sends a request and receives its response.
  ///
  /// - Throws: ``TransportFailure``, or `CancellationError`.
  public func send(_ request: ResolvedRequest, context: CallContext) async throws -> TransportResponse {
    try Task.checkCancellation()
    let remaining = context.remaining
    guard remaining != .zero else {
      throw TransportFailure(unsent: .deadlineExceeded, "the call's deadline passed before it began")
    }
    let translated = try SessionRequest.translate(request)
    context.emit(.queued)
    let driver = driver(connections: request.options.maxConnections ?? SessionDriver.standardConnections)
    return try await driver.send(translated, for: request, context: context, remaining: remaining)
  }

  /// URLSession has one limit of connections for a whole session, so there is one session for each limit.
  private func driver(connections: Int) -> SessionDriver {
    sessions.withLock { sessions in
      if let driver = sessions[connections] { return driver }
      let driver = SessionDriver(connections: connections)
      sessions[connections] = driver
      return driver
    }
  }
}
