// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

extension Headers {
  /// Whether the content is coded, so that the decoded bytes differ from those sent.
  var isCoded: Bool { !contentCodings.isEmpty }

  /// The announced length of the content as sent; `nil` if it is missing or ambiguous.
  var contentLength: Int? {
    // Proxies join repeated fields into a list, whose elements must agree (RFC 9110 §8.6).
    let values = FieldList.split(lines: values(for: "Content-Length")).map { DecimalDigits.value($0.utf8) }
    guard let first = values.first, values.allSatisfy({ $0 == first }) else { return nil }
    return first
  }

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
