// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// A completed download.
public struct DownloadedFile: Sendable, Hashable {
  /// The path of the file.
  public let path: String
  /// The head of the response that completed it.
  public let head: ResponseHead
  /// The length of the file in bytes.
  public let size: Int
  /// The bytes that came from the partial file of an earlier download; 0 if the download started over.
  public let resumedFrom: Int
  /// The file name that the server suggests (RFC 6266), sanitized: without separators, leading dots and control
  /// characters.
  ///
  /// It is a suggestion only; nothing was written under this name.
  public var suggestedName: String? { head.headers["Content-Disposition"].flatMap { ContentDisposition.fileName($0) } }
}
