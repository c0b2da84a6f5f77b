// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Regular expressions for the texts that the decoder accepts, in the syntax that ECMA-262, Python and others share.
///
/// No pattern refuses a text that the decoder accepts; a pattern that cannot count or compare accepts more.
package enum TextPattern {
  /// A `${env:…}` or `${file:…}` anywhere in a text.
  static let reference = #"\$\{(env:[A-Za-z_]|file:[^}])"#
  /// A time above zero.
  package static let time = #"(?=[0-9.]*[1-9])[0-9]+(\.[0-9]+)? ?(ms|s|m|h)"#
  /// A number of bytes above zero, with a unit or without.
  static let size = #"(?=[0-9.]*[1-9])[0-9]+(\.[0-9]+)?( ?(B|kB|KB|MB|GB|KiB|MiB|GiB))?"#
  /// From 0% to 100%.
  package static let percent = #"0*(100(\.0+)?|[0-9]{1,2}(\.[0-9]+)?)%"#
  /// Above 0%, to 100%.
  static let somePercent = "(?=[0-9.]*[1-9])" + percent
  /// Characters of a token (RFC 9110 §5.6.2).
  package static let token = "[A-Za-z0-9!#$%&'*+.^_`|~-]+"
  /// Characters that are allowed in a field: no control characters but the tab.
  static let sendable = #"[^\u0000-\u0008\u000A-\u001F\u007F]"#
  /// A percentile, from p1 to p99.
  static let percentile = "p0*[1-9][0-9]?"
  /// A host.
  static let host = #"([^\u0000-\u0020\u007F/?#@:\\\[\]]+|\[[0-9A-Fa-f:.]+\])"#
  /// A host, optionally with a port.
  package static let authority = host + "(:[0-9]*)?"
  /// A path that leads to the root.
  static let noPath = #"(/\.{0,2})*"#
  /// The beginning of a URL.
  package static let scheme = "[Hh][Tt][Tt][Pp][Ss]?://"

  /// An address that other addresses begin with.
  package static let server = "^\(scheme)\(authority)(/[^\\u0000-\\u0020\\u007F?#]*)?$"

  /// One of some names, in upper and lower case.
  static func anyCase(_ names: [String]) -> String {
    let parts = names.map { name in
      name.utf8.map { byte -> String in
        let upper = byte &- UInt8(ascii: "a") < 26 ? byte & ~0x20 : byte
        let (small, large) = (Unicode.Scalar(byte), Unicode.Scalar(upper))
        return upper == byte ? "\(small)" : "[\(large)\(small)]"
      }.joined()
    }
    return "(\(parts.joined(separator: "|")))"
  }
}
