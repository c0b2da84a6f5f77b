// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What is remembered of a download that may be resumed: kept beside the bytes, so that it outlives the process.
///
/// URLs may hold secrets, and are kept as digests that tell one from another.
struct PartialDownload: Codable, Hashable {
  /// What was asked for.
  let request: String
  /// Where the response came from, after redirects.
  let source: String
  /// The strong entity tag of the representation that the bytes are the beginning of (RFC 9110 §8.8.3).
  let tag: String
  /// The length of the whole, where the server said it.
  var total: Int?

  /// What to remember of an answer with the whole representation; `nil` where the bytes that come could not be resumed:
  /// nothing tells one representation from the next for certain, or they are decoded, so that they are not those which
  /// a range counts.
  init?(request: String, _ head: ResponseHead) {
    guard head.status == 200, !head.headers.isCoded, let tag = head.headers.strongTag else { return nil }
    self.request = request
    source = PartialDownload.digest(ofSource: head.url)
    self.tag = tag
    total = head.headers.contentLength
  }

  /// Whether a response has the tag of the representation.
  func isMarked(by headers: Headers) -> Bool { headers.strongTag?.hasSameBytes(as: tag) ?? false }

  /// Whether a response comes from where the bytes came from.
  func comes(from url: ResourceURL) -> Bool { PartialDownload.digest(ofSource: url).hasSameBytes(as: source) }

  /// What stands for a request.
  ///
  /// Only GET has ranges (RFC 9110 §14.2), and what a body asks for is not seen in the URL.
  ///
  /// - Parameters:
  ///   - request: the request.
  ///   - url: where it goes, without what differs from one sending to the next.
  /// - Returns: a digest; `nil` where its response cannot be resumed.
  static func digest(of request: ResourceRequest, to url: ResourceURL) -> String? {
    request.method == .get && request.body == nil ? SHA256.hexadecimal(of: url.string) : nil
  }

  /// What stands for the place a response came from.
  ///
  /// Without the query, which is another one each time where a redirect leads to a signed URL.
  static func digest(ofSource url: ResourceURL) -> String {
    SHA256.hexadecimal(of: Array(url.string.utf8.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }))
  }
}
