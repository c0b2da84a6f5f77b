// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestKit

/// Why a response has a part of the body that is not the one asked for (RFC 9110 §15.3.7): as a file it would pass for it.
enum WrongPart {
  /// Whether `--range` asks for a part: what comes for a field of the caller's own is the caller's to judge.
  @TaskLocal static var isAsked = false

  /// The reason; `nil` if the response is no part, or the one that was asked for.
  static func reason(_ status: Status, _ headers: Headers, of request: ResourceRequest) -> String? {
    let asked = request.headers["Range"]
    let range = asked.flatMap { $0.hasPrefix("bytes=") ? numbers($0.dropFirst(6)) : nil }
    if status == 200, isAsked, request.method == .get, !request.headers.contains("If-Range"), let range,
      !isWhole(range, headers)
    {
      return "the whole, and not the part that was asked for: the server has ignored the range"
    }
    guard status == 206 else { return nil }
    guard asked != nil else {
      // Some services page with this status, in units of their own.
      let isOfBytes = headers["Content-Range"].map { $0.lowercased().hasPrefix("bytes ") } ?? true
      return isOfBytes ? "a part, although no range was asked for" : nil
    }
    // Several ranges come as a multipart body, which is written as it is.
    guard let first = range else { return nil }
    let found = headers["Content-Range"] ?? ""
    let words = found.split(separator: "/", maxSplits: 1)
    guard found.lowercased().hasPrefix("bytes "), words.count == 2, let part = numbers(words[0].dropFirst(6)),
      let start = part.0, let end = part.1, start <= end
    else { return "a part that does not say which" }
    let fits =
      if let from = first.0 { start == from && first.1.map { end <= $0 } ?? true } else {
        first.1.map { end - start < $0 } ?? false
      }
    guard fits else { return "another part than the one asked for (\(found))" }
    let isCoded = headers["Content-Encoding"] != nil
    if !isCoded, let length = headers["Content-Length"].flatMap({ Int($0) }), length - 1 != end - start {
      return "a part whose length (\(length)) is not that of its range (\(found))"
    }
    return nil
  }

  /// Whether a text is a byte range as in the header field `Range` (RFC 9110 §14.1.1).
  static func isRange(_ text: String) -> Bool {
    guard text.utf8.allSatisfy("0123456789-".utf8.contains), let range = numbers(text[...]) else { return false }
    return switch range {
    case (let first?, let last?): first <= last
    case (nil, nil): false
    default: true
    }
  }

  /// Whether a range is certainly the whole body, which the server need not send as a part (RFC 9110 §14.2).
  private static func isWhole(_ range: (Int?, Int?), _ headers: Headers) -> Bool {
    let length = headers.contains("Content-Encoding") ? nil : headers["Content-Length"].flatMap { Int($0) }
    return switch range {
    case (0, nil): true
    case (0, let last?): length.map { last >= $0 - 1 } ?? false
    case (nil, let count?): length.map { count >= $0 } ?? false
    default: false
    }
  }

  /// Two numbers with a hyphen between them, of which one may be missing.
  private static func numbers(_ text: Substring) -> (Int?, Int?)? {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 2, parts.allSatisfy({ $0.isEmpty || Int($0) != nil }) else { return nil }
    return (Int(parts[0]), Int(parts[1]))
  }
}
