// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Foundation
import ResourceRequestCore

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A request as URLSession accepts it, or the reason why it cannot be sent.
enum SessionRequest {
  /// Translates a request.
  ///
  /// - Throws: ``TransportFailure`` with the code `unsupported` if URLSession would send something else.
  static func translate(_ request: ResolvedRequest) throws -> URLRequest {
    try checkOptions(request.options, request.url.origin)
    try check(request.options.connection, request.connectionPlan, request.url.origin)
    if let refusal = request.addressRefusal { throw refusal }
    if request.trailers != nil { throw unsupported("URLSession sends no trailers") }
    guard let url = URL(string: request.url.string), url.absoluteString == request.url.string else {
      throw unsupported("Foundation would write the URL in another way")
    }
    // Its own timer stays out of the way of ours.
    var translated = URLRequest(url: url, cachePolicy: .reloadIgnoringLocalCacheData, timeoutInterval: 604_800)
    translated.httpMethod = request.method.name
    guard translated.httpMethod == request.method.name else {
      throw unsupported("Foundation would write the method \(request.method) as \(translated.httpMethod ?? "GET")")
    }
    translated.httpShouldHandleCookies = false
    try addFields(of: request, to: &translated)
    try addBody(of: request, to: &translated)
    return translated
  }

  private static func checkOptions(_ options: ExchangeOptions, _ origin: Origin) throws {
    if options.httpVersion == .http2PriorKnowledge { throw unsupported("URLSession has no HTTP/2 by prior knowledge") }
    if options.httpVersion == .http1_1, origin.isSecure {
      throw unsupported("URLSession cannot be kept to HTTP/1.1 over TLS")
    }
    if options.streamWindow != nil { throw unsupported("URLSessionTransport hands bodies over whole, not as streams") }
    if !options.decodesContent {
      throw unsupported("URLSession decodes bodies, and does not deliver them as they came")
    }
    if options.expectContinue != nil { throw unsupported("URLSession does not ask with Expect: 100-continue") }
  }

  private static func check(_ connection: ConnectionOptions, _ plan: ConnectionPlan?, _ origin: Origin) throws {
    if plan?.endpoint != nil { throw unsupported("URLSession connects where the URL leads, and to no other endpoint") }
    if origin.isSecure, let tls = connection.tls, tls != TLSOptions() {
      throw unsupported("URLSessionTransport speaks TLS as the system does, without options")
    }
    if let policy = connection.addresses, policy.looksAtAddresses, !policy.isDecided(by: origin) {
      throw unsupported("URLSession does not say which address a name leads to, and not every address may be reached")
    }
    guard let plan else { return }
    if plan.unixSocket != nil { throw unsupported("URLSession has no Unix-domain sockets") }
    if plan.proxy != nil { throw unsupported("URLSessionTransport uses no proxies of its own") }
    if !plan.fixedAddresses.isEmpty { throw unsupported("URLSession takes no fixed addresses") }
  }

  private static func addFields(of request: ResolvedRequest, to translated: inout URLRequest) throws {
    for name in request.headers.names {
      let values = request.headers.values(for: name)
      guard values.count == 1, let value = values.first else {
        throw unsupported("URLSession would join the values of \(name), which repeats")
      }
      translated.setValue(value, forHTTPHeaderField: name)
    }
    #if canImport(FoundationNetworking)
      if let coding = request.headers.firstCoding(notAmong: decodedCodings) {
        throw unsupported("FoundationNetworking fails on bodies in \(coding), which Accept-Encoding names")
      }
      // A blank value keeps the libcurl beneath from sending the field, and FoundationNetworking from adding its own.
      for name in fieldsOfItsOwn where !request.headers.contains(name) {
        translated.setValue(" ", forHTTPHeaderField: name)
      }
    #endif
  }

  /// What the libcurl beneath FoundationNetworking decodes, or may.
  private static let decodedCodings = ["gzip", "x-gzip", "deflate", "br", "zstd", "identity", "none", "*"]

  private static let fieldsOfItsOwn = [
    "User-Agent", "Accept", "Accept-Language", "Accept-Encoding", "Content-Type", "Expect",
  ]

  private static func addBody(of request: ResolvedRequest, to translated: inout URLRequest) throws {
    guard let body = request.body else { return }
    guard let bytes = body.bytes ?? body.watchedBytes else {
      throw unsupported("URLSessionTransport sends bodies from memory, not streams")
    }
    if request.method == .head { throw unsupported("URLSession sends no body with HEAD") }
    #if canImport(FoundationNetworking)
      if request.method == .get { throw unsupported("URLSession on Linux sends no body with GET") }
    #endif
    translated.httpBody = bytes
  }

  private static func unsupported(_ message: String) -> TransportFailure {
    TransportFailure(code: .unsupported, message: message, phase: .queued)
  }
}
