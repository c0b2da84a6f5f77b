// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestPlatform
import ResourceRequestSyntax

extension JSONDocument {
  func date(at place: Int) throws -> Date {
    if isNull(at: place) { throw mismatch(Date.self, at: place) }
    switch options.dates {
    case .deferredToDate:
      return Date(timeIntervalSinceReferenceDate: try double(at: place))
    case .secondsSince1970:
      return Date(timeIntervalSince1970: try double(at: place))
    case .millisecondsSince1970:
      return Date(timeIntervalSince1970: try double(at: place) / 1000)
    case .iso8601:
      let text = try string(at: place)
      guard let seconds = Timestamp.seconds(of: text.utf8) else {
        throw DecodingError.dataCorrupted(context("Expected date string to be ISO8601-formatted.", place))
      }
      return Date(timeIntervalSince1970: seconds)
    case .custom(let decode):
      return try decode(JSONValueDecoder(document: self, place: place))
    #if canImport(Darwin)
      case .formatted(let formatter):
        guard let date = formatter.date(from: try string(at: place)) else {
          throw DecodingError.dataCorrupted(context("Date string does not match format expected by formatter.", place))
        }
        return date
    #endif
    @unknown default:
      throw DecodingError.dataCorrupted(context("The strategy for dates is not known.", place))
    }
  }

  func data(at place: Int) throws -> Data {
    if isNull(at: place) { throw mismatch(Data.self, at: place) }
    switch options.bytes {
    case .deferredToData:
      return try Data(from: JSONValueDecoder(document: self, place: place))
    case .base64:
      guard let data = Data(base64Encoded: try string(at: place)) else {
        throw DecodingError.dataCorrupted(context("Encountered Data is not valid Base64.", place))
      }
      return data
    case .custom(let decode):
      return try decode(JSONValueDecoder(document: self, place: place))
    @unknown default:
      throw DecodingError.dataCorrupted(context("The strategy for data is not known.", place))
    }
  }

  func url(at place: Int) throws -> URL {
    if isNull(at: place) { throw mismatch(URL.self, at: place) }
    guard let url = URL(string: try string(at: place)) else {
      throw DecodingError.dataCorrupted(context("Invalid URL string.", place))
    }
    return url
  }

  func decimal(at place: Int) throws -> Decimal {
    let entry = entries[place]
    guard entry.isKind(.integer) || entry.isKind(.fraction) else { throw mismatch(Decimal.self, at: place) }
    let text = JSONStringText.plain(text + Int(entry.offset), entry.length)
    guard let decimal = Decimal(string: text), !decimal.isNaN else { throw unfit(Decimal.self, at: place) }
    return decimal
  }
}
