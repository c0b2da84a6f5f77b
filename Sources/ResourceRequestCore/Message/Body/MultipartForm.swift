// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestPlatform

/// A form whose fields may be files: `multipart/form-data` (RFC 7578).
///
/// It is written as browsers write it, except that line ends in values are not changed.
///
/// ```swift
/// request.body = .multipart(MultipartForm([
///   .text("title", "Holiday"),
///   .file("photo", path: "beach.jpg", type: "image/jpeg"),
/// ]))
/// ```
/// It is sent part by part, never whole in memory. Its length is announced if that of every part is known.
public struct MultipartForm: Sendable, Hashable {
  /// The parts, in the order they are sent.
  public var parts: [Part]
  /// The boundary between the parts, random enough not to occur in them.
  public let boundary: String

  /// Creates a form from parts.
  public init(_ parts: [Part] = []) {
    self.parts = parts
    var random = SystemRandomNumberGenerator()
    let bits = (0..<2).map { _ in String(random.next(), radix: 36) }
    boundary = "resource-request-" + bits.joined()
  }

  /// The content type, with the boundary.
  var contentType: String { "multipart/form-data; boundary=\(boundary)" }

  /// The body of the form.
  var body: OutgoingBody {
    var segments: [OutgoingBody] = []
    for part in parts {
      segments.append(OutgoingBody(Data("--\(boundary)\r\n\(part.head)\r\n\r\n".utf8)))
      segments.append(part.content.measured())
      segments.append(OutgoingBody(Data("\r\n".utf8)))
    }
    segments.append(OutgoingBody(Data("--\(boundary)--\r\n".utf8)))
    return .joined(segments)
  }
}
