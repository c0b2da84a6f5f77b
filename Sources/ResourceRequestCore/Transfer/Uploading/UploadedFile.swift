// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// A completed upload.
public struct UploadedFile: Sendable, Hashable {
  /// The response of status 2xx: the one to the last request of the upload.
  ///
  /// Where the server had all bytes and its response was lost, it is the response to the question for the offset, which has
  /// no body.
  public let response: ResourceResponse
  /// The length of the file in bytes.
  public let size: Int
  /// How often the upload was interrupted, and resumed, within the call.
  public let interruptions: Int
  /// How many bytes an earlier call had uploaded.
  public let resumedFrom: Int
}
