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

  /// The data is delivered as it comes, and kept for the response at the end.
  ///
  /// A body larger than the request's limit (``ResponseLimits/bodyBytes``) fails the call.
  public static let allow = ResponseDisposition(kind: .allow)
  /// The data is delivered as it comes and not kept: the response at the end is without it, and the body may have any
  /// size.
  public static let deliver = ResponseDisposition(kind: .deliver)
  /// The call is cancelled: nothing comes afterwards.
  public static let cancel = ResponseDisposition(kind: .cancel)
  /// The body goes on as a stream, handed to ``ResourceRequestDelegate/request(_:didBecome:)``.
  public static let stream = ResponseDisposition(kind: .stream)

  /// The body is written to a file, which ends the call with
  /// ``ResourceRequestDelegate/request(_:didFinishDownloading:)``.
  ///
  /// - Parameter path: where the file will be, once it is whole.
  /// - Returns: the decision.
  public static func download(to path: String) -> ResponseDisposition {
    ResponseDisposition(kind: .download(to: path))
  }
}
