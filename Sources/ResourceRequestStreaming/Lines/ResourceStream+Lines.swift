// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestPlatform

extension ResourceStream {
  /// Returns this stream if its status is 2xx.
  ///
  /// - Throws: ``ResourceError`` with the code `unsuccessfulStatus`, and with the response and up to 1 MiB of its body inside;
  ///   `CancellationError`.
  public func successful() async throws -> ResourceStream {
    if !status.isSuccessful { _ = try await beginning().successful() }
    return self
  }

  /// The lines of the body, each up to 1 MiB.
  public var lines: StreamLines { StreamLines(stream: self, limit: 1 << 20) }

  /// The lines of the body.
  ///
  /// - Parameter limit: the longest line in bytes.
  /// - Returns: the lines, as they arrive.
  public func lines(limit: Int) -> StreamLines {
    StreamLines(stream: self, limit: limit)
  }

  /// The values of newline-delimited JSON (JSON Lines), one a line; blank lines are skipped.
  ///
  /// - Parameters:
  ///   - type: the type of each line; ``JSON`` for any value.
  ///   - limit: the longest line in bytes.
  ///   - decoder: the decoder; `nil` as the client's options say.
  /// - Returns: the values, as they arrive. The first invalid line ends them with an error that names it.
  public func jsonLines<Value: Decodable & Sendable>(
    of type: Value.Type = Value.self,
    limit: Int = 1 << 20,
    by decoder: ResourceJSONDecoder? = nil
  ) -> JSONTexts<Value> {
    let decoder = decoder ?? head.decoders.json
    return texts(.lines, limit) { try decoder.decode(type, from: $0) }
  }

  /// The values of a JSON text sequence (`application/json-seq`, RFC 7464).
  ///
  /// - Parameters:
  ///   - type: the type of each text; ``JSON`` for any value.
  ///   - limit: the longest text in bytes.
  ///   - skipsMalformed: whether to skip a text that is malformed or may be truncated; otherwise it ends the values
  ///     with an error that names it.
  ///   - decoder: the decoder; `nil` as the client's options say.
  /// - Returns: the values, as they arrive.
  public func jsonSequence<Value: Decodable & Sendable>(
    of type: Value.Type = Value.self,
    limit: Int = 1 << 20,
    skipsMalformed: Bool = false,
    by decoder: ResourceJSONDecoder? = nil
  ) -> JSONTexts<Value> {
    let decoder = decoder ?? head.decoders.json
    return texts(.sequence(skipsMalformed: skipsMalformed), limit) { try decoder.decode(type, from: $0) }
  }

  /// The texts of the body, by any decoder.
  func texts<Value: Decodable & Sendable>(
    _ form: JSONTexts<Value>.Form,
    _ limit: Int,
    _ decode: @escaping @Sendable (Data) throws -> Value
  ) -> JSONTexts<Value> {
    JSONTexts(stream: self, form: form, limit: limit, decode: Self.exact(decode))
  }

  /// Replaces the decoder of ``JSON`` by the SDK's own reader: it keeps the order of members and exact numbers, and
  /// reports the column of a fault without a line, which the stream counts.
  static func exact<Value: Decodable & Sendable>(
    _ decode: @escaping @Sendable (Data) throws -> Value
  ) -> @Sendable (Data) throws -> Value {
    { data in
      if Value.self == JSON.self, let value = try JSON(parsing: data) as? Value { return value }
      return try decode(data)
    }
  }
}
