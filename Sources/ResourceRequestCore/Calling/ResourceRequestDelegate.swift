// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// Observes a call: redirects, the response head, data, then one end.
///
/// The calls come in this order, on the queue named at sending, and none comes after an end or after a cancellation. The
/// peer waits while a delegate is busy: the next data is taken in when it has returned.
public protocol ResourceRequestDelegate: AnyObject, Sendable {
  /// A redirect is followed on the way to the response; comes when it is met, before the next request goes out.
  func request(_ handle: RequestHandle, didFollow redirect: RedirectHop)

  /// So much of the request's body has been sent; comes before and beside what follows.
  func request(_ handle: RequestHandle, didSend progress: TransferProgress)

  /// The head of a response is in.
  ///
  /// Comes again for each part of a multipart answer (`multipart/mixed`, `multipart/x-mixed-replace`), with the part's
  /// fields: start over then.
  func request(_ handle: RequestHandle, didReceive head: ResponseHead)

  /// Decides what becomes of the response with this head; asked once, before its data.
  func request(_ handle: RequestHandle, decideOn head: ResponseHead) -> ResponseDisposition

  /// Bytes of the body are in; those before came with earlier calls.
  func request(_ handle: RequestHandle, didReceive data: Data)

  /// So much of the response's body has come in.
  func request(_ handle: RequestHandle, didReceive progress: TransferProgress)

  /// The response has become a stream, as was decided.
  ///
  /// Nothing comes afterwards; the stream is the delegate's to read, and to cancel.
  func request(_ handle: RequestHandle, didBecome stream: ResourceStream)

  /// The response has become a file, as was decided. Nothing comes afterwards.
  func request(_ handle: RequestHandle, didFinishDownloading file: DownloadedFile)

  /// The call has ended without a response. Nothing comes afterwards.
  func request(_ handle: RequestHandle, didFailWith error: any Error)

  /// The call has ended with its response, the last part of a multipart one. Nothing comes afterwards.
  ///
  /// Its data is what came, where it was to be kept.
  func request(_ handle: RequestHandle, didFinishWith response: ResourceResponse)
}

extension ResourceRequestDelegate {
  /// Does nothing.
  public func request(_ handle: RequestHandle, didFollow redirect: RedirectHop) {}
  /// Does nothing.
  public func request(_ handle: RequestHandle, didSend progress: TransferProgress) {}
  /// Does nothing.
  public func request(_ handle: RequestHandle, didReceive head: ResponseHead) {}
  /// Allows it.
  public func request(_ handle: RequestHandle, decideOn head: ResponseHead) -> ResponseDisposition { .allow }
  /// Does nothing.
  public func request(_ handle: RequestHandle, didReceive data: Data) {}
  /// Does nothing.
  public func request(_ handle: RequestHandle, didReceive progress: TransferProgress) {}
  /// Lets the stream go, which cancels it.
  public func request(_ handle: RequestHandle, didBecome stream: ResourceStream) {}
  /// Does nothing.
  public func request(_ handle: RequestHandle, didFinishDownloading file: DownloadedFile) {}
}
