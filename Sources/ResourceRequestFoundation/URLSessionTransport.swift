// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Foundation
public import ResourceRequestCore

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Sends requests with Foundation's URLSession: the default where libcurl is not, and an alternative elsewhere.
///
/// It follows no redirect, keeps no cookie, no cache and no credential, and reads no proxy from the environment. Clients
/// may share one, and then share its connections. It ends with its last reference.
///
/// URLSession hides much of the exchange, so it promises less than `CurlTransport`. It refuses with the code
/// `unsupported`:
/// - HTTP/2 by prior knowledge, and HTTP/1.1 alone over TLS,
/// - endpoints, options of TLS, Unix-domain sockets, proxies and fixed addresses; names, where not every address may be reached,
/// - streams as bodies of requests and answers, trailers, and `Expect: 100-continue`,
/// - a name that repeats among a request's fields: URLSession would join the values,
/// - a body with HEAD and, on Linux, with GET; methods and URLs that Foundation would write in another way.
///
/// And it cannot know or keep:
/// - how much a compressed body grew from (`expansionLimit`): the limit of the body alone holds,
/// - how long addresses and idle connections are kept,
/// - when a connection stands: until the first byte of the answer, the limit is the connect and read timeouts together
///   and its failure is `readTimeout`, and a failure says that the server may have acted where that is not certain,
/// - repeated fields of a response, which come joined, and the order of fields; trailers,
/// - interim answers and, in metrics, anything but times and the bytes of bodies.
///
/// **On Linux** it also takes no IPv6 address in a URL, and refuses answers with a status line without a reason, a field
/// without a value or a value that is not UTF-8. Of a redirect whose `Location` cannot be read the body is lost, and one
/// without `Location` is a failure where it has a body. It sends a request again on its own account when a connection that was
/// kept turns out to be dead, also one that is not idempotent. And the peer can end the process: FoundationNetworking
/// stops with a fatal error at trailers, at a head that breaks off, at a line of more than 100 KiB in a head and at
/// `Content-Length: 9223372036854775807`, before anything of this transport sees them. Take `CurlTransport` there, unless
/// you trust the servers.
public final class URLSessionTransport: Transport {
  private let sessions = Lock<[Int: SessionDriver]>([:])

  /// A transport, with sessions of its own.
  public init() {}

  deinit {
    for driver in sessions.withLock({ Array($0.values) }) { driver.invalidate() }
  }

  #if canImport(FoundationNetworking)
    private static let codings = "gzip, deflate"
  #else
    private static let codings = "gzip, deflate, br"
  #endif

  /// It decodes what URLSession decodes, hands bodies over whole, and connects where URLs lead.
  public var capabilities: TransportCapabilities {
    TransportCapabilities(acceptedEncodings: Self.codings, streamsBodies: false)
  }

  /// Sends a request and takes in its response.
  ///
  /// - Throws: ``TransportFailure``, or `CancellationError`.
  public func send(_ request: ResolvedRequest, context: CallContext) async throws -> TransportResponse {
    try Task.checkCancellation()
    let remaining = context.remaining
    guard remaining != .zero else {
      throw TransportFailure(
        code: .deadlineExceeded,
        message: "the time for the whole call was over before it began",
        phase: .queued
      )
    }
    let translated = try SessionRequest.translate(request)
    context.emit(.queued)
    let driver = driver(connections: request.options.maxConnections ?? SessionDriver.standardConnections)
    return try await driver.send(translated, for: request, context: context, remaining: remaining)
  }

  /// URLSession has one limit of connections for a whole session, so there is a session for each limit.
  private func driver(connections: Int) -> SessionDriver {
    sessions.withLock { sessions in
      if let driver = sessions[connections] { return driver }
      let driver = SessionDriver(connections: connections)
      sessions[connections] = driver
      return driver
    }
  }
}
