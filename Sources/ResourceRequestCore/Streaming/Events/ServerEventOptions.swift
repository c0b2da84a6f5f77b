// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Options of a stream of server-sent events.
public struct ServerEventOptions: Sendable, Hashable {
  /// The wait before reconnecting, until the server sets another one (`retry:`).
  public var retry = Duration.seconds(3)
  /// The longest wait, whatever the number of failures and the server say.
  public var longestWait = Duration.seconds(60)
  /// How many consecutive reconnections may fail before the last error is thrown; `nil` for any number.
  public var failureLimit: Int? = 10
  /// Whether to reconnect when the stream ends or breaks; `nil` reconnects if the request's method is safe.
  ///
  /// Reconnecting sends the request again; a method such as POST would do its work again.
  public var reconnects: Bool?
  /// The ID to continue from: that of the last event of an earlier run.
  public var lastEventID = ""
  /// The largest event in bytes.
  public var eventLimit = 1 << 20

  /// Creates options with the default values.
  public init() {}
}
