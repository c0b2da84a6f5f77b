// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// The default header fields of every request; the same over every transport.
enum StandardFields {
  /// The fields; only `Accept-Encoding` depends on the transport.
  static func make(for transport: any Transport, userAgent: String?) -> Headers {
    var headers = Headers()
    headers.append("User-Agent", (userAgent.map { $0 + " " } ?? "") + "swift-resource-request/\(SDKVersion.current)")
    headers.append("Accept", "*/*")
    if let codings = transport.capabilities.acceptedEncodings { headers.append("Accept-Encoding", codings) }
    return headers
  }
}
