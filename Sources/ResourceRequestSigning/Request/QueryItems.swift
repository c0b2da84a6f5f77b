// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestCore

/// The items of a query as signatures read them: decoded, and encoded again in one way, however they were written.
///
/// Pure.
struct QueryItems {
  /// Names and values, encoded; the value of an item without `=` is empty.
  let all: [(name: String, value: String)]

  /// - Parameters:
  ///   - query: the query as sent.
  ///   - kept: the bytes that are not encoded.
  ///   - plusIsSpace: whether `+` stands for a space, as in forms.
  init(_ query: String, keeping kept: ByteSet = .unreserved, plusIsSpace: Bool = false) {
    all = query.split(atByte: "&", omittingEmpty: true).map { item in
      let (name, value) = item.cut(atByte: "=")
      return (
        PercentEncoding.renewed(name, keeping: kept, plusIsSpace: plusIsSpace),
        PercentEncoding.renewed(value ?? "", keeping: kept, plusIsSpace: plusIsSpace)
      )
    }
  }
}

extension PercentEncoding {
  /// A text with its triples decoded, encoded again.
  ///
  /// - Parameters:
  ///   - text: the text as sent.
  ///   - kept: the bytes that are not encoded.
  ///   - plusIsSpace: whether `+` stands for a space, as in forms.
  /// - Returns: the text as everybody writes it.
  static func renewed(_ text: Substring, keeping kept: ByteSet = .unreserved, plusIsSpace: Bool = false) -> String {
    let bytes = Array(text.utf8)
    var result: [UInt8] = []
    var index = 0
    while index < bytes.count {
      let triple = bytes.withUnsafeBufferPointer { self.triple(in: $0, at: index) }
      let isSpace = plusIsSpace && bytes[index] == UInt8(ascii: "+")
      let byte = triple ?? (isSpace ? UInt8(ascii: " ") : bytes[index])
      if kept.contains(byte) {
        result.append(byte)
      } else {
        result += [UInt8(ascii: "%"), hexDigit(byte >> 4), hexDigit(byte & 15)]
      }
      index += triple == nil ? 1 : 3
    }
    return String(decoding: result, as: UTF8.self)
  }
}
