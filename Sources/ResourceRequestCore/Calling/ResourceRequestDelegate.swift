// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// Sees a call as it goes: its answer's head, its data, then one end.
///
/// The calls come in this order, on the queue named at sending, and none comes after an end or after a cancellation.
public protocol ResourceRequestDelegate: AnyObject, Sendable {
  /// The head of an answer is in. May come again for one call (for each part of a multipart answer): start over then.
  func request(_ handle: RequestHandle, didReceive head: ResponseHead)

  /// Bytes of the body are in; those before came with earlier calls.
  func request(_ handle: RequestHandle, didReceive data: Data)

  /// The call has ended without an answer. Nothing comes afterwards.
  func request(_ handle: RequestHandle, didFailWith error: any Error)

  /// The call has ended with its answer. Nothing comes afterwards.
  func request(_ handle: RequestHandle, didFinishWith response: ResourceResponse)
}

extension ResourceRequestDelegate {
  /// Does nothing.
  public func request(_ handle: RequestHandle, didReceive head: ResponseHead) {}
  /// Does nothing.
  public func request(_ handle: RequestHandle, didReceive data: Data) {}
}
