// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// One event that a server sent (WHATWG HTML §9.2).
public struct ServerEvent: Sendable, Hashable {
  /// What kind of event it is; `message` where the server does not say.
  public let type: String
  /// What it says: the lines of its data, with line feeds between them.
  public let data: String
  /// The identifier the server last gave, with this event or an earlier one; empty where it gave none.
  ///
  /// Keep it, and give it to ``ServerEventOptions/lastEventID``, to go on after a restart of the program.
  public let id: String

  /// An event.
  public init(type: String = "message", data: String, id: String = "") {
    self.type = type
    self.data = data
    self.id = id
  }

  /// The data, decoded as JSON.
  ///
  /// - Parameters:
  ///   - type: what to decode it as.
  ///   - decoder: how.
  /// - Returns: the value.
  /// - Throws: `DecodingError`.
  public func decode<Value: Decodable>(
    _ type: Value.Type = Value.self,
    by decoder: ResourceJSONDecoder = ResourceJSONDecoder()
  ) throws -> Value {
    try decoder.decode(type, from: Data(data.utf8))
  }

  /// The data, decoded as JSON by a decoder of Foundation's.
  ///
  /// - Parameters:
  ///   - type: what to decode it as.
  ///   - decoder: how.
  /// - Returns: the value.
  /// - Throws: `DecodingError`.
  public func decode<Value: Decodable>(_ type: Value.Type = Value.self, by decoder: JSONDecoder) throws -> Value {
    try decoder.decodeLastKeys(type, from: Data(data.utf8))
  }
}
