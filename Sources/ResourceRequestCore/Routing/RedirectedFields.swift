// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// The fields that a request keeps on a redirect to another origin.
///
/// An allowlist of harmless fields: only the caller knows which of the others are credentials.
enum RedirectedFields {
  /// Whether a field that does not describe the body is kept.
  static func cross(origins name: String, allowed: [String]) -> Bool {
    guard !FieldCharacters.equalNames(name, "Host") else { return false }
    return (harmless + ofBody + allowed).contains { FieldCharacters.equalNames(name, $0) }
  }

  /// Whether a field describes the body as sent.
  static func describeBody(_ name: String) -> Bool {
    ["Content-Type", "Trailer"].contains { FieldCharacters.equalNames(name, $0) }
  }

  /// Fields about what is requested and how, and conditional fields (RFC 9110 §13.1).
  ///
  /// Not the trace context: the other origin takes no part in the trace (W3C Trace Context §3.5).
  private static let harmless = [
    "Accept", "Accept-Charset", "Accept-Encoding", "Accept-Language", "Cache-Control", "Pragma", "User-Agent", "Range",
    "If-Match", "If-None-Match", "If-Modified-Since", "If-Unmodified-Since", "If-Range", "Last-Event-ID", "Prefer",
    "Priority",
  ]

  /// The fields that describe a body and are kept with it.
  static let ofBody = [
    "Content-Type", "Content-Encoding", "Content-Language", "Content-Location", "Content-Disposition", "Content-MD5",
    "Content-Digest", "Repr-Digest", "Digest", "Trailer", "Upload-Complete", "Upload-Offset", "Upload-Length",
    "Upload-Draft-Interop-Version",
  ]
}
