// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestCore

/// Why a resumable upload cannot go on.
enum UploadFault: Hashable, Sendable {
  case noResource
  case severalResources
  case insecure
  case offsetMissing
  case offsetBeyond(Int, size: Int)
  case offsetBack(Int, from: Int)
  case otherOffset(Int, sent: Int)
  case otherLength(Int, size: Int)
  case completeAt(Int, of: Int)
  case unconfirmed(Int)
  case tooLarge(Int, limit: Int)
  case partsTooSmall(Int)
  case gone(Status)
  case notAppended(Int, of: Int)

  /// Whether the server has bytes that this upload has not sent.
  var isOfOtherBytes: Bool {
    switch self {
    case .offsetBeyond, .offsetBack, .notAppended: true
    default: false
    }
  }

  /// What is wrong, and what to do about it.
  var message: String {
    switch self {
    case .noResource:
      "the server took the empty request without Upload-Complete: ?0 and the Location of an upload resource, so it does not "
        + "know resumable uploads; upload without createsEmpty"
    case .severalResources: "the server named two upload resources for one upload"
    case .insecure: "the upload resource is not reached by https, while the request is"
    case .offsetMissing: "the server does not say how many bytes it has"
    case .offsetBeyond(let offset, let size): "the server says that it has \(offset) bytes, of \(size) that it can have"
    case .offsetBack(let offset, let before):
      "the server says that it has \(offset) bytes, and said before that it had \(before); upload anew"
    case .otherOffset(let offset, let sent): "the server says that it has \(offset) bytes, after it took \(sent)"
    case .otherLength(let length, let size):
      "the upload resource is for \(length) bytes, and the file has \(size); upload anew"
    case .completeAt(let offset, let size):
      "the server takes the upload for complete with \(offset) bytes of \(size)"
    case .unconfirmed(let size):
      "the server answers with success and does not say that it has all \(size) bytes; look at the server, then upload anew"
    case .tooLarge(let size, let limit): "the file has \(size) bytes, and the server takes \(limit) at most"
    case .partsTooSmall(let size): "the server takes \(size) bytes a request, too few for this file"
    case .notAppended(let length, let size):
      "the server has \(length) bytes after the last part of \(size): it takes no Content-Range; upload anew without resuming"
    case .gone(let status):
      "the upload resource is gone (\(status)): it has expired, or the upload was completed before; look at the server, "
        + "then remove the record of the upload, if it has one, and upload anew"
    }
  }
}
