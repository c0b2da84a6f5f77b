// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Options of a stream of server-sent events.
public struct ServerEventOptions: Sendable, Hashable {
  /// How long to wait before connecting again, until the server says otherwise (its `retry:`).
  public var retry = Duration.seconds(3)
  /// The longest to wait, however often it failed and whatever the server says.
  public var longestWait = Duration.seconds(60)
  /// How often in a row connecting again may fail before the last error is thrown; `nil` for any number.
  public var failureLimit: Int? = 10
  /// Whether to connect again when the stream ends or breaks; `nil` where the request's method is safe.
  ///
  /// Connecting again sends the request again, which for a method such as POST would do its work again.
  public var reconnects: Bool?
  /// The identifier to go on from: that of the last event seen by an earlier run.
  public var lastEventID = ""
  /// The most bytes one event may have.
  public var eventLimit = 1 << 20

  /// The standard values.
  public init() {}
}
