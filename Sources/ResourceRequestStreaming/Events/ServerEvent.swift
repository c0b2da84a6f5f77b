// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestPlatform

/// One event that a server sent (WHATWG HTML §9.2).
public struct ServerEvent: Sendable, Hashable {
  /// The type of the event; `message` if the server sets none.
  public let type: String
  /// The data: its lines, joined by line feeds.
  public let data: String
  /// The last event ID: set by this event or an earlier one; empty if the server set none.
  ///
  /// To continue after a restart of the program, keep it and set ``ServerEventOptions/lastEventID``.
  public let id: String

  /// Creates an event.
  public init(type: String = "message", data: String, id: String = "") {
    self.type = type
    self.data = data
    self.id = id
  }

  /// The data, decoded as JSON.
  ///
  /// - Parameters:
  ///   - type: the type to decode.
  ///   - decoder: the decoder.
  /// - Returns: the value.
  /// - Throws: `DecodingError`.
  public func decode<Value: Decodable>(
    _ type: Value.Type = Value.self,
    by decoder: ResourceJSONDecoder = ResourceJSONDecoder()
  ) throws -> Value {
    try decoder.decode(type, from: Data(data.utf8))
  }
}
