// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestCore

/// What to do with a response to a download.
///
/// Pure. A part is appended only if both are certain to be parts of one representation: the response has the recorded
/// strong tag (RFC 9110 §15.3.7.3), comes from the same URL, and begins where the other part ends.
enum DownloadDecision: Hashable {
  /// The body is the whole representation and replaces the partial file.
  ///
  /// Its length is known if it was announced and no coding applies.
  case startOver(total: Int?)
  /// The body is appended, so that the file ends at `end` of `total` bytes.
  case append(end: Int, total: Int)
  /// The partial file is complete.
  case complete
  /// The partial file is stale: start over.
  case askForWhole
  /// The response does not contain the representation.
  case refuse

  /// Decides on a response.
  ///
  /// - Parameters:
  ///   - head: the response's head.
  ///   - partial: the record of the partial file, if a part was requested.
  ///   - size: the number of its bytes.
  /// - Returns: the decision.
  static func decide(_ head: ResponseHead, partial: PartialDownload?, size: Int) -> DownloadDecision {
    let whole = startOver(total: head.headers.isCoded ? nil : head.headers.contentLength)
    // Only these carry the representation: 204 has none, and 202 tells of its making (RFC 9110 §15.3).
    guard let partial else { return [200, 203].contains(head.status) ? whole : .refuse }
    return switch head.status {
    case 200, 203: whole
    case 206: append(head, to: partial, size: size)
    case 416: isComplete(head, partial, size: size) ? .complete : .askForWhole
    // Only the request for a part had a condition.
    case 412: .askForWhole
    default: head.status.isSuccessful ? .askForWhole : .refuse
    }
  }

  private static func append(_ head: ResponseHead, to partial: PartialDownload, size: Int) -> DownloadDecision {
    let headers = head.headers
    guard let range = ContentRange(headers), let bytes = range.bytes, bytes.lowerBound == size,
      partial.isMarked(by: headers), partial.comes(from: head.url), !headers.isCoded, !headers.holdsSeveralRanges,
      // Without a total the end of the representation is unknown.
      let total = partial.total ?? range.total, range.total.map({ $0 == total }) ?? true, bytes.upperBound < total,
      headers.contentLength.map({ $0 == bytes.count }) ?? true
    else { return .askForWhole }
    return .append(end: bytes.upperBound + 1, total: total)
  }

  /// Whether the file is complete, rather than the representation having changed.
  private static func isComplete(_ head: ResponseHead, _ partial: PartialDownload, size: Int) -> Bool {
    guard ContentRange(head.headers)?.total == size, partial.comes(from: head.url) else { return false }
    // If the total was never announced, the tag is sufficient.
    let isSame = partial.isMarked(by: head.headers)
    guard let total = partial.total else { return isSame }
    return total == size && (isSame || !head.headers.contains("ETag"))
  }
}

extension Headers {
  /// Whether the body has several parts, each with its own range (RFC 9110 §14.6).
  fileprivate var holdsSeveralRanges: Bool {
    self["Content-Type"].flatMap { MIMEType($0) }?.essence.hasSameBytes(as: "multipart/byteranges") ?? false
  }

  /// Whether the content is coded, so that the decoded bytes differ from those sent.
  package var isCoded: Bool { !contentCodings.isEmpty }

  /// The strong entity tag, if any: responses that share it have the same bytes (RFC 9110 §8.8.3).
  var strongTag: String? {
    let values = values(for: "ETag")
    guard values.count == 1, let tag = values.first, tag.utf8.count >= 2 else { return nil }
    let quote = UInt8(ascii: "\"")
    guard tag.utf8.first == quote, tag.utf8.last == quote else { return nil }
    // Only those of the RFC's characters that servers return unchanged.
    return tag.utf8.dropFirst().dropLast().allSatisfy { (0x21...0x7E).contains($0) && $0 != quote } ? tag : nil
  }
}
