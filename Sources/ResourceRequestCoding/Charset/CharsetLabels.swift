// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestSyntax

/// The labels of charsets: the alias table of the WHATWG Encoding standard (§4.2), and UTF-32 beside it.
///
/// Three differences. The labels of ISO-8859-1, US-ASCII, ISO-8859-9 and ISO-8859-11 keep names of their own: they are
/// read by the Windows sets, as the standard has it, but text is never written with characters their names do not
/// promise. The standard's `replacement` labels (`hz-gb-2312`, `iso-2022-kr` …) and `x-user-defined` are unknown here.
package enum CharsetLabels {
  /// The charset of a label, whatever its case and the whitespace around it.
  package static func lookUp(_ label: String) -> (name: String, coding: CharacterCoding)? {
    if FieldCharacters.equalNames(label, "utf-8") { return (name: "utf-8", coding: .utf8) }
    let isSpace: (UInt8) -> Bool = { FieldSyntax.isWhitespace($0) || $0 == 0x0C }
    let start = label.utf8.drop(while: isSpace)
    let length = start.reversed().drop(while: isSpace).count
    guard let key = String(start.prefix(length))?.lowercasedASCII(), let row = index[key] else { return nil }
    return (name: rows[row].name, coding: rows[row].coding)
  }

  private static let index: [String: Int] = {
    var index: [String: Int] = [:]
    for (number, row) in rows.enumerated() {
      index[row.name] = number
      for alias in row.aliases.split(separator: " ") { index[String(alias)] = number }
    }
    return index
  }()

  private typealias Row = (name: String, coding: CharacterCoding, aliases: String)

  private static let rows: [Row] = unicode + iso + windows + others + eastAsian

  private static let unicode: [Row] = [
    ("utf-8", .utf8, "unicode-1-1-utf-8 unicode11utf8 unicode20utf8 utf8 x-unicode20utf8"),
    ("utf-16", .utf16(.little, mark: true), "csunicode iso-10646-ucs-2 ucs-2 unicode"),
    ("utf-16le", .utf16(.little, mark: false), "unicodefeff"),
    ("utf-16be", .utf16(.big, mark: false), "unicodefffe"),
    ("utf-32", .utf32(.little, mark: true), "iso-10646-ucs-4 ucs-4 csucs4 csutf32"),
    ("utf-32le", .utf32(.little, mark: false), "csutf32le"),
    ("utf-32be", .utf32(.big, mark: false), "csutf32be"),
  ]

  private static let iso: [Row] = [
    ("us-ascii", .singleByte(.windows1252, encodes: .ascii), "ansi_x3.4-1968 ascii"),
    (
      "iso-8859-1", .singleByte(.windows1252, encodes: .withoutC1),
      "cp819 csisolatin1 ibm819 iso-ir-100 iso8859-1 iso88591 iso_8859-1 iso_8859-1:1987 l1 latin1"
    ),
    (
      "iso-8859-2", .singleByte(.iso2, encodes: .all),
      "csisolatin2 iso-ir-101 iso8859-2 iso88592 iso_8859-2 iso_8859-2:1987 l2 latin2"
    ),
    (
      "iso-8859-3", .singleByte(.iso3, encodes: .all),
      "csisolatin3 iso-ir-109 iso8859-3 iso88593 iso_8859-3 iso_8859-3:1988 l3 latin3"
    ),
    (
      "iso-8859-4", .singleByte(.iso4, encodes: .all),
      "csisolatin4 iso-ir-110 iso8859-4 iso88594 iso_8859-4 iso_8859-4:1988 l4 latin4"
    ),
    (
      "iso-8859-5", .singleByte(.iso5, encodes: .all),
      "csisolatincyrillic cyrillic iso-ir-144 iso8859-5 iso88595 iso_8859-5 iso_8859-5:1988"
    ),
    (
      "iso-8859-6", .singleByte(.iso6, encodes: .all),
      """
      arabic asmo-708 csiso88596e csiso88596i csisolatinarabic ecma-114 iso-8859-6-e iso-8859-6-i iso-ir-127 iso8859-6 \
      iso88596 iso_8859-6 iso_8859-6:1987
      """
    ),
    (
      "iso-8859-7", .singleByte(.iso7, encodes: .all),
      """
      csisolatingreek ecma-118 elot_928 greek greek8 iso-ir-126 iso8859-7 iso88597 iso_8859-7 iso_8859-7:1987 \
      sun_eu_greek
      """
    ),
    (
      "iso-8859-8", .singleByte(.iso8, encodes: .all),
      """
      csiso88598e csisolatinhebrew hebrew iso-8859-8-e iso-ir-138 iso8859-8 iso88598 iso_8859-8 iso_8859-8:1988 visual
      """
    ),
    ("iso-8859-8-i", .singleByte(.iso8, encodes: .all), "csiso88598i logical"),
    (
      "iso-8859-9", .singleByte(.windows1254, encodes: .withoutC1),
      "csisolatin5 iso-ir-148 iso8859-9 iso88599 iso_8859-9 iso_8859-9:1989 l5 latin5"
    ),
    ("iso-8859-10", .singleByte(.iso10, encodes: .all), "csisolatin6 iso-ir-157 iso8859-10 iso885910 l6 latin6"),
    ("iso-8859-11", .singleByte(.windows874, encodes: .withoutC1), "iso8859-11 iso885911 tis-620"),
    ("iso-8859-13", .singleByte(.iso13, encodes: .all), "iso8859-13 iso885913"),
    ("iso-8859-14", .singleByte(.iso14, encodes: .all), "iso8859-14 iso885914"),
    ("iso-8859-15", .singleByte(.iso15, encodes: .all), "csisolatin9 iso8859-15 iso885915 iso_8859-15 l9"),
    ("iso-8859-16", .singleByte(.iso16, encodes: .all), ""),
  ]

  private static let windows: [Row] = [
    ("windows-874", .singleByte(.windows874, encodes: .all), "dos-874"),
    ("windows-1250", .singleByte(.windows1250, encodes: .all), "cp1250 x-cp1250"),
    ("windows-1251", .singleByte(.windows1251, encodes: .all), "cp1251 x-cp1251"),
    ("windows-1252", .singleByte(.windows1252, encodes: .all), "cp1252 x-cp1252"),
    ("windows-1253", .singleByte(.windows1253, encodes: .all), "cp1253 x-cp1253"),
    ("windows-1254", .singleByte(.windows1254, encodes: .all), "cp1254 x-cp1254"),
    ("windows-1255", .singleByte(.windows1255, encodes: .all), "cp1255 x-cp1255"),
    ("windows-1256", .singleByte(.windows1256, encodes: .all), "cp1256 x-cp1256"),
    ("windows-1257", .singleByte(.windows1257, encodes: .all), "cp1257 x-cp1257"),
    ("windows-1258", .singleByte(.windows1258, encodes: .all), "cp1258 x-cp1258"),
  ]

  private static let others: [Row] = [
    ("ibm866", .singleByte(.ibm866, encodes: .all), "866 cp866 csibm866"),
    ("koi8-r", .singleByte(.koi8R, encodes: .all), "cskoi8r koi koi8 koi8_r"),
    ("koi8-u", .singleByte(.koi8U, encodes: .all), "koi8-ru"),
    ("macintosh", .singleByte(.macintosh, encodes: .all), "csmacintosh mac x-mac-roman"),
    ("x-mac-cyrillic", .singleByte(.macCyrillic, encodes: .all), "x-mac-ukrainian"),
  ]

  private static let eastAsian: [Row] = [
    ("gbk", .system(.gbk), "chinese csgb2312 csiso58gb231280 gb2312 gb_2312 gb_2312-80 iso-ir-58 x-gbk"),
    ("gb18030", .system(.gb18030), ""),
    ("big5", .system(.big5), "big5-hkscs cn-big5 csbig5 x-x-big5"),
    ("euc-jp", .system(.eucJP), "cseucpkdfmtjapanese x-euc-jp"),
    ("iso-2022-jp", .system(.iso2022JP), "csiso2022jp"),
    ("shift_jis", .system(.shiftJIS), "csshiftjis ms932 ms_kanji shift-jis sjis windows-31j x-sjis"),
    (
      "euc-kr", .system(.eucKR),
      "cseuckr csksc56011987 iso-ir-149 korean ks_c_5601-1987 ks_c_5601-1989 ksc5601 ksc_5601 windows-949"
    ),
  ]
}
