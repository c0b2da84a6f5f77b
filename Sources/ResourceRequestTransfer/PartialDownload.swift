// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestCore
import ResourceRequestPlatform

/// The record of a resumable download, kept beside the bytes, so that it survives the process.
///
/// URLs may hold secrets and are stored as digests.
struct PartialDownload: Codable, Hashable {
  /// The digest of the request.
  let request: String
  /// The digest of the response's URL, after redirects.
  let source: String
  /// The strong entity tag of the representation (RFC 9110 §8.8.3).
  let tag: String
  /// The length of the whole representation, if the server announced it.
  var total: Int?

  /// Makes the record for a response with the whole representation; `nil` if it could not be resumed: it has no strong
  /// tag, or it is decoded, so that its bytes are not those of a range.
  init?(request: String, _ head: ResponseHead) {
    guard head.status == 200, !head.headers.isCoded, let tag = head.headers.strongTag else { return nil }
    self.request = request
    source = PartialDownload.digest(ofSource: head.url)
    self.tag = tag
    total = head.headers.contentLength
  }

  /// Whether a response has the tag of the representation.
  func isMarked(by headers: Headers) -> Bool { headers.strongTag?.hasSameBytes(as: tag) ?? false }

  /// Whether a response has the URL that the bytes came from.
  func comes(from url: ResourceURL) -> Bool { PartialDownload.digest(ofSource: url).hasSameBytes(as: source) }

  /// The digest of a request.
  ///
  /// Only GET has ranges (RFC 9110 §14.2), and the URL does not identify the content that a body requests.
  ///
  /// - Parameters:
  ///   - request: the request.
  ///   - url: its URL, without parameters that change with each request.
  /// - Returns: a digest; `nil` if the response cannot be resumed.
  static func digest(of request: ResourceRequest, to url: ResourceURL) -> String? {
    request.method == .get && request.body == nil ? SHA256.hexadecimal(of: url.string) : nil
  }

  /// The digest of a response's URL.
  ///
  /// The query is left out, since redirects to signed URLs change it each time.
  static func digest(ofSource url: ResourceURL) -> String {
    SHA256.hexadecimal(of: Array(url.string.utf8.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }))
  }
}
