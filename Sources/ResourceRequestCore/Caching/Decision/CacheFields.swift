// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Which fields of a head a cache keeps (RFC 9111 §3.1).
enum CacheFields {
  /// The fields of a connection or of one proxy, in lower case.
  private static let ofConnection = [
    "connection", "keep-alive", "proxy-connection", "proxy-authenticate", "proxy-authentication-info",
    "proxy-authorization", "te", "trailer", "transfer-encoding", "upgrade",
  ]
  /// The lengths of their names, each a bit.
  private static let lengths: UInt32 = ofConnection.reduce(0) { $0 | 1 << UInt32($1.utf8.count) }

  /// The fields that describe the stored body, which a `304` does not replace (RFC 9111 §3.2).
  private static let ofBody: Set<String> = ["content-encoding", "content-length", "content-range"]

  /// The fields without those of the connection.
  static func stored(_ headers: Headers) -> Headers {
    // Most heads have none of these and are not copied; a head whose `Connection` names fields has `Connection`.
    guard headers.containsName(where: isOfConnection) else { return headers }
    let named = connectionNames(headers)
    return Headers(headers.filter { !isOfConnection($0.name) && !named.contains($0.name.lowercasedASCII()) })
  }

  private static func isOfConnection(_ name: String) -> Bool {
    let length = name.utf8.count
    return length < 32 && lengths & 1 << UInt32(length) != 0
      && ofConnection.contains { FieldCharacters.equalNames($0, name) }
  }

  /// The stored fields with those of a newer head in their place (RFC 9111 §3.2).
  static func updated(_ stored: Headers, by newer: Headers) -> Headers {
    let brought = Headers(Self.stored(newer).filter { !ofBody.contains($0.name.lowercasedASCII()) })
    let names = Set(brought.map { $0.name.lowercasedASCII() })
    // The age of the stored response does not apply to the newer one, and the policy of a host may have changed since.
    let gone = names.union(["age", "strict-transport-security"])
    var fields = Headers(stored.filter { !gone.contains($0.name.lowercasedASCII()) })
    for field in brought { fields.append(field.name, field.value) }
    return fields
  }

  /// The length of the body on the wire, if announced (RFC 9110 §8.6).
  static func length(_ headers: Headers) -> Int? {
    headers["Content-Length"].flatMap { DecimalDigits.bounded($0.utf8) }
  }

  /// The fields that `Connection` names, in lower case (RFC 9110 §7.6.1).
  private static func connectionNames(_ headers: Headers) -> Set<String> {
    guard headers.contains("Connection") else { return [] }
    // Those that frame and describe the message are not taken away with it.
    return Set(headers.values(for: "Connection").flatMap { FieldList.split($0) }.map { $0.lowercasedASCII() })
      .subtracting([
        "age", "cache-control", "content-encoding", "content-length", "content-type", "date", "expires", "pragma",
        "vary",
      ])
  }
}
