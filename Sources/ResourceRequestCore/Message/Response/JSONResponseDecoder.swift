// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// Decodes JSON bodies: with ``ResourceJSONDecoder``, or with a Foundation `JSONDecoder` that you configure.
///
/// If a key repeats in an object, the last value counts, as in ``ResourceResponse/json`` and JavaScript's `JSON.parse`.
public struct JSONResponseDecoder: ResponseDecoder {
  private enum Way: Sendable {
    /// The options of the client, if there is one.
    case inherited(JSONDecodingOptions)
    case ours(JSONDecodingOptions)
    case foundation(@Sendable () -> JSONDecoder)
  }

  private let way: Way

  private init(way: Way) {
    self.way = way
  }

  /// Creates a decoder with the client's options (``ClientOptions/decoding``), or Foundation's defaults without a
  /// client.
  public init() {
    way = .inherited(JSONDecodingOptions())
  }

  /// Creates a decoder with options.
  public init(_ options: JSONDecodingOptions) {
    way = .ours(options)
  }

  /// Creates a Foundation decoder that a closure configures, for what ``JSONDecodingOptions`` does not cover.
  public init(_ configure: @escaping @Sendable (JSONDecoder) -> Void) {
    way = .foundation {
      let decoder = JSONDecoder()  // Foundation parses: what our reader has accepted
      configure(decoder)
      return decoder
    }
  }

  /// Whether it inherits the options of the client.
  var isInheriting: Bool {
    if case .inherited = way { true } else { false }
  }

  /// The same decoder with the client's options if it has none of its own.
  func inheriting(_ options: JSONDecodingOptions) -> JSONResponseDecoder {
    if case .inherited = way { JSONResponseDecoder(way: .inherited(options)) } else { self }
  }

  /// Decodes the body of a response.
  ///
  /// - Throws: `DecodingError`. If the body is not JSON, its underlying error is a ``JSONSyntaxError`` with the
  ///   place; if the JSON does not fit the type, a ``JSONDecodingPlace``.
  public func decode<Value: Decodable>(_ type: Value.Type, from response: ResourceResponse) throws -> Value {
    switch way {
    case .inherited(let options), .ours(let options):
      try ResourceJSONDecoder(options).decode(type, from: response.data)
    case .foundation(let make):
      try make().decodeLastKeys(type, from: response.data)
    }
  }
}
