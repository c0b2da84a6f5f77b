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
        guard let bytes = Self.decoded(content), hasHeaders || Self.isSequence(bytes) else {
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

  /// Whether bytes are exactly one sequence in DER (X.690 §8.1): its tag, its length, and as many bytes.
  private static func isSequence(_ bytes: Data) -> Bool {
    var rest = Array(bytes)[...]
    guard rest.popFirst() == 0x30, let first = rest.popFirst() else { return false }
    guard first >= 0x80 else { return rest.count == Int(first) }
    guard (0x81...0x84).contains(first), rest.count > Int(first - 0x80) else { return false }
    var length = 0
    for _ in 0x80..<first { length = length << 8 | Int(rest.removeFirst()) }
    return rest.count == length
  }
}
