// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestCore

/// What a response says of an upload (draft-ietf-httpbis-resumable-upload §4 and §5).
struct UploadHead: Hashable {
  /// The status.
  var status: Status
  /// How many bytes the server has: `Upload-Offset`.
  var offset: Int?
  /// Whether the server has all: `Upload-Complete`.
  var isComplete: Bool?
  /// How many there are to be: `Upload-Length`.
  var length: Int?
  /// The server's limits: `Upload-Limit`.
  var limits: UploadLimits?
  /// The upload resource: `Location`, where it leads to an http or https URL.
  var location: ResourceURL?
  /// The URL whose server says so.
  var source: ResourceURL
  /// Whether a problem of the protocol's own is described, which asking for the offset resolves.
  var isAboutOffset = false
}

extension UploadHead {
  init(_ status: Status, _ headers: Headers, from source: ResourceURL) {
    self.init(status: status, source: source)
    offset = UploadHead.integer(headers, "Upload-Offset")
    length = UploadHead.integer(headers, "Upload-Length")
    isComplete = UploadHead.item(headers, "Upload-Complete").flatMap { item in
      item.hasSameBytes(as: "?1") ? true : item.hasSameBytes(as: "?0") ? false : nil
    }
    limits = UploadLimits(headers)
    let places = headers.values(for: "Location")
    guard places.count == 1, let place = places.first, !place.isEmpty else { return }
    location = (try? source.resolving(asWritten: place))?.removingUserInfo().removingFragment()
  }

  init(_ response: ResourceResponse) {
    self.init(response.status, response.headers, from: response.url)
    let type = response.problem?.type ?? ""
    isAboutOffset =
      response.status == 409
      || ["mismatching-upload-offset", "completed-upload"].contains { type.ends(withBytesOf: "problem-types#" + $0) }
  }

  /// Whether the server may do later what it does not do now.
  var isPassing: Bool { status.isServerError || Status.retryableStatuses.contains(status) }

  /// The value of an Item (RFC 9651 §3.3), without its parameters; `nil` where there is none or are several.
  private static func item(_ headers: Headers, _ name: String) -> Substring? {
    let values = headers.values(for: name)
    guard values.count == 1, let value = values.first else { return nil }
    return value.cut(atByte: ";").head.trimmingBlanks()
  }

  /// A non-negative Integer (RFC 9651 §3.3.1): up to 15 digits.
  private static func integer(_ headers: Headers, _ name: String) -> Int? {
    item(headers, name).flatMap { $0.utf8.count <= 15 ? DecimalDigits.value($0.utf8) : nil }
  }
}

/// The limits of a server for one upload (draft-ietf-httpbis-resumable-upload §4.1.4).
struct UploadLimits: Hashable {
  /// The longest representation it takes.
  var size: Int?
  /// The most bytes it takes in one request.
  var append: Int?
}

extension UploadLimits {
  /// `nil` where the field is missing or broken, which is to be ignored as a whole.
  init?(_ headers: Headers) {
    self.init()
    let lines = headers.values(for: "Upload-Limit")
    guard !lines.isEmpty else { return nil }
    for member in FieldList.split(lines: lines) {
      let (key, value) = member.cut(atByte: "=")
      let number = value.flatMap { DecimalDigits.value($0.cut(atByte: ";").head.utf8) }
      switch key {
      case _ where key.hasSameBytes(as: "max-size"):
        guard let number else { return nil }
        size = number
      case _ where key.hasSameBytes(as: "max-append-size"):
        guard let number else { return nil }
        append = number
      case _ where ["min-size", "min-append-size", "max-age"].contains { key.hasSameBytes(as: $0) }:
        guard number != nil else { return nil }
      default:
        break
      }
    }
  }
}
