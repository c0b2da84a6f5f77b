// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

extension ResourceURL {
  /// Validates a text: a scan if it is in canonical form, a rewrite if it is not.
  static func checked(_ string: String) throws(Invalid) -> ResourceURL {
    let scan = string.withUTF8Bytes { bytes in
      URILayout.scan(bytes, allowingNonASCII: true).map { layout in (layout, Form(bytes, layout)) }
    }
    switch scan {
    case .failure(let invalid): throw Invalid(invalid)
    case .success(let (layout, form)): return try checked(string, layout, form)
    }
  }

  static func checked(_ reference: URIReference) throws(Invalid) -> ResourceURL {
    try checked(reference.string, reference.layout, reference.string.withUTF8Bytes { Form($0, reference.layout) })
  }

  private static func checked(_ string: String, _ layout: URILayout, _ form: Form) throws(Invalid) -> ResourceURL {
    guard let scheme = layout.scheme else {
      throw Invalid("it is relative; an absolute URL begins with http:// or https://", at: 0)
    }
    guard let isSecure = form.isSecure else {
      // If the scheme was forgotten, this is a user name and must not be shown.
      let name = string.contains(byte: "@") ? Redaction.mark : String(string.utf8Slice(scheme).prefix(20))
      // Without `//`, it is more likely a host whose scheme was forgotten.
      let remedy =
        layout.host == nil
        ? "; write http:// or https:// before the host"
        : name.lowercasedASCII() == "http+unix" ? "; use \"unixSocket\" of a service" : ", expected http or https"
      throw Invalid("the scheme \"\(name)\" is not supported\(remedy)", at: 0)
    }
    guard let host = layout.host, !host.isEmpty else { throw Invalid("the host is missing", at: scheme.count + 1) }
    let port = try layout.port.map { digits throws(Invalid) in
      try checkedPort(string.utf8Slice(digits), at: digits.lowerBound)
    }
    if form.isCanonical {
      let origin = Origin(isSecure: isSecure, host: String(string.utf8Slice(host)), port: port ?? nil)
      return ResourceURL(unchecked: string, layout: layout, origin: origin)
    }
    let name: HostName
    do { name = try HostName(string.utf8Slice(host)) } catch { throw Invalid(error.rawValue, at: host.lowerBound) }
    let origin = Origin(isSecure: isSecure, host: name.text, port: port ?? nil, isFullyQualified: name.isFullyQualified)
    return rewritten(string, layout, origin, name, port: port ?? nil)
  }

  /// An empty port is allowed (RFC 3986 §3.2.3) and means the scheme's default.
  private static func checkedPort(_ digits: Substring, at offset: Int) throws(Invalid) -> Int? {
    if digits.isEmpty { return nil }
    guard let port = DecimalDigits.value(digits.utf8), (1...65_535).contains(port) else {
      throw Invalid("the port must be between 1 and 65535", at: offset)
    }
    return port
  }

  /// Scans the bytes: whether they are in the form that is sent.
  private struct Form {
    var isSecure: Bool?
    var isCanonical: Bool

    init(_ bytes: UnsafeBufferPointer<UInt8>, _ layout: URILayout) {
      isCanonical = false
      guard let scheme = layout.scheme else { return }
      isSecure = Self.isSecure(bytes[scheme])
      guard let host = layout.host, HostName.isCanonical(bytes[host]) else { return }
      isCanonical =
        layout.isASCII
        && bytes[scheme].allSatisfy { $0 & 0x20 != 0 }
        && (layout.port.map { !$0.isEmpty && bytes[$0.lowerBound] != UInt8(ascii: "0") } ?? true)
        && bytes[layout.path].first == UInt8(ascii: "/")
        && !Self.hasDotSegment(bytes[layout.path])
    }

    private static func isSecure(_ scheme: Slice<UnsafeBufferPointer<UInt8>>) -> Bool? {
      var letters: UInt64 = 0
      guard scheme.count == 4 || scheme.count == 5 else { return nil }
      for byte in scheme { letters = letters << 8 | UInt64(byte | 0x20) }
      return letters == 0x68_74_74_70_73 ? true : letters == 0x68_74_74_70 ? false : nil  // "https", "http"
    }

    private static func hasDotSegment(_ path: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
      // A dot after a slash may only begin a name such as `.well-known`; then the rewrite changes nothing.
      var previous: UInt8 = 0
      for byte in path {
        if byte == UInt8(ascii: "."), previous == UInt8(ascii: "/") { return true }
        previous = byte
      }
      return false
    }
  }

  private static func rewritten(
    _ string: String,
    _ layout: URILayout,
    _ origin: Origin,
    _ host: HostName,
    port: Int?
  ) -> ResourceURL {
    var result = URILayout()
    let capacity = 3 * string.utf8.count + origin.host.utf8.count + 16
    let text = String(unsafeUninitializedCapacity: capacity) { buffer in
      var writer = ByteWriter(buffer)
      func appendVisible(_ range: Range<Int>) {
        string.utf8Slice(range).withUTF8Bytes { PercentEncoding.append($0, to: &writer, .visible) }
      }
      writer.append(origin.scheme)
      result.schemeEnd = Int32(writer.count)
      writer.append("://")
      result.authorityStart = Int32(writer.count)
      if let userInfo = layout.userInfo {
        appendVisible(userInfo)
        result.userInfoEnd = Int32(writer.count)
        writer.append(UInt8(ascii: "@"))
      }
      writer.append(host.text)
      if host.isFullyQualified { writer.append(UInt8(ascii: ".")) }
      result.hostEnd = Int32(writer.count)
      if let port {
        writer.append(UInt8(ascii: ":"))
        result.portStart = Int32(writer.count)
        writer.append(String(port))
      }
      result.pathStart = Int32(writer.count)
      if layout.path.isEmpty { writer.append(UInt8(ascii: "/")) }
      appendVisible(layout.path)
      writer.removeDotSegments(from: Int(result.pathStart))
      result.pathEnd = Int32(writer.count)
      appendVisible(Int(layout.pathEnd)..<Int(layout.queryEnd))
      if let fragment = layout.fragment {
        writer.append(UInt8(ascii: "#"))
        result.fragmentStart = Int32(writer.count)
        appendVisible(fragment)
      }
      result.end = Int32(writer.count)
      return writer.count
    }
    return ResourceURL(unchecked: text, layout: result, origin: origin)
  }
}
