// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

extension MIMEType {
  /// Reads the value of one `Content-Type` line.
  ///
  /// Everything RFC 9110 §8.3.1 allows is read. Where servers write worse than that, the reader is as lenient as the
  /// WHATWG MIME Sniffing standard's "parse a MIME type": parameters that make no sense are skipped, of two with one
  /// name the first counts, and an unclosed quoted string reaches to the end. In one point it is more lenient: a
  /// parameter's value may have characters above U+00FF, since field values here may have been read as UTF-8.
  ///
  /// The result is nil when the type or the subtype is missing or no token.
  ///
  /// - Parameter text: The value, such as `text/html;charset="utf-8"`.
  public init?(_ text: String) {
    var scanner = FieldScanner(text)
    scanner.skipWhitespace()
    guard let type = scanner.token(), scanner.consume("/"), let subtype = scanner.token() else { return nil }
    scanner.skipWhitespace()
    guard scanner.isAtEnd || scanner.next == UInt8(ascii: ";") else { return nil }
    self.init(
      uncheckedType: type.lowercasedASCII(),
      subtype: subtype.lowercasedASCII(),
      parameters: FieldParameters.read(from: &scanner).map { Parameter(name: $0.name, value: $0.value) }
    )
  }

  /// Reads the media type of a message from all its `Content-Type` lines, by the Fetch standard's "extract a MIME
  /// type".
  ///
  /// The last type that can be read counts, `*/*` aside. It inherits the charset of the ones before it while they are
  /// of the same ``essence``; a comma separates types within a line too. The result is nil when no line holds a media
  /// type.
  ///
  /// - Parameter lines: The field's values in the order in which they came.
  public init?(contentTypeLines lines: some Sequence<String>) {
    var last: MIMEType?
    var charset: Parameter?
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
