// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// A character set, which converts text to bytes and bytes to text.
///
/// The set of charsets is open. Use a constant, or look a label up with ``init(label:)``, which knows the names and
/// aliases of the WHATWG Encoding standard and the UTF-32 family.
public struct Charset: Sendable, Hashable, CustomStringConvertible {
  /// The name as in a `charset` parameter, in lower case: `utf-8`.
  public let name: String
  let coding: CharacterCoding

  init(name: String, coding: CharacterCoding) {
    self.name = name
    self.coding = coding
  }

  /// Finds a charset by one of its labels, ignoring case and surrounding whitespace.
  ///
  /// As in browsers, bytes labelled `iso-8859-1`, `us-ascii`, `iso-8859-9` and `tis-620` are read by the Windows
  /// superset of each; text is written in the narrower set. Shift_JIS, EUC-JP, ISO-2022-JP, Big5 and EUC-KR are read as
  /// the WHATWG Encoding standard says, by tables that the system's converter fills; GBK and GB18030 are read as that
  /// converter does.
  ///
  /// The result is `nil` for an unknown label.
  ///
  /// - Parameter label: a name or an alias, such as `UTF-8`, `latin1` or `sjis`.
  public init?(label: String) {
    guard let found = CharsetLabels.lookUp(label) else { return nil }
    self = Charset(name: found.name, coding: found.coding)
  }

  /// The ``name``.
  public var description: String { name }

  /// UTF-8.
  public static let utf8 = Charset(name: "utf-8", coding: .utf8)
  /// UTF-16, written in little-endian order after a byte order mark; read in the order of its mark, else little-endian.
  public static let utf16 = Charset(name: "utf-16", coding: .utf16(.little, mark: true))
  /// UTF-16 in little-endian order, written without a byte order mark.
  package static let utf16LittleEndian = Charset(name: "utf-16le", coding: .utf16(.little, mark: false))
  /// UTF-16 in big-endian order, written without a byte order mark.
  package static let utf16BigEndian = Charset(name: "utf-16be", coding: .utf16(.big, mark: false))
  /// UTF-32, written in little-endian order after a byte order mark; read in the order of its mark, else little-endian.
  package static let utf32 = Charset(name: "utf-32", coding: .utf32(.little, mark: true))
  /// UTF-32 in little-endian order, written without a byte order mark.
  package static let utf32LittleEndian = Charset(name: "utf-32le", coding: .utf32(.little, mark: false))
  /// UTF-32 in big-endian order, written without a byte order mark.
  package static let utf32BigEndian = Charset(name: "utf-32be", coding: .utf32(.big, mark: false))
  /// US-ASCII; read as windows-1252, as browsers do.
  public static let ascii = Charset(name: "us-ascii", coding: .singleByte(.windows1252, encodes: .ascii))
  /// ISO-8859-1; read as windows-1252, as browsers do.
  public static let isoLatin1 = Charset(name: "iso-8859-1", coding: .singleByte(.windows1252, encodes: .withoutC1))
  /// Windows' Western European set.
  public static let windows1252 = Charset(name: "windows-1252", coding: .singleByte(.windows1252, encodes: .all))
  /// Windows' Cyrillic set.
  package static let windows1251 = Charset(name: "windows-1251", coding: .singleByte(.windows1251, encodes: .all))
  /// Shift_JIS, in Microsoft's extension, through the system's converter.
  package static let shiftJIS = Charset(name: "shift_jis", coding: .system(.shiftJIS))
  /// GB18030, through the system's converter.
  package static let gb18030 = Charset(name: "gb18030", coding: .system(.gb18030))
}
