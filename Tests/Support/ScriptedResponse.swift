// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// A response for a script to send: a status line, header fields and a body, or exact bytes.
public struct ScriptedResponse: Sendable, Hashable {
  /// All bytes to send.
  public let bytes: [UInt8]
  /// Whether the connection is closed after the response.
  public let closes: Bool

  /// Exact bytes, well-formed or not.
  public init(raw bytes: some Sequence<UInt8>, closes: Bool = false) {
    self.bytes = Array(bytes)
    self.closes = closes
  }

  /// Exact bytes given as text.
  public init(raw text: String, closes: Bool = false) {
    self.init(raw: text.utf8, closes: closes)
  }

  /// A well-formed response.
  ///
  /// `Content-Length` is added unless the header fields say how the body ends.
  public init(
    _ status: Int = 200,
    reason: String = "Scripted",
    headers: [(String, String)] = [],
    bytes body: some Collection<UInt8>
  ) {
    var head = "HTTP/1.1 \(status) \(reason)\r\n"
    for (name, value) in headers { head += "\(name): \(value)\r\n" }
    let isFramed = headers.contains { ["content-length", "transfer-encoding"].contains($0.0.lowercased()) }
    let hasNoBody = status == 204 || status == 304 || status < 200
    if !isFramed, !hasNoBody { head += "Content-Length: \(body.count)\r\n" }
    self.init(
      raw: Array((head + "\r\n").utf8) + body,
      closes: headers.contains { $0.0.lowercased() == "connection" && $0.1.lowercased() == "close" }
    )
  }

  /// A well-formed response with a text body.
  ///
  /// `Content-Length` is added unless the header fields say how the body ends.
  public init(
    _ status: Int = 200,
    reason: String = "Scripted",
    headers: [(String, String)] = [],
    _ body: String = ""
  ) {
    self.init(status, reason: reason, headers: headers, bytes: Array(body.utf8))
  }

  /// A response with a chunked body, one chunk for each piece.
  public static func chunked(
    _ status: Int = 200,
    headers: [(String, String)] = [],
    _ pieces: [String]
  ) -> ScriptedResponse {
    let chunks = pieces.map { "\(String($0.utf8.count, radix: 16))\r\n\($0)\r\n" }.joined()
    return ScriptedResponse(status, headers: headers + [("Transfer-Encoding", "chunked")], chunks + "0\r\n\r\n")
  }
}
