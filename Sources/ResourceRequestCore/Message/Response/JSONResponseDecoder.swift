// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// Decodes JSON bodies: with ``ResourceJSONDecoder``, or with a `JSONDecoder` of Foundation's that you set up.
///
/// Of a key that comes twice in one object the last value counts, as in ``ResourceResponse/json`` and for `JSON.parse` of
/// JavaScript.
public struct JSONResponseDecoder: ResponseDecoder {
  private enum Way: Sendable {
    /// As the client says, where one is asked.
    case inherited(JSONDecodingOptions)
    case ours(JSONDecodingOptions)
    case foundation(@Sendable () -> JSONDecoder)
  }

  private let way: Way

  private init(way: Way) {
    self.way = way
  }

  /// A decoder with the client's options (``ClientOptions/decoding``), and Foundation's defaults where no client is asked.
  public init() {
    way = .inherited(JSONDecodingOptions())
  }

  /// A decoder with these options.
  public init(_ options: JSONDecodingOptions) {
    way = .ours(options)
  }

  /// A decoder of Foundation's, with what is set in a closure: for what ``JSONDecodingOptions`` cannot say.
  public init(_ configure: @escaping @Sendable (JSONDecoder) -> Void) {
    way = .foundation {
      let decoder = JSONDecoder()
      configure(decoder)
      return decoder
    }
  }

  /// Whether it leaves the options to a client.
  var isInheriting: Bool {
    if case .inherited = way { true } else { false }
  }

  /// The same, with the options of a client where none were named.
  func inheriting(_ options: JSONDecodingOptions) -> JSONResponseDecoder {
    if case .inherited = way { JSONResponseDecoder(way: .inherited(options)) } else { self }
  }

  /// Decodes the body of a response.
  ///
  /// - Throws: `DecodingError`; where the body is no JSON, with a ``JSONSyntaxError`` beneath that says where; where it
  ///   does not fit the type, with a ``JSONDecodingPlace``.
  public func decode<Value: Decodable>(_ type: Value.Type, from response: ResourceResponse) throws -> Value {
    switch way {
    case .inherited(let options), .ours(let options):
      try ResourceJSONDecoder(options).decode(type, from: response.data)
    case .foundation(let make):
      try make().decodeLastKeys(type, from: response.data)
    }
  }
}
