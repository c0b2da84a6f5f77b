// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension JSONDecodingOptions {
  /// Foundation's decoder with the same strategies, for texts that are rare: JSON5, UTF-16, gigabytes.
  func makeFoundationDecoder() -> JSONDecoder {
    let decoder = JSONDecoder()
    decoder.allowsJSON5 = allowsJSON5
    decoder.userInfo = userInfo
    decoder.dateDecodingStrategy =
      switch dates {
      case .deferredToDate: .deferredToDate
      case .secondsSince1970: .secondsSince1970
      case .millisecondsSince1970: .millisecondsSince1970
      case .iso8601: .iso8601
      case .custom(let decode): .custom(decode)
      }
    decoder.dataDecodingStrategy =
      switch bytes {
      case .deferredToData: .deferredToData
      case .base64: .base64
      case .custom(let decode): .custom(decode)
      }
    if case .strings(let positive, let negative, let nan) = nonConformingFloats {
      decoder.nonConformingFloatDecodingStrategy = .convertFromString(
        positiveInfinity: positive,
        negativeInfinity: negative,
        nan: nan
      )
    }
    decoder.keyDecodingStrategy =
      switch keys {
      case .useDefaultKeys: .useDefaultKeys
      case .convertFromSnakeCase: .convertFromSnakeCase
      case .custom(let convert): .custom(convert)
      }
    return decoder
  }
}
