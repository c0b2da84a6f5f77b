// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

extension URIReference {
  /// Resolves a reference against this base (RFC 3986 §5.2, the strict algorithm).
  ///
  /// One string is built, and its layout is computed along the way; nothing is scanned again.
  package func resolving(_ reference: URIReference) -> URIReference {
    var result = URILayout()
    result.isASCII = layout.isASCII && reference.layout.isASCII
    let text = string.withUTF8Bytes { baseBytes in
      reference.string.withUTF8Bytes { otherBytes in
        let base = Part(bytes: baseBytes, layout: layout)
        let other = Part(bytes: otherBytes, layout: reference.layout)
        // The sum of both is always enough, but for the `//` and `/.` that are made here.
        return String(unsafeUninitializedCapacity: baseBytes.count + otherBytes.count + 5) { buffer in
          var writer = ByteWriter(buffer)
          Self.resolve(other, against: base, into: &writer, &result)
          return writer.count
        }
      }
    }
    let resolved = URIReference(unchecked: text, layout: result)
    return resolved.hasAmbiguousPath ? resolved.disambiguated() : resolved
  }

  private struct Part {
    let bytes: UnsafeBufferPointer<UInt8>
    let layout: URILayout
  }

  private static func resolve(
    _ other: Part,
    against base: Part,
    into writer: inout ByteWriter,
    _ result: inout URILayout
  ) {
    let takesAuthority = other.layout.schemeEnd >= 0 || other.layout.authorityStart >= 0
    let takesPath = takesAuthority || !other.layout.path.isEmpty
    let schemeSource = other.layout.schemeEnd >= 0 ? other : base
    let authoritySource = takesAuthority ? other : base
    if let scheme = schemeSource.layout.scheme {
      writer.append(schemeSource.bytes[scheme])
      result.schemeEnd = Int32(writer.count)
      writer.append(UInt8(ascii: ":"))
    }
    if let authority = authoritySource.layout.authority {
      writer.append(UInt8(ascii: "/"))
      writer.append(UInt8(ascii: "/"))
      result.copyAuthority(of: authoritySource.layout, at: writer.count)
      writer.append(authoritySource.bytes[authority])
    }
    result.pathStart = Int32(writer.count)
    if takesPath {
      let path = other.bytes[other.layout.path]
      if !takesAuthority, path.first != UInt8(ascii: "/") { appendMergePrefix(of: base, to: &writer) }
      writer.append(path)
      writer.removeDotSegments(from: Int(result.pathStart))
    } else {
      writer.append(base.bytes[base.layout.path])
    }
    result.pathEnd = Int32(writer.count)
    let querySource = takesPath || other.layout.hasQuery ? other : base
    if let query = querySource.layout.query {
      writer.append(UInt8(ascii: "?"))
      writer.append(querySource.bytes[query])
    }
    if let fragment = other.layout.fragment {
      writer.append(UInt8(ascii: "#"))
      result.fragmentStart = Int32(writer.count)
      writer.append(other.bytes[fragment])
    }
    result.end = Int32(writer.count)
  }

  /// RFC 3986 §5.2.3: all of the base's path up to its last slash.
  private static func appendMergePrefix(of base: Part, to writer: inout ByteWriter) {
    if base.layout.authorityStart >= 0, base.layout.path.isEmpty { return writer.append(UInt8(ascii: "/")) }
    var end = Int(base.layout.pathEnd)
    while end > Int(base.layout.pathStart), base.bytes[end - 1] != UInt8(ascii: "/") { end -= 1 }
    writer.append(base.bytes[Int(base.layout.pathStart)..<end])
  }

  /// Whether, without an authority, the path would be read as one.
  private var hasAmbiguousPath: Bool {
    layout.authorityStart < 0 && path.utf8.starts(with: "//".utf8)
  }

  private func disambiguated() -> URIReference {
    var result = layout
    let start = Int(layout.pathStart)
    let text = string.utf8Slice(0..<start) + "/." + string.utf8Slice(start..<Int(layout.end))
    result.pathEnd += 2
    result.end += 2
    if result.fragmentStart >= 0 { result.fragmentStart += 2 }
    return URIReference(unchecked: String(text), layout: result)
  }
}

extension URILayout {
  /// Takes over the places of another layout's authority, moved to begin at `start`.
  mutating func copyAuthority(of other: URILayout, at start: Int) {
    let shift = Int32(start) - other.authorityStart
    authorityStart = Int32(start)
    userInfoEnd = other.userInfoEnd < 0 ? -1 : other.userInfoEnd + shift
    hostEnd = other.hostEnd + shift
    portStart = other.portStart < 0 ? -1 : other.portStart + shift
  }
}
