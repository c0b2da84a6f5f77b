// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import FlyingFox
import ResourceRequestKit

/// Decides which header fields the gateway forwards.
enum ForwardedFields {
  /// Header fields of a single connection (RFC 9110 §7.6.1), and those that each side sets itself.
  private static let hopByHop: Set<String> = [
    "connection", "keep-alive", "proxy-connection", "te", "trailer", "transfer-encoding", "upgrade", "content-length",
  ]
  /// Request header fields that are not forwarded: the gateway's host, what the transport sets, and credentials.
  ///
  /// The caller's credentials are for the gateway; the backend's are configured in the gateway.
  private static let requestOnly: Set<String> = [
    "host", "expect", "accept-encoding", "authorization", "proxy-authorization", "cookie",
  ]

  /// Whether a request's header field is forwarded to the backend.
  static func goOut(_ header: HTTPHeader, with headers: HTTPHeaders) -> Bool {
    let name = header.rawValue.lowercased()
    return !hopByHop.contains(name) && !requestOnly.contains(name) && !named(by: headers[.connection]).contains(name)
  }

  /// Whether a response's header field is forwarded to the caller.
  static func comeBack(_ name: String, with headers: Headers) -> Bool {
    let connection = headers.values(for: "Connection").joined(separator: ",")
    let name = name.lowercased()
    return !hopByHop.contains(name) && name != "content-encoding" && !named(by: connection).contains(name)
  }

  private static func named(by connection: String?) -> Set<String> {
    Set((connection ?? "").lowercased().split(separator: ",").map { String($0.filter { $0 != " " && $0 != "\t" }) })
  }
}
