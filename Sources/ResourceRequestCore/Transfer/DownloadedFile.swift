// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// A completed download.
public struct DownloadedFile: Sendable, Hashable {
  /// The path of the file.
  public let path: String
  /// The head of the response that completed it.
  public let head: ResponseHead
  /// The length of the file in bytes.
  public let size: Int
  /// How many bytes an earlier download had left.
  public let resumedFrom: Int
  /// The name the server offers for it (RFC 6266), made harmless: without separators, leading dots and control
  /// characters.
  ///
  /// It is an offer; nothing was written under it.
  public var suggestedName: String? { head.headers["Content-Disposition"].flatMap { ContentDisposition.fileName($0) } }
}
