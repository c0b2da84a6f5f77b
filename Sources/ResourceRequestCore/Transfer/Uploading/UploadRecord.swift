// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// What is remembered of an upload, so that another process can go on: kept in a file for its owner's eyes, since the URL of
/// an upload resource lets everybody write there.
struct UploadRecord: Codable, Hashable, Sendable {
  /// The largest record that is read, in bytes.
  static let limit = 64 << 10

  /// A digest of the request.
  let request: String
  /// The file, as it was.
  let file: FileState
  /// The upload resource; `nil` where the upload resumes by `Content-Range`.
  let resource: String?
  /// Whether another origin had a say in it, so that no credentials go there.
  let isForeign: Bool

  /// Whether the upload resource is one that a server could have named for a request to this origin.
  ///
  /// Credentials go to the request's own origin only, and what is asked for by https goes nowhere without it.
  func leadsToUpload(of origin: Origin) -> Bool {
    guard let resource else { return true }
    guard let url = try? ResourceURL(resource), url.origin.isSecure || !origin.isSecure else { return false }
    return isForeign || url.origin == origin
  }

  /// What stands for a request: its method, and where it goes without what differs from one sending to the next.
  static func digest(of method: RequestMethod, to url: ResourceURL) -> String {
    SHA256.hexadecimal(of: method.name + " " + url.string)
  }
}
