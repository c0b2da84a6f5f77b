// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Client-side throttling: rejects calls locally while the service rejects most of them.
///
/// The more the service rejects, the fewer requests it gets, since rejecting requests costs it something too.
public struct ThrottlePolicy: Sendable, Hashable {
  /// Requests sent per accepted request.
  public var ratio: Double
  /// The length of the window.
  public var window: Duration
  /// The minimum number of requests in the window.
  public var atLeast: Int
  /// The largest share rejected locally.
  public var most: Double

  /// Creates a policy; by default up to twice the accepted requests are sent, over 10 s, from 50 requests on, and at
  /// most 90 % are rejected.
  public init(ratio: Double = 2, window: Duration = .seconds(10), atLeast: Int = 50, most: Double = 0.9) {
    self.ratio = ratio
    self.window = window
    self.atLeast = atLeast
    self.most = most
  }
}
