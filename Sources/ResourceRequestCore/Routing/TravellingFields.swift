// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Which fields of a request go on when a redirect leads to another origin.
///
/// A list of those known to be harmless: which of the others show who asks, nobody but the caller knows.
enum TravellingFields {
  /// Whether a field goes on that is not the body's.
  static func cross(origins name: String, allowed: [String]) -> Bool {
    guard !FieldCharacters.equalNames(name, "Host") else { return false }
    return (harmless + ofBody + allowed).contains { FieldCharacters.equalNames(name, $0) }
  }

  /// Whether a field describes the body as it went out.
  static func describeBody(_ name: String) -> Bool {
    ["Content-Type", "Trailer"].contains { FieldCharacters.equalNames(name, $0) }
  }

  /// What is asked for and how, and the conditional fields (RFC 9110 §13.1).
  ///
  /// Not the context of a trace: whoever is there takes no part in it (W3C Trace Context §3.5).
  private static let harmless = [
    "Accept", "Accept-Charset", "Accept-Encoding", "Accept-Language", "Cache-Control", "Pragma", "User-Agent", "Range",
    "If-Match", "If-None-Match", "If-Modified-Since", "If-Unmodified-Since", "If-Range", "Last-Event-ID", "Prefer",
    "Priority",
  ]

  /// The fields that describe a body, and go where it goes.
  static let ofBody = [
    "Content-Type", "Content-Encoding", "Content-Language", "Content-Location", "Content-Disposition", "Content-MD5",
    "Content-Digest", "Repr-Digest", "Digest", "Trailer", "Upload-Complete", "Upload-Offset", "Upload-Length",
    "Upload-Draft-Interop-Version",
  ]
}
