// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Whether a body is compressed before it is sent, and how.
///
/// Pure.
enum CompressionDecision: Sendable, Hashable {
  case asItIs
  /// At once, so that its length is known.
  case whole(ContentCoding)
  /// While it is sent.
  case streamed(ContentCoding)

  /// The longest body in memory that is compressed at once; a longer one would hold up its caller for a tenth of a second.
  static let wholeLimit = 4 << 20

  /// Fields that describe the bytes as the caller has them; trailers mostly do.
  private static let descriptions = [
    "Content-Encoding", "Content-Range", "Content-MD5", "Digest", "Content-Digest", "Repr-Digest", "Trailer",
  ]

  /// Decides.
  ///
  /// - Parameters:
  ///   - rule: what the request or its service says.
  ///   - length: of the body, where it is known.
  ///   - isInMemory: whether the body is there as a whole.
  ///   - headers: the fields it would go out with.
  /// - Returns: what to do.
  static func decide(
    _ rule: RequestCompression?,
    length: Int?,
    isInMemory: Bool,
    headers: Headers
  ) -> CompressionDecision {
    guard let rule, let coding = rule.coding, (length ?? .max) > rule.threshold else { return .asItIs }
    guard !descriptions.contains(where: headers.contains) else { return .asItIs }
    if MIMEType(contentTypeLines: headers.values(for: "Content-Type"))?.isCompressed == true { return .asItIs }
    return isInMemory && (length ?? .max) <= wholeLimit ? .whole(coding) : .streamed(coding)
  }
}

extension OutgoingBody {
  /// The body as a rule wants it sent, with the field that says so.
  func compressed(by rule: RequestCompression?, _ headers: inout Headers) -> OutgoingBody {
    switch CompressionDecision.decide(rule, length: length, isInMemory: bytes != nil, headers: headers) {
    case .asItIs:
      return self
    case .streamed(let coding):
      headers["Content-Encoding"] = coding.rawValue
      return compressed(as: coding)
    case .whole(let coding):
      guard let bytes else { return self }
      let encoded = BodyEncoder.encode(bytes, as: coding)
      guard encoded.count < bytes.count else { return self }
      headers["Content-Encoding"] = coding.rawValue
      return OutgoingBody(encoded)
    }
  }
}
