// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

public import ResourceRequestCore
public import ResourceRequestPlatform
public import ResourceRequestTransfer

/// Receives the events of a call: redirects, the response's head, data, then one end.
///
/// The methods are called in this order, on the queue that was named with the request, and never after an end or a
/// cancellation. A busy delegate applies back pressure: more data is read when it has returned.
///
/// A delegate is `Sendable`, with its state behind a lock; or it is isolated to the main actor, has any state, and is
/// called on ``MainCallbackQueue/main``.
public protocol ResourceRequestDelegate: AnyObject {
  /// A redirect is about to be followed; called before the next request is sent.
  func request(_ handle: RequestHandle, didFollow redirect: RedirectHop)

  /// Part of the request's body has been sent; called before and between the following methods.
  func request(_ handle: RequestHandle, didSend progress: TransferProgress)

  /// The response's head has arrived.
  ///
  /// Called again for each part of a multipart response (`multipart/mixed`, `multipart/x-mixed-replace`), with the
  /// part's fields; the data starts over.
  func request(_ handle: RequestHandle, didReceive head: ResponseHead)

  /// Decides what to do with the response; called once for a head, before its data.
  func request(_ handle: RequestHandle, decideOn head: ResponseHead) -> ResponseDisposition

  /// A chunk of the body has arrived.
  func request(_ handle: RequestHandle, didReceive data: Data)

  /// Part of the response's body has been received.
  func request(_ handle: RequestHandle, didReceive progress: TransferProgress)

  /// The response has become a stream, as decided.
  ///
  /// No other method is called afterwards; the delegate reads or cancels the stream.
  func request(_ handle: RequestHandle, didBecome stream: ResourceStream)

  /// The response has become a file, as decided. No other method is called afterwards.
  func request(_ handle: RequestHandle, didFinishDownloading file: DownloadedFile)

  /// The call has failed. No other method is called afterwards.
  func request(_ handle: RequestHandle, didFailWith error: any Error)

  /// The call has ended with its response; for a multipart response, with its last part. No other method is called
  /// afterwards.
  ///
  /// The response contains the received data if the delegate decided to keep it.
  func request(_ handle: RequestHandle, didFinishWith response: ResourceResponse)
}

extension ResourceRequestDelegate {
  /// Does nothing.
  public func request(_ handle: RequestHandle, didFollow redirect: RedirectHop) {}
  /// Does nothing.
  public func request(_ handle: RequestHandle, didSend progress: TransferProgress) {}
  /// Does nothing.
  public func request(_ handle: RequestHandle, didReceive head: ResponseHead) {}
  /// Returns ``ResponseDisposition/allow``.
  public func request(_ handle: RequestHandle, decideOn head: ResponseHead) -> ResponseDisposition { .allow }
  /// Does nothing.
  public func request(_ handle: RequestHandle, didReceive data: Data) {}
  /// Does nothing.
  public func request(_ handle: RequestHandle, didReceive progress: TransferProgress) {}
  /// Releases the stream, which cancels it.
  public func request(_ handle: RequestHandle, didBecome stream: ResourceStream) {}
  /// Does nothing.
  public func request(_ handle: RequestHandle, didFinishDownloading file: DownloadedFile) {}
}
