// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if HTTPTypes
  import HTTPTypes
  import ResourceRequestCore

  /// The fields that are for one connection and not for the recipient behind it (RFC 9110 §7.6.1).
  enum ConnectionFields {
    private static let names = [
      "connection", "keep-alive", "proxy-connection", "transfer-encoding", "upgrade", "te", "expect", "content-length",
      "host", "proxy-authorization", "proxy-authenticate",
    ]

    /// The fields without them, and without those that `Connection` names.
    ///
    /// The length of a body is removed too: a transport sets it by the body that it sends.
    static func removed(from fields: HTTPFields) -> HTTPFields {
      var named: [String] = names
      for value in fields[values: .connection] {
        named += value.split(atByte: ",").map { $0.trimmingBlanks().lowercasedASCII() }
      }
      return HTTPFields(fields.filter { !named.contains($0.name.canonicalName) })
    }
  }
#endif
