// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Foundation

/// The response of an echo server: the request as it was received, as JSON.
public struct EchoedRequest: Codable, Sendable, Hashable {
  /// The method token.
  public let method: String
  /// The request target, byte for byte.
  public let target: String
  /// Name and value of each header line, in order.
  public let headers: [[String]]
  /// The body as text, or nil if it is not UTF-8.
  public let body: String?
  /// The body's bytes.
  public let bodyBase64: String
  /// The index of its connection, from 0.
  public let connection: Int

  init(_ request: ReceivedRequest, connection: Int) {
    method = request.method
    target = request.target
    headers = request.headers.map { [$0.name, $0.value] }
    body = String(validating: request.body, as: UTF8.self)
    bodyBase64 = Data(request.body).base64EncodedString()
    self.connection = connection
  }

  /// Reads an echo server's response.
  public init(json: some Sequence<UInt8>) throws {
    self = try JSONDecoder().decode(EchoedRequest.self, from: Data(json))
  }

  /// Every value of a header field, in order.
  public func headers(named name: String) -> [String] {
    headers.filter { $0[0].lowercased() == name.lowercased() }.map { $0[1] }
  }
}

extension ScriptedServer {
  /// A server that responds to every request, on kept-alive connections, with an ``EchoedRequest`` as JSON.
  ///
  /// `Expect: 100-continue` is granted; HEAD gets the head only.
  public static func echo(on address: LoopbackAddress = .ipv4) throws -> ScriptedServer {
    try ScriptedServer(on: address, echoes)
  }

  /// Responds to every request of a connection with the request itself.
  static let echoes: Script = { connection in
    while let request = try connection.nextEchoable() {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
      let body = [UInt8](try encoder.encode(EchoedRequest(request, connection: connection.index)))
      let headers = [("Content-Type", "application/json"), ("Content-Length", "\(body.count)")]
      try connection.send(
        ScriptedResponse(200, reason: "OK", headers: headers, bytes: request.method == "HEAD" ? [] : body)
      )
      if request.header("Connection")?.lowercased() == "close" { return }
    }
  }
}

extension ScriptedConnection {
  fileprivate func nextEchoable() throws -> ReceivedRequest? {
    guard let head = try nextHead() else { return nil }
    if head.header("Expect")?.lowercased() == "100-continue" { try send("HTTP/1.1 100 Continue\r\n\r\n") }
    return try readBody(of: head)
  }
}
