// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

extension ResourceURL {
  /// Resolves a reference as a server wrote it: some do not encode spaces and other characters that no URI has, and are
  /// followed nevertheless.
  ///
  /// - Throws: ``Invalid``, as ``resolving(reference:)`` does.
  package func resolving(asWritten text: String) throws(Invalid) -> ResourceURL {
    try resolving(reference: PercentEncoding.encodingStrays(text.trimmingBlanks().replacing(bytes: " ", with: "%20")))
  }

  /// Resolves a reference, such as that of a `Location` field, against this URL (RFC 3986 §5.2).
  ///
  /// A reference without a fragment inherits this URL's, as RFC 9110 §10.2.2 requires for redirects. Characters outside
  /// ASCII in the reference are percent-encoded, as servers that send them intend.
  ///
  /// - Throws: ``Invalid`` if the reference is malformed, or its scheme is neither http nor https.
  public func resolving(reference text: String) throws(Invalid) -> ResourceURL {
    let reference: URIReference
    do {
      // Characters outside ASCII are allowed in the host only; a host follows `//` and is mapped by the validation.
      let scan = text.withUTF8Bytes { URILayout.scan($0, allowingNonASCII: true) }
      reference = URIReference(unchecked: text, layout: try scan.get())
    } catch { throw Invalid(error) }
    let resolved = URIReference(unchecked: string, layout: layout).resolving(reference)
    let staysHere = reference.layout.schemeEnd < 0 && reference.layout.authorityStart < 0
    // Resolving removed the dot segments, and everything before the path is this URL's own.
    let isChecked = staysHere && resolved.layout.isASCII && resolved.layout.end <= URILayout.maximumLength
    let url =
      isChecked
      ? ResourceURL(unchecked: resolved.string, layout: resolved.layout, origin: origin) : try Self.checked(resolved)
    guard url.layout.fragmentStart < 0, let fragment = layout.fragment else { return url }
    var withFragment = url.layout
    withFragment.fragmentStart = url.layout.end + 1
    withFragment.end = withFragment.fragmentStart + Int32(fragment.count)
    let string = url.string + "#" + string.utf8Slice(fragment)
    return ResourceURL(unchecked: string, layout: withFragment, origin: url.origin)
  }

  /// The URL with exactly one query item of this name: in the place of the first one, or else at the end of the query.
  ///
  /// - Throws: ``Invalid`` if the URL gets too long.
  func settingQuery(_ name: String, to value: String) throws(Invalid) -> ResourceURL {
    let item = RequestParameters([(name, .init(value))]).queryString()
    let items = layout.query.map { string.utf8Slice($0).split(atByte: "&") } ?? []
    let isOwn = items.map { item in
      PercentEncoding.decodeLeniently(item.cut(atByte: "=").head, plusIsSpace: true).hasSameBytes(as: name)
    }
    guard let first = isOwn.firstIndex(of: true) else { return try appendingQuery([name: .init(value)]) }
    var kept: [Substring] = []
    for (index, other) in items.enumerated() where index == first || !isOwn[index] {
      kept.append(index == first ? item[...] : other)
    }
    var text = string.utf8Slice(0..<Int(layout.pathEnd)) + "?" + kept.joined(separator: "&")
    if let fragment = layout.fragment { text += "#" + string.utf8Slice(fragment) }
    return shown(try Self.checked(String(text)))
  }

  /// Another URL with the same path, which is shown alike.
  private func shown(_ url: ResourceURL) -> ResourceURL {
    var url = url
    (url.shownPath, url.hidesItems) = (shownPath, hidesItems)
    return url
  }

  /// The URL with its path in another encoding.
  package func encodingPath(as path: String) throws(Invalid) -> ResourceURL {
    shown(try ResourceURL("\(origin)\(path)\(query.map { "?\($0)" } ?? "")"))
  }

  /// The URL with parameters appended to its query.
  ///
  /// - Throws: ``Invalid`` if the URL gets too long.
  func appendingQuery(_ parameters: RequestParameters) throws(Invalid) -> ResourceURL {
    let inline = layout.query.map { string.utf8Slice($0) }
    guard let query = parameters.appended(to: inline) else { return self }
    var text = string.utf8Slice(0..<Int(layout.pathEnd)) + "?" + query
    if let fragment = layout.fragment { text += "#" + string.utf8Slice(fragment) }
    return shown(try Self.checked(String(text)))
  }

  /// The URL without its user information.
  package func removingUserInfo() -> ResourceURL {
    guard layout.userInfoEnd >= 0 else { return self }
    let string =
      string.utf8Slice(0..<Int(layout.authorityStart)) + string.utf8Slice(Int(layout.hostStart)..<Int(layout.end))
    return shown(ResourceURL(unchecked: String(string), layout: layout.removingUserInfo(), origin: origin))
  }

  /// The URL as it may be shown where a request to another has led to it: a server may send back a secret of that one's path.
  func hidden(as other: ResourceURL) -> ResourceURL {
    var url = self
    if other.shownPath != nil { (url.shownPath, url.hidesItems) = ("/" + Redaction.mark, true) }
    return url
  }

  /// The segments of its path that are not shown, as sent and decoded: what a server may repeat.
  var hiddenSegments: [String] {
    // Of a redirect's target nothing is shown, and what is secret in it was sent before.
    guard let shownPath, !hidesItems else { return [] }
    let shown = shownPath.split(atByte: "/")
    let hidden = path.split(atByte: "/").filter { segment in !shown.contains { $0.hasSameBytes(as: segment) } }
    let parts = hidden.flatMap { segment in shown.flatMap { ResourceURL.hidden(in: segment, shownAs: $0) } }
    return (hidden + parts).flatMap { [String($0), PercentEncoding.decodeLeniently($0)] }
  }

  /// What stands in a segment where the marks stand in the one that is shown.
  private static func hidden(in segment: Substring, shownAs shown: Substring) -> [Substring] {
    guard let mark = shown.firstRange(ofBytes: Redaction.mark),
      let value = segment.dropping(prefix: shown[..<mark.lowerBound])
    else { return [] }
    let tail = shown[mark.upperBound...]
    if let next = tail.firstRange(ofBytes: Redaction.mark) {
      // Two beside each other cannot be told apart, and either may have in it what stands between them.
      let gap = tail[..<next.lowerBound]
      // With a third mark, each end would be tried for that one again.
      let most = tail[next.upperBound...].contains(bytes: Redaction.mark) ? 1 : 31
      var (ends, rest): ([Substring.Index], Substring) = ([], value)
      while let end = rest.firstRange(ofBytes: gap) {
        if end.lowerBound > value.startIndex { ends = ends.prefix(most) + [end.lowerBound] }
        rest = value[end.upperBound...]
      }
      guard !ends.isEmpty else { return [value] }
      return ends.flatMap { [value[..<$0]] + hidden(in: value[$0...], shownAs: tail) }
    }
    guard value.utf8.count > tail.utf8.count, value.ends(withBytesOf: tail) else { return [] }
    return [value[..<value.utf8.index(value.endIndex, offsetBy: -tail.utf8.count)]]
  }

  /// The URL as in the first line of a request to a proxy that passes it on (RFC 9112 §3.2.2).
  package var absoluteTarget: String { origin.description + requestTarget }

  /// The URL without its fragment.
  package func removingFragment() -> ResourceURL {
    guard layout.fragmentStart >= 0 else { return self }
    var layout = layout
    layout.end = layout.queryEnd
    layout.fragmentStart = -1
    return shown(ResourceURL(unchecked: String(string.utf8Slice(0..<Int(layout.end))), layout: layout, origin: origin))
  }

  /// The URL for display: user information is redacted, and so are the values of query and fragment items whose names
  /// suggest a secret (`token`, `apikey`, `session` and the like), or that a configuration lists.
  ///
  /// - Parameter names: the decoded names of further items to redact; case-insensitive.
  /// - Returns: a text for people; it is not a valid URL if something was redacted.
  public func redacted(hidingQueryValuesOf names: some Collection<String> = []) -> String {
    let names = Set(names.map { ExactText($0.lowercasedASCII()) })
    var shown = String(string.utf8Slice(0..<Int(layout.authorityStart)))
    if layout.userInfoEnd >= 0 { shown += Redaction.mark + "@" }
    if let shownPath {
      shown += string.utf8Slice(Int(layout.hostStart)..<Int(layout.pathStart)) + shownPath
    } else {
      shown += Redaction.path(string.utf8Slice(Int(layout.hostStart)..<Int(layout.pathEnd)))
    }
    func text(_ items: Range<Int>) -> String {
      // What is not to be seen in the path may be here too.
      hidesItems ? Redaction.mark : Redaction.items(string.utf8Slice(items), hiding: names)
    }
    if let query = layout.query { shown += "?" + text(query) }
    if let fragment = layout.fragment { shown += "#" + text(fragment) }
    return shown
  }
}

extension URILayout {
  /// The layout after removing the user information and its `@`.
  func removingUserInfo() -> URILayout {
    let shift = hostStart - authorityStart
    var result = self
    result.userInfoEnd = -1
    result.hostEnd -= shift
    if portStart >= 0 { result.portStart -= shift }
    result.pathStart -= shift
    result.pathEnd -= shift
    if fragmentStart >= 0 { result.fragmentStart -= shift }
    result.end -= shift
    return result
  }
}
