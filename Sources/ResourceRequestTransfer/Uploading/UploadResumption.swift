// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

public import ResourceRequestCore

/// How ``ResourceClient/upload(_:to:resume:type:progress:)`` resumes.
public struct UploadResumption: Sendable, Hashable {
  /// Where an interrupted upload is remembered, so that another process can resume it.
  public enum Record: Sendable, Hashable {
    /// Nowhere: the upload is resumed within the call only.
    case none
    /// Beside the file, as `file.upload.json`.
    case besideFile
    /// In this file.
    case file(String)

    /// The path of the record of a file's upload.
    func path(for file: String) -> String? {
      switch self {
      case .none: nil
      case .besideFile: file + ".upload.json"
      case .file(let path): path
      }
    }
  }

  /// How the server takes the rest of an upload.
  public enum Method: Sendable, Hashable {
    /// The IETF's "Resumable Uploads for HTTP" (draft-ietf-httpbis-resumable-upload, interop version 8).
    case resumableUploads
    /// PUT with `Content-Range` (RFC 9110 §14.5), for servers known to support it, such as Apache's `mod_dav`.
    ///
    /// The length of the server's representation (HEAD) is the number of bytes it has. They count as the beginning of
    /// the upload only if nothing was there before, or if the caller gives the offset (`from`). After the last part the
    /// length is checked again, since a server that ignores the field stores the part as the whole.
    ///
    /// For one writer at a time: the bytes of two uploads to one URL cannot be told apart, so two files of the same
    /// size that are uploaded at once can be mixed without an error.
    case contentRange(from: Int? = nil)
  }

  /// How the server takes the rest of an upload.
  public var method: Method
  /// Where an interrupted upload is remembered.
  public var record: Record
  /// How many interruptions one call resumes from.
  public var limit: Int
  /// How long to wait before asking the server where to resume.
  public var backoff: RetryBackoff
  /// Whether a request without content creates the upload resource before the file is sent.
  ///
  /// Costs a round trip. For servers known to support resumable uploads; needed if interim responses do not arrive, as
  /// through a proxy that drops them.
  public var createsEmpty: Bool
  /// The interop version of the draft, which the server must name too; `nil` for the future RFC, which has none.
  public var draftVersion: Int?

  /// Creates options; by default for 10 interruptions, with random waits whose limit doubles from 0.5 s to 30 s.
  public init(
    _ method: Method = .resumableUploads,
    record: Record = .none,
    limit: Int = 10,
    backoff: RetryBackoff = RetryBackoff(base: .milliseconds(500), max: .seconds(30)),
    createsEmpty: Bool = false,
    draftVersion: Int? = 8
  ) {
    self.method = method
    self.record = record
    self.limit = max(0, limit)
    self.backoff = backoff
    self.createsEmpty = createsEmpty
    self.draftVersion = draftVersion
  }

  /// Resumes within the call, and in a later one by what is remembered beside the file.
  public static let besideFile = UploadResumption(record: .besideFile)
}
