// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What is remembered of a download that may be resumed: kept beside the bytes, so that it outlives the process.
struct PartialDownload: Codable, Hashable {
  /// Where the bytes came from.
  let url: String
  /// The strong validator of the representation they are a part of (RFC 9110 §8.8.3).
  let validator: String
  /// The length of the whole, where the server said it.
  let total: Int?

  /// What to remember of an answer with the whole representation; `nil` where nothing tells one representation from the
  /// next for certain, so that a part of it could not be resumed.
  init?(url: String, status: Status, headers: Headers) {
    guard status == 200, let validator = headers["ETag"], PartialDownload.isStrong(validator) else { return nil }
    self.url = url
    self.validator = validator
    total = headers["Content-Length"].flatMap { Int($0) }
  }

  /// Whether a validator is a strong entity tag.
  static func isStrong(_ validator: String) -> Bool {
    validator.utf8.count >= 2 && validator.begins(withBytesOf: "\"") && validator.ends(withBytesOf: "\"")
  }
}

/// What to do with an answer to a download.
///
/// Pure.
enum DownloadDecision: Hashable {
  /// The body is the whole: it replaces what is there.
  case startOver
  /// The body goes behind what is there; the whole will be so long.
  case append(total: Int?)
  /// What is there is the whole.
  case complete
  /// What is there is of no use any more: ask again, for the whole.
  case askForWhole
  /// It is no answer with the representation in it.
  case refuse

  /// Decides.
  ///
  /// - Parameters:
  ///   - status: the answer's status.
  ///   - headers: the answer's fields.
  ///   - partial: what was remembered, where a part was asked for.
  ///   - size: how many bytes of it are there.
  /// - Returns: what to do.
  static func decide(_ status: Status, _ headers: Headers, partial: PartialDownload?, size: Int) -> DownloadDecision {
    guard let partial else { return status.isSuccessful && status != 206 ? .startOver : .refuse }
    let range = headers["Content-Range"].flatMap { ContentRange($0) }
    switch status {
    case 206:
      // A part of something else, or another part, would make a file that nobody ever had.
      guard let bytes = range?.bytes, bytes.lowerBound == size,
        headers["ETag"].map({ $0 == partial.validator }) ?? true,
        range?.total == nil || partial.total == nil || range?.total == partial.total
      else { return .askForWhole }
      return .append(total: range?.total)
    case 416:
      return range?.total == size && (partial.total ?? size) == size ? .complete : .askForWhole
    default:
      return status.isSuccessful ? .startOver : .refuse
    }
  }
}
