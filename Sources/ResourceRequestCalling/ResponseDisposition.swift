// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// A delegate's decision about a response once its head has arrived.
public struct ResponseDisposition: Sendable, Hashable {
  enum Kind: Sendable, Hashable {
    case allow
    case deliver
    case cancel
    case download(to: String)
    case stream
  }

  let kind: Kind

  /// Delivers the data as it arrives, and keeps it for the response at the end.
  ///
  /// A body larger than the request's limit (``ResponseLimits/bodyBytes``) fails the call.
  public static let allow = ResponseDisposition(kind: .allow)
  /// Delivers the data as it arrives and does not keep it: the response at the end has no data, and the body may have
  /// any size.
  public static let deliver = ResponseDisposition(kind: .deliver)
  /// Cancels the call; no other method is called afterwards.
  public static let cancel = ResponseDisposition(kind: .cancel)
  /// Hands the body over as a stream, to ``ResourceRequestDelegate/request(_:didBecome:)``.
  public static let stream = ResponseDisposition(kind: .stream)

  /// Writes the body to a file; the call ends with ``ResourceRequestDelegate/request(_:didFinishDownloading:)``.
  ///
  /// - Parameter path: the path of the completed file.
  /// - Returns: the decision.
  public static func download(to path: String) -> ResponseDisposition {
    ResponseDisposition(kind: .download(to: path))
  }
}
