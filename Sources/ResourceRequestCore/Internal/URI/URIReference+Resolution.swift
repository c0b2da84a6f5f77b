// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

extension URIReference {
  /// Resolves a reference against this base (RFC 3986 §5.2, the strict algorithm).
  ///
  /// One string is built, and its layout comes out of building it; nothing is scanned again.
  func resolving(_ reference: URIReference) -> URIReference {
    let other = reference.layout
    let takesAuthority = other.schemeEnd >= 0 || other.authorityStart >= 0
    let takesPath = takesAuthority || !other.path.isEmpty
    let schemeSource = other.schemeEnd >= 0 ? reference : self
    let authoritySource = takesAuthority ? reference : self
    var result = URILayout()
    // The sum of both is always enough, but for `//` and `/.` that are made here.
    let capacity = string.utf8.count + reference.string.utf8.count + 5
    let text = String(unsafeUninitializedCapacity: capacity) { buffer in
      var writer = ByteWriter(buffer)
      if let scheme = schemeSource.layout.scheme {
        writer.append(schemeSource.string.utf8Slice(scheme))
        result.schemeEnd = Int32(writer.count)
        writer.append(UInt8(ascii: ":"))
      }
      if let authority = authoritySource.layout.authority {
        writer.append(UInt8(ascii: "/"))
        writer.append(UInt8(ascii: "/"))
        result.copyAuthority(of: authoritySource.layout, at: writer.count)
        writer.append(authoritySource.string.utf8Slice(authority))
      }
      result.pathStart = Int32(writer.count)
      if takesPath {
        if !takesAuthority, !reference.path.utf8.starts(with: "/".utf8) { appendMergePrefix(to: &writer) }
        writer.append(reference.path)
        writer.removeDotSegments(from: Int(result.pathStart))
      } else {
        writer.append(path)
      }
      result.pathEnd = Int32(writer.count)
      let querySource = takesPath || other.hasQuery ? reference : self
      if let query = querySource.layout.query {
        writer.append(UInt8(ascii: "?"))
        writer.append(querySource.string.utf8Slice(query))
      }
      if let fragment = other.fragment {
        writer.append(UInt8(ascii: "#"))
        result.fragmentStart = Int32(writer.count)
        writer.append(reference.string.utf8Slice(fragment))
      }
      result.end = Int32(writer.count)
      return writer.count
    }
    let resolved = URIReference(unchecked: text, layout: result)
    return resolved.hasAmbiguousPath ? resolved.disambiguated() : resolved
  }

  /// RFC 3986 §5.2.3: all of the base's path up to its last slash.
  private func appendMergePrefix(to writer: inout ByteWriter) {
    if layout.authorityStart >= 0, layout.path.isEmpty {
      writer.append(UInt8(ascii: "/"))
    } else if let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) {
      writer.append(path[...slash])
    }
  }

  /// Whether, without an authority, the path would read as one.
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
