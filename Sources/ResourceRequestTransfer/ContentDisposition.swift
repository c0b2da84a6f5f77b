// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestCore
import ResourceRequestPlatform

/// The file name of the `Content-Disposition` field (RFC 6266), with RFC 8187's encoding.
enum ContentDisposition {
  /// The sanitized name; `nil` if nothing is left.
  static func fileName(_ value: String) -> String? {
    var scanner = FieldScanner(value)
    let parameters = FieldParameters.read(from: &scanner, withBlanksAroundEquals: true)
    let extended = parameters.first { $0.name == "filename*" }.flatMap { ExtendedValue.decode($0.value) }
    let plain = parameters.first { $0.name == "filename" }?.value
    return (extended ?? plain).flatMap(harmless)
  }

  /// The last path component, without characters that could change the path, hide the file or confuse a terminal.
  ///
  /// Compared by scalars: a slash or a dot counts whatever follows it.
  private static func harmless(_ name: String) -> String? {
    let last = name.split(omittingEmpty: true) { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "\\") }.last ?? ""
    // A combining mark would combine with the slash of a path.
    let visible = last.unicodeScalars.filter { !isControl($0) }.drop { isDotOrBlank($0) || $0.isMark }
    var text = String.UnicodeScalarView()
    var length = 0
    for scalar in visible {
      length += UTF8.width(scalar)
      if length > 255 { break }
      text.append(scalar)
    }
    while let last = text.last, isDotOrBlank(last) { text.removeLast() }
    return text.isEmpty ? nil : String(text)
  }

  /// Control and format characters: line ends, joiners, and directional controls.
  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned: true
    default: false
    }
  }

  private static func isDotOrBlank(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "." || scalar.properties.isWhitespace
  }
}
