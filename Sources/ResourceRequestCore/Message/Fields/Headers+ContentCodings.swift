// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

extension Headers {
  /// The names of the content codings in lower case, in the order in which they were applied (RFC 9110 §8.4).
  ///
  /// `identity` and, as some servers write, `none` are no codings.
  package var contentCodings: [String] {
    // Most heads have none.
    guard self["Content-Encoding"] != nil else { return [] }
    return values(for: "Content-Encoding").flatMap { field in
      field.split(atByte: ",").map { $0.trimmingBlanks().lowercasedASCII() }
    }
    .filter { !$0.isEmpty && !Self.plainCodings.contains($0) }
  }

  private static let plainCodings = ["identity", "none"]

  /// The codings of a response that its body is to be freed from; none if the body is delivered as it came.
  ///
  /// What cannot be decoded here is delivered as it came if the request's `Accept-Encoding` names it: the caller, who
  /// alone can have written it there, knows what to do with it.
  ///
  /// - Parameter request: the fields of the request.
  /// - Returns: their names, in the order in which they were applied.
  package func codingsToDecode(for request: Headers) -> [String] {
    let codings = contentCodings
    let unknown = codings.filter { !ContentDecoder.decodes($0) }
    return unknown.isEmpty || !unknown.allSatisfy(request.acceptsCoding) ? codings : []
  }

  /// The first coding in `Accept-Encoding` that is none of these; `nil` if there is none.
  package func firstCoding(notAmong known: [String]) -> String? {
    FieldList.split(lines: values(for: "Accept-Encoding")).lazy
      .map { String($0.cut(atByte: ";").head.trimmingBlanks()) }
      .first { coding in !known.contains { FieldCharacters.equalNames($0, coding) } }
  }

  /// Whether `Accept-Encoding` names a coding, or any, with another weight than 0 (RFC 9110 §12.5.3).
  private func acceptsCoding(_ name: String) -> Bool {
    var accepted = false
    for element in FieldList.split(lines: values(for: "Accept-Encoding")) {
      let (head, tail) = element.cut(atByte: ";")
      let coding = head.trimmingBlanks()
      let isNamed = FieldCharacters.equalNames(coding, name)
      guard isNamed || coding.hasSameBytes(as: "*") else { continue }
      let weight = tail?.cut(atByte: "=").tail ?? ""
      let isRefused = !weight.isEmpty && weight.utf8.allSatisfy { [0x30, 0x2E, 0x20, 0x09].contains($0) }
      // What is said of its name counts more than what is said of any.
      if isNamed { return !isRefused }
      accepted = !isRefused
    }
    return accepted
  }
}
