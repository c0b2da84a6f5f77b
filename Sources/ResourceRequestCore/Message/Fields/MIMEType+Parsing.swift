// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

extension MIMEType {
  /// Parses the value of one `Content-Type` line.
  ///
  /// It accepts everything that RFC 9110 §8.3.1 allows. For malformed values it is as lenient as "parse a MIME type" of
  /// the WHATWG MIME Sniffing standard: invalid parameters are skipped, the first of repeated parameters counts, and an
  /// unclosed quoted string extends to the end. It is more lenient in one point: a parameter's value may have
  /// characters above U+00FF, since field values may have been read as UTF-8.
  ///
  /// The result is `nil` if the type or the subtype is missing or not a token.
  ///
  /// - Parameter text: the value, such as `text/html;charset="utf-8"`.
  public init?(_ text: String) {
    var scanner = FieldScanner(text)
    scanner.skipWhitespace()
    guard let type = scanner.token(), scanner.consume("/"), let subtype = scanner.token() else { return nil }
    scanner.skipWhitespace()
    guard scanner.isAtEnd || scanner.next == UInt8(ascii: ";") else { return nil }
    self.init(
      uncheckedType: type.lowercasedASCII(),
      subtype: subtype.lowercasedASCII(),
      parameters: FieldParameters.read(from: &scanner)
    )
  }

  /// Extracts the media type of a message from all its `Content-Type` lines, like the Fetch standard's "extract a MIME
  /// type".
  ///
  /// The last valid type counts, except `*/*`. It inherits the charset of the types before it if they have the same
  /// ``essence``; commas separate types within a line too. The result is `nil` if there is no valid media type.
  ///
  /// - Parameter lines: the field's values, in order.
  package init?(contentTypeLines lines: some Sequence<String>) {
    var last: MIMEType?
    var charset: FieldParameter?
    for element in FieldList.split(lines: lines) {
      guard let candidate = MIMEType(element), candidate.essence != "*/*" else { continue }
      if last?.essence.hasSameBytes(as: candidate.essence) != true { charset = nil }
      if let own = candidate.parameters.first(where: { $0.name == "charset" }) { charset = own }
      last = candidate
    }
    guard let last else { return nil }
    if let charset, last.charset == nil {
      self.init(uncheckedType: last.type, subtype: last.subtype, parameters: last.parameters + [charset])
    } else {
      self = last
    }
  }
}
