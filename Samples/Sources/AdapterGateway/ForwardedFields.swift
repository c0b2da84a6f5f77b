// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import FlyingFox
import ResourceRequestKit

/// Which header fields a gateway passes on.
enum ForwardedFields {
  /// Fields for one connection only (RFC 9110 §7.6.1), and those that are each side's own.
  private static let hopByHop: Set<String> = [
    "connection", "keep-alive", "proxy-connection", "te", "trailer", "transfer-encoding", "upgrade", "content-length",
  ]
  /// What names the gateway, what the transport decides, and what shows who asks: the backend's credential is the
  /// gateway's to know, the caller's is for the gateway alone.
  private static let requestOnly: Set<String> = [
    "host", "expect", "accept-encoding", "authorization", "proxy-authorization", "cookie",
  ]

  /// Whether a field of a request goes to the backend.
  static func goOut(_ header: HTTPHeader, with headers: HTTPHeaders) -> Bool {
    let name = header.rawValue.lowercased()
    return !hopByHop.contains(name) && !requestOnly.contains(name) && !named(by: headers[.connection]).contains(name)
  }

  /// Whether a field of an answer goes back to the caller.
  static func comeBack(_ name: String, with headers: Headers) -> Bool {
    let connection = headers.values(for: "Connection").joined(separator: ",")
    let name = name.lowercased()
    return !hopByHop.contains(name) && name != "content-encoding" && !named(by: connection).contains(name)
  }

  private static func named(by connection: String?) -> Set<String> {
    Set((connection ?? "").lowercased().split(separator: ",").map { String($0.filter { $0 != " " && $0 != "\t" }) })
  }
}
