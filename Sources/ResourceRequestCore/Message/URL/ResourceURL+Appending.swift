// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

extension ResourceURL {
  /// The URL of a resource below this URL: the path is appended with exactly one `/` between.
  ///
  /// This URL's query comes before the other. The user information is kept; a fragment is dropped, since it is never
  /// sent. The path is already expanded and encoded, except that characters outside ASCII are encoded here. An empty
  /// path adds nothing, not even a slash.
  func appending(path: some StringProtocol, query: some StringProtocol) throws(Invalid) -> ResourceURL {
    guard path.utf8.count <= URILayout.maximumLength, query.utf8.count <= URILayout.maximumLength else {
      throw Invalid(.init(.tooLong, at: 0))
    }
    if DotSegments.climbsOut(path) { throw Invalid("its dot segments lead out of the base URL") }
    var result = layout
    result.fragmentStart = -1
    let fault = path.withUTF8Bytes(Self.fault(inPath:)) ?? query.withUTF8Bytes(Self.fault(inQuery:))
    if let fault { throw fault }
    let capacity = string.utf8.count + 3 * (path.utf8.count + query.utf8.count) + 3
    let text = String(unsafeUninitializedCapacity: capacity) { buffer in
      var writer = ByteWriter(buffer)
      writer.append(string.utf8Slice(0..<Int(layout.pathEnd)))
      if !path.isEmpty {
        path.withUTF8Bytes { bytes in
          let endsInSlash = buffer[writer.count - 1] == UInt8(ascii: "/")
          if !endsInSlash { writer.append(UInt8(ascii: "/")) }
          let skipped = bytes.first == UInt8(ascii: "/") ? 1 : 0
          PercentEncoding.append(UnsafeBufferPointer(rebasing: bytes[skipped...]), to: &writer, .visible)
        }
        writer.removeDotSegments(from: Int(layout.pathStart))
      }
      result.pathEnd = Int32(writer.count)
      let ownQuery = layout.query.map { string.utf8Slice($0) }
      if ownQuery != nil || !query.isEmpty { writer.append(UInt8(ascii: "?")) }
      if let ownQuery { writer.append(ownQuery) }
      if !query.isEmpty {
        if let separator = RequestParameters.separator(after: ownQuery) { writer.append(separator) }
        query.withUTF8Bytes { PercentEncoding.append($0, to: &writer, .visible) }
      }
      result.end = Int32(writer.count)
      return writer.count
    }
    guard text.utf8.count <= URILayout.maximumLength else { throw Invalid(.init(.tooLong, at: 0)) }
    return ResourceURL(unchecked: text, layout: result, origin: origin)
  }

  private static func fault(inPath bytes: UnsafeBufferPointer<UInt8>) -> Invalid? {
    for (index, byte) in bytes.enumerated() {
      if byte == UInt8(ascii: "?") || byte == UInt8(ascii: "#") {
        return Invalid("a ? or # does not belong in a path; percent-encode it", at: index)
      }
      if let reason = reason(byte) { return Invalid(.init(reason, at: index)) }
    }
    return nil
  }

  private static func fault(inQuery bytes: UnsafeBufferPointer<UInt8>) -> Invalid? {
    for (index, byte) in bytes.enumerated() {
      if byte == UInt8(ascii: "#") { return Invalid("a # does not belong in a query; write %23", at: index) }
      if let reason = reason(byte) { return Invalid(.init(reason, at: index)) }
    }
    return nil
  }

  private static func reason(_ byte: UInt8) -> URIReference.Invalid.Reason? {
    switch byte {
    case UInt8(ascii: "\\"): .backslash
    case UInt8(ascii: " "): .space
    case 0..<0x20, 0x7F: .controlCharacter
    default: nil
    }
  }
}
