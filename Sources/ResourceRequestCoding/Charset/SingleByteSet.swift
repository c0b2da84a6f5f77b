// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// The sets that have a table.
///
/// Windows-1252 and its relatives also stand for the ISO sets that they extend.
package enum SingleByteSet: Sendable, Hashable {
  case iso2, iso3, iso4, iso5, iso6, iso7, iso8, iso10, iso13, iso14, iso15, iso16
  case windows874, windows1250, windows1251, windows1252, windows1253
  case windows1254, windows1255, windows1256, windows1257, windows1258
  case ibm866, koi8R, koi8U, macintosh, macCyrillic

  /// The set's table, created when it is first needed.
  var table: SingleByteTable {
    switch self {
    case .iso2: .iso2
    case .iso3: .iso3
    case .iso4: .iso4
    case .iso5: .iso5
    case .iso6: .iso6
    case .iso7: .iso7
    case .iso8: .iso8
    case .iso10: .iso10
    case .iso13: .iso13
    case .iso14: .iso14
    case .iso15: .iso15
    case .iso16: .iso16
    case .windows874: .windows874
    case .windows1250: .windows1250
    case .windows1251: .windows1251
    case .windows1252: .windows1252
    case .windows1253: .windows1253
    case .windows1254: .windows1254
    case .windows1255: .windows1255
    case .windows1256: .windows1256
    case .windows1257: .windows1257
    case .windows1258: .windows1258
    case .ibm866: .ibm866
    case .koi8R: .koi8R
    case .koi8U: .koi8U
    case .macintosh: .macintosh
    case .macCyrillic: .macCyrillic
    }
  }
}
