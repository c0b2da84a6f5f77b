// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// When calls end here because the service refuses most of what it gets.
///
/// The more it refuses, the fewer requests it is sent: refusing costs it something too.
public struct ThrottlePolicy: Sendable, Hashable {
  /// How many requests are sent for each that is accepted.
  public var ratio: Double
  /// How far back it looks.
  public var window: Duration
  /// How many requests there must be before it says anything.
  public var atLeast: Int
  /// The share that ends here at most.
  public var most: Double

  /// Twice as many as are accepted, over 10 s, from 50 requests on, at most 90 %, unless named otherwise.
  public init(ratio: Double = 2, window: Duration = .seconds(10), atLeast: Int = 50, most: Double = 0.9) {
    self.ratio = ratio
    self.window = window
    self.atLeast = atLeast
    self.most = most
  }
}
