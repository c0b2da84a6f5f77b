// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// What to do with a response to a download.
///
/// Pure. A part goes behind another only where both are certain to be parts of one representation: the response has the
/// strong tag that was noted (RFC 9110 §15.3.7.3), comes from the same place, and begins where the other ends.
enum DownloadDecision: Hashable {
  /// The body is the whole: it replaces what is there.
  ///
  /// Its length is known where it was announced and is not that of a coding.
  case startOver(total: Int?)
  /// The body goes behind what is there, which then reaches to `end`; the whole is so long.
  case append(end: Int, total: Int)
  /// The partial file is complete.
  case complete
  /// The partial file is stale: start over.
  case askForWhole
  /// The response does not contain the representation.
  case refuse

  /// Decides.
  ///
  /// - Parameters:
  ///   - head: the response's head.
  ///   - partial: what was remembered, where a part was asked for.
  ///   - size: how many bytes of it are there.
  /// - Returns: what to do.
  static func decide(_ head: ResponseHead, partial: PartialDownload?, size: Int) -> DownloadDecision {
    let whole = startOver(total: head.headers.isCoded ? nil : head.headers.contentLength)
    guard let partial else { return head.status.isSuccessful && head.status != 206 ? whole : .refuse }
    switch head.status {
    case 200, 203:
      return whole
    case 206:
      return append(head, to: partial, size: size)
    case 416:
      return isComplete(head, partial, size: size) ? .complete : .askForWhole
    case 412:
      // Nobody asked for that condition but the part.
      return .askForWhole
    default:
      return head.status.isSuccessful ? .askForWhole : .refuse
    }
  }

  private static func append(_ head: ResponseHead, to partial: PartialDownload, size: Int) -> DownloadDecision {
    let headers = head.headers
    guard let range = ContentRange(headers), let bytes = range.bytes, bytes.lowerBound == size,
      partial.isMarked(by: headers), partial.comes(from: head.url), !headers.isCoded, !headers.holdsSeveralRanges,
      // Without a total nothing says where the whole ends.
      let total = partial.total ?? range.total, range.total.map({ $0 == total }) ?? true, bytes.upperBound < total,
      headers.contentLength.map({ $0 == bytes.count }) ?? true
    else { return .askForWhole }
    return .append(end: bytes.upperBound + 1, total: total)
  }

  /// Whether there is nothing left to ask for, and not because the representation is another one by now.
  private static func isComplete(_ head: ResponseHead, _ partial: PartialDownload, size: Int) -> Bool {
    guard ContentRange(head.headers)?.total == size, partial.comes(from: head.url) else { return false }
    // A whole that was never said to be so long is believed to be with its tag alone.
    let isSame = partial.isMarked(by: head.headers)
    guard let total = partial.total else { return isSame }
    return total == size && (isSame || !head.headers.contains("ETag"))
  }
}

extension Headers {
  /// Whether the body is made of parts, each with its own range (RFC 9110 §14.6).
  fileprivate var holdsSeveralRanges: Bool {
    guard let type = self["Content-Type"].flatMap({ MIMEType($0) }) else { return false }
    return type.essence.hasSameBytes(as: "multipart/byteranges")
  }
}
