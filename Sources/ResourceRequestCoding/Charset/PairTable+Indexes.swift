// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// The indexes of the WHATWG Encoding standard (§5), created when they are first needed; `nil` if the system has no
/// converter for the set.
extension PairTable {
  /// JIS X 0208 with NEC's and IBM's extensions, as Shift_JIS counts it: 188 places a lead byte, so two of its rows.
  static let jis0208 = PairTable(from: SystemSet.shiftJIS.decoders, count: 60 * 188) { pointer in
    let (lead, trail) = pointer.quotientAndRemainder(dividingBy: 188)
    return [UInt8(lead + (lead < 0x1F ? 0x81 : 0xC1)), UInt8(trail + (trail < 0x3F ? 0x40 : 0x41))]
  }

  /// JIS X 0212, 94 positions a lead byte; the rows after the last are a vendor's.
  static let jis0212: PairTable? = {
    var table = PairTable(from: SystemSet.eucJP.decoders, count: 77 * 94) { pointer in
      [0x8F, UInt8(0xA1 + pointer / 94), UInt8(0xA1 + pointer % 94)]
    }
    // The broken bar, which Microsoft maps to a full-width one.
    table?.correct(0x01 * 94 + 0x22, to: 0xA6)
    return table
  }()

  /// Unified Hangul Code, 190 places a lead byte.
  static let eucKR = PairTable(from: SystemSet.eucKR.decoders, count: 126 * 190) { pointer in
    [UInt8(0x81 + pointer / 190), UInt8(0x41 + pointer % 190)]
  }

  /// Big5 with the Hong Kong supplement, 157 places a lead byte.
  static let big5: PairTable? = {
    var table = PairTable(from: SystemSet.big5.decoders, count: 126 * 157, or: "BIG5") { pointer in
      let trail = pointer % 157
      return [UInt8(0x81 + pointer / 157), UInt8(trail + (trail < 0x3F ? 0x40 : 0x62))]
    }
    // Not in the standard's index.
    for codes in [0xC8A5...0xC8CC, 0xC8F2...0xC8F4] as [ClosedRange<UInt16>] {
      for code in codes { table?.correct(big5Pointer(code), to: 0) }
    }
    for (code, character) in zip(big5Codes, big5Characters.unicodeScalars) {
      table?.correct(big5Pointer(code), to: character.value)
    }
    return table
  }()

  private static func big5Pointer(_ code: UInt16) -> Int {
    let trail = Int(code & 0xFF)
    return (Int(code >> 8) - 0x81) * 157 + trail - (trail < 0x7F ? 0x40 : 0x62)
  }

  /// Codes that the supplement unified with others, or that Glibc reads as plain Big5 does, with the characters at the
  /// same places of ``big5Characters``.
  private static let big5Codes: [UInt16] = [
    0x8E69, 0x8E6F, 0x8E7E, 0x8EAB, 0x8EB4, 0x8ECD, 0x8ED0, 0x8F57, 0x8F69, 0x8F6E, 0x8FCB, 0x8FCC, 0x8FFE, 0x906D,
    0x907A, 0x90DC, 0x90F1, 0x91BF, 0x9244, 0x92AF, 0x92B0, 0x92B1, 0x92B2, 0x92C8, 0x92D1, 0x9447, 0x94CA, 0x95D9,
    0x9644, 0x96ED, 0x96FC, 0x9B76, 0x9B78, 0x9B7B, 0x9BC6, 0x9BDE, 0x9BEC, 0x9BF6, 0x9C42, 0x9C53, 0x9C62, 0x9C68,
    0x9C6B, 0x9C77, 0x9CBC, 0x9CBD, 0x9CD0, 0x9D57, 0x9D5A, 0x9DC4, 0x9EA9, 0x9EEF, 0x9EFD, 0x9F60, 0x9F66, 0x9FCB,
    0x9FD8, 0xA063, 0xA077, 0xA0D5, 0xA0DF, 0xA0E4, 0xA145, 0xA14E, 0xA1C2, 0xA1E3, 0xA1F2, 0xA1F3, 0xA241, 0xA242,
    0xA244, 0xA246, 0xA247, 0xA3C0, 0xA3C1, 0xA3C2, 0xA3C3, 0xA3C4, 0xA3C5, 0xA3C6, 0xA3C7, 0xA3C8, 0xA3C9, 0xA3CA,
    0xA3CB, 0xA3CC, 0xA3CD, 0xA3CE, 0xA3CF, 0xA3D0, 0xA3D1, 0xA3D2, 0xA3D3, 0xA3D4, 0xA3D5, 0xA3D6, 0xA3D7, 0xA3D8,
    0xA3D9, 0xA3DA, 0xA3DB, 0xA3DC, 0xA3DD, 0xA3DE, 0xA3DF, 0xA3E0, 0xC6CF, 0xC6D3, 0xC6D5, 0xC6D7, 0xC6DE, 0xC6DF,
    0xFA5F, 0xFA66, 0xFABD, 0xFAC5, 0xFAD5, 0xFB48, 0xFBB8, 0xFBF3, 0xFBF9, 0xFC4F, 0xFC6C, 0xFCB9, 0xFCE2, 0xFCF1,
    0xFDB7, 0xFDB8, 0xFDBB, 0xFDF1, 0xFE52, 0xFE6F, 0xFEAA, 0xFEDD,
  ]
  private static let big5Characters = """
    箸簆糎緒縝者耨菁蒨萏覦覩起都銹靜響鼖蔃兙兛兝兞鍮瑹浧禛邗靝瀞嬨爁矗纇駖釔惞澶輶侻營鄄鷰菏尐\
    秣婧輋筑拐恢痹汊鬮鼗僭弌蠏拎瑨煢牐‧﹑¯～⊕⊙∕﹨￥￠￡␀␁␂␃␄␅␆␇␈␉␊␋␌␍␎␏␐\
    ␑␒␓␔␕␖␗␘␙␚␛␜␝␞␟␡廴无癶隶〃仝倩偽包卄卿嘅婷幵廐彘悤撐晴杞沜渝港煮猪瑜瓩砉
    """
}
