// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestPlatform

/// The blocks of a PEM text (RFC 7468): enough to check whether a file is what its key requires.
struct PEMText {
  /// The labels of the blocks, such as `CERTIFICATE`, in order.
  private(set) var labels: [String] = []
  /// Whether a private key needs a password.
  private(set) var hasEncryptedKey = false

  /// Why a text cannot be read, as a phrase that may follow "the file".
  struct Malformed: Error, Sendable, Hashable {
    let reason: String
  }

  /// Reads a text; the text between the blocks is explanation.
  init(_ bytes: [UInt8]) throws(Malformed) {
    var open: String?
    var content: [UInt8] = []
    var hasHeaders = false
    for line in bytes.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D }) {
      if let label = Self.label(line, "-----BEGIN ") {
        guard open == nil else { throw Malformed(reason: "has a block within another") }
        (open, content, hasHeaders) = (label, [], false)
      } else if let label = Self.label(line, "-----END ") {
        guard open == label else { throw Malformed(reason: "has an END line without its BEGIN line") }
        if label.ends(withBytesOf: "PRIVATE KEY"), hasHeaders || label.begins(withBytesOf: "ENCRYPTED") {
          hasEncryptedKey = true
        }
        guard let bytes = Self.decoded(content), hasHeaders || Self.isContent(bytes, of: label) else {
          throw Malformed(reason: "has a broken \(label.prefix(64))")
        }
        labels.append(label)
        open = nil
      } else if open != nil {
        // The older form has fields before the content, which show that it is encrypted (RFC 1421 §4.6).
        if line.contains(UInt8(ascii: ":")) { hasHeaders = true } else { content += line }
      }
    }
    guard open == nil else { throw Malformed(reason: "ends without the END line of a block") }
  }

  /// Whether there is a certificate.
  var hasCertificate: Bool {
    labels.contains { ["CERTIFICATE", "TRUSTED CERTIFICATE", "X509 CERTIFICATE"].contains($0) }
  }
  /// Whether there is a private key.
  var hasPrivateKey: Bool { labels.contains { $0.ends(withBytesOf: "PRIVATE KEY") } }

  private static func label(_ line: ArraySlice<UInt8>, _ prefix: String) -> String? {
    guard line.starts(with: prefix.utf8) else { return nil }
    let text = String(decoding: line.dropFirst(prefix.utf8.count), as: UTF8.self)
    guard let end = text.firstRange(ofBytes: "-----") else { return nil }
    return String(text[..<end.lowerBound])
  }

  private static func decoded(_ content: [UInt8]) -> Data? {
    let text = content.filter { $0 != UInt8(ascii: " ") && $0 != 0x09 }
    return Data(base64Encoded: String(decoding: text, as: UTF8.self))
  }

  /// Whether bytes are what a block of a label has: exactly one sequence, but for two labels of OpenSSL.
  private static func isContent(_ bytes: Data, of label: String) -> Bool {
    var rest = Array(bytes)[...]
    // A curve stands before its key, by its identifier (tag 6) or with all its numbers (RFC 5480 §2.1.1).
    let tags: [UInt8] = label.hasSameBytes(as: "EC PARAMETERS") ? [0x06, 0x30] : [0x30]
    guard skipValue(tags, &rest) else { return false }
    // What a certificate is trusted for follows it.
    if label.hasSameBytes(as: "TRUSTED CERTIFICATE"), !rest.isEmpty, !skipValue([0x30], &rest) { return false }
    return rest.isEmpty
  }

  /// Skips a value in DER (X.690 §8.1): one of the tags, a length, and as many bytes; `false` if there is none.
  private static func skipValue(_ tags: [UInt8], _ rest: inout ArraySlice<UInt8>) -> Bool {
    guard let tag = rest.popFirst(), tags.contains(tag), let first = rest.popFirst() else { return false }
    var length = Int(first)
    if first >= 0x80 {
      guard (0x81...0x84).contains(first), rest.count > Int(first - 0x80) else { return false }
      length = 0
      for _ in 0x80..<first { length = length << 8 | Int(rest.removeFirst()) }
    }
    guard rest.count >= length else { return false }
    rest.removeFirst(length)
    return true
  }
}
