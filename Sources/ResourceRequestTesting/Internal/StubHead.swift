// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestCore

/// The framing that a head announces on the wire.
enum StubHead {
  /// Whether a response has no body, whatever it announces (RFC 9112 §6.3).
  static func hasNoBody(_ status: Status, _ method: RequestMethod) -> Bool {
    method == .head || status == 204 || status == 304
  }

  /// The required length of the body; `nil` if the head does not announce it.
  ///
  /// - Throws: ``TransportFailure`` if no server could have sent the head, or if it exceeds its limit.
  static func length(of response: TransportResponse, to request: ResolvedRequest) throws -> Int? {
    let status = response.status
    guard (200...999).contains(status.code) else {
      throw violation("\(status.code) is not the status of a final response")
    }
    var size = "HTTP/1.1 \(status.code) \r\n\r\n".utf8.count + status.reasonPhrase.utf8.count
    for field in response.headers {
      guard isField(field.name, field.value) else {
        throw violation("the response head has a line that is not a header field")
      }
      size += field.name.utf8.count + field.value.utf8.count + 4
    }
    let limit = request.options.headLimit
    guard size <= limit else {
      let message = "the response head is larger than the limit of \(limit) bytes"
      throw TransportFailure(code: .headTooLarge, message: message, phase: .sent)
    }
    guard !hasNoBody(status, request.method), let length = try announced(by: response.headers) else { return nil }
    // The body of a compressed response is decoded already, and has another length.
    return response.headers.contains("Content-Encoding") ? nil : length
  }

  /// The number of body bytes on the wire, if known; for a compressed response.
  static func codedLength(of response: TransportResponse) -> Int? {
    guard response.headers.contains("Content-Encoding") else { return nil }
    if let length = try? announced(by: response.headers) { return length }
    return response.metrics.bytesReceived > 0 ? response.metrics.bytesReceived : nil
  }

  /// The number in `Content-Length`.
  private static func announced(by headers: Headers) throws -> Int? {
    guard !headers.contains("Transfer-Encoding"), let value = headers["Content-Length"] else { return nil }
    guard let length = DecimalDigits.value(value.utf8),
      headers.values(for: "Content-Length").allSatisfy({ $0 == value })
    else {
      throw violation("the response's Content-Length is not a number")
    }
    return length
  }

  /// Whether name and value could be one line of a head (RFC 9110 §5).
  private static func isField(_ name: String, _ value: String) -> Bool {
    !name.isEmpty && name.utf8.allSatisfy { $0 > UInt8(ascii: " ") && $0 != 0x7F && $0 != UInt8(ascii: ":") }
      && value.utf8.allSatisfy { $0 != 0 && $0 != UInt8(ascii: "\r") && $0 != UInt8(ascii: "\n") }
  }

  private static func violation(_ message: String) -> TransportFailure {
    TransportFailure(code: .protocolViolation, message: message, phase: .sent)
  }
}
