// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

public import ResourceRequestPlatform

/// Decodes JSON bodies as the client's options say, or with a Foundation `JSONDecoder` that you configure.
///
/// If a key repeats in an object, the last value counts, as in ``ResourceResponse/json`` and JavaScript's `JSON.parse`.
public struct JSONResponseDecoder: ResponseDecoder {
  private let configure: (@Sendable (JSONDecoder) -> Void)?

  /// Creates a decoder that leaves the choice to the client of the response (``ClientOptions/decoder``), or else decodes as
  /// `ResourceJSONDecoder()`.
  public init() {
    configure = nil
  }

  /// Creates a Foundation decoder that a closure configures, for what `ResourceJSONDecoder` does not cover.
  public init(_ configure: @escaping @Sendable (JSONDecoder) -> Void) {
    self.configure = configure
  }

  /// Whether it leaves the choice to the client.
  var isInheriting: Bool { configure == nil }

  /// Decodes the body of a response.
  ///
  /// - Throws: `DecodingError`. If the body is not JSON, its underlying error is a `JSONSyntaxError` with the place; if
  ///   the JSON does not fit the type, a `JSONDecodingPlace`.
  public func decode<Value: Decodable>(_ type: Value.Type, from response: ResourceResponse) throws -> Value {
    guard let configure else { return try response.decoders.whole.decode(type, from: response) }
    let decoder = JSONDecoder()  // Foundation parses: what our reader has accepted
    configure(decoder)
    return try decoder.decodeLastKeys(type, from: response.data)
  }
}

extension ResourceJSONDecoder: ResponseDecoder {
  /// Decodes the body of a response.
  ///
  /// - Throws: `DecodingError`, as for bytes.
  public func decode<Value: Decodable>(_ type: Value.Type, from response: ResourceResponse) throws -> Value {
    try decode(type, from: response.data)
  }
}

/// Decodes a response into a value: JSON, or a format of your own.
public protocol ResponseDecoder: Sendable {
  /// Decodes the body of a response.
  ///
  /// - Throws: an error that describes what is wrong with the body; it becomes the cause of a ``ResourceError``.
  func decode<Value: Decodable>(_ type: Value.Type, from response: ResourceResponse) throws -> Value
}
