// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Whether and how a body is compressed before it is sent.
///
/// Pure.
enum CompressionDecision: Sendable, Hashable {
  case asItIs
  /// Compress it at once, so that its length is known.
  case whole(BodyCoding)
  /// Compress it while it is sent.
  case streamed(BodyCoding)

  /// Fields that describe the uncompressed bytes, as trailers usually do.
  private static let descriptions = [
    "Content-Encoding", "Content-Range", "Content-MD5", "Digest", "Content-Digest", "Repr-Digest", "Trailer",
  ]

  /// Decides on a body.
  ///
  /// - Parameters:
  ///   - rule: the rule of the request or its service.
  ///   - length: the body's length, if known.
  ///   - isInMemory: whether the whole body is in memory.
  ///   - headers: the request's header fields.
  /// - Returns: the decision.
  static func decide(
    _ rule: RequestCompression?,
    length: Int?,
    isInMemory: Bool,
    headers: Headers
  ) -> CompressionDecision {
    guard let rule, let coding = rule.coding, (length ?? .max) > rule.threshold else { return .asItIs }
    guard !descriptions.contains(where: headers.contains) else { return .asItIs }
    if MIMEType(contentTypeLines: headers.values(for: "Content-Type"))?.isCompressed == true { return .asItIs }
    return isInMemory && (length ?? .max) <= coding.wholeLimit ? .whole(coding) : .streamed(coding)
  }
}

extension OutgoingBody {
  /// Compresses the body by a rule and adds its header field.
  ///
  /// - Throws: ``CodingFault`` if the library of the coding is missing.
  func compressed(by rule: RequestCompression?, _ headers: inout Headers) throws(CodingFault) -> OutgoingBody {
    switch CompressionDecision.decide(rule, length: length, isInMemory: bytes != nil, headers: headers) {
    case .asItIs:
      return self
    case .streamed(let coding):
      if case .library(let loaded, _) = coding, !loaded.isAvailable { throw .missing(loaded) }
      headers["Content-Encoding"] = coding.name
      return compressed(as: coding)
    case .whole(let coding):
      guard let bytes else { return self }
      let encoded = try BodyCompressor.encode(bytes, as: coding)
      guard encoded.count < bytes.count else { return self }
      headers["Content-Encoding"] = coding.name
      return OutgoingBody(encoded)
    }
  }
}
