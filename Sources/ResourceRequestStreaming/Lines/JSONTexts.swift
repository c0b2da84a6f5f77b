// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestPlatform

/// The JSON values of a response body, decoded one by one while they arrive: newline-delimited JSON, or a JSON text
/// sequence (RFC 7464).
///
/// Created by `jsonLines` and `jsonSequence` of ``ResourceStream``.
public struct JSONTexts<Value: Sendable>: AsyncSequence, Sendable {
  /// How values are separated.
  enum Form: Sendable {
    case lines
    case sequence(skipsMalformed: Bool)
  }

  let stream: ResourceStream
  let form: Form
  let limit: Int
  let decode: @Sendable (Data) throws -> Value

  /// Returns an iterator; a stream has one reader.
  public func makeAsyncIterator() -> Iterator { Iterator(self) }

  /// Iterates over the values of a body.
  ///
  /// Releasing it before the end cancels the exchange.
  public struct Iterator: AsyncIteratorProtocol {
    private let records: StreamRecords
    private let form: Form
    private let decode: @Sendable (Data) throws -> Value

    init(_ texts: JSONTexts) {
      form = texts.form
      decode = texts.decode
      let splitter =
        switch texts.form {
        case .lines: RecordSplitter(at: UInt8(ascii: "\n"), piece: "line", limit: texts.limit)
        // Bytes before the first separator are not a text and not counted as one.
        case .sequence: RecordSplitter(at: 0x1E, piece: "text", first: 0, limit: texts.limit, isText: true)
        }
      records = StreamRecords(texts.stream, splitter)
    }

    /// The next value; `nil` at the end.
    ///
    /// - Throws: ``ResourceError`` that names the line or text: `decodingFailed` if it does not fit the type,
    ///   `bodyTooLarge` if it exceeds the limit; or `CancellationError`.
    public func next() async throws -> Value? {
      while let record = try await records.next() {
        let text = record.bytes.trimmedJSON(dropsMark: record.number == 1)
        if text.isEmpty { continue }
        do {
          if case .sequence = form { try JSONTextSequence.check(record.bytes, number: record.number) }
          return try decode(text)
        } catch {
          // A text that does not fit the type is no text that is cut.
          if case .sequence(skipsMalformed: true) = form, Self.isMalformed(error) { continue }
          throw fault(error, record.number)
        }
      }
      return nil
    }

    private static func isMalformed(_ error: any Error) -> Bool {
      guard case DecodingError.dataCorrupted(let context) = error else {
        return error is StreamFault || error is JSONSyntaxError
      }
      // What a type refuses has its place in the text; a text that is refused as a whole may have none.
      return context.underlyingError == nil || context.underlyingError is JSONSyntaxError
    }

    private func fault(_ error: any Error, _ number: Int) -> ResourceError {
      if let fault = error as? StreamFault { return records.fail(fault) }
      var place = "text \(number - 1)"
      var reason = DecodingFailure.reason(error)
      if case .lines = form {
        reason = DecodingFailure.reason(error, isLine: true)
        place = "line \(number)"
        // The line is that of the stream, which the message names already.
        if let error = error as? JSONSyntaxError { reason = "column \(error.column): \(error.message)" }
      }
      return records.fail(
        .malformed(
          "\(place) of the stream cannot be decoded as \(Value.self): \(reason)\(records.statusInWords)"
        ),
        cause: error
      )
    }
  }
}

/// The rules of a JSON text sequence beyond those of JSON (RFC 7464 §2).
enum JSONTextSequence {
  /// Checks the bytes between two separators, or, as the first record, before all separators.
  ///
  /// - Throws: ``StreamFault/malformed(_:)`` if no separator precedes it, or if it may be truncated: a number or a
  ///   literal is complete only if something follows it (§2.4).
  static func check(_ record: Data, number: Int) throws(StreamFault) {
    guard number > 1 else {
      throw .malformed("the stream does not begin with a record separator (0x1E), so it is not a JSON text sequence")
    }
    guard let first = record.first(where: { $0 > 0x20 }), let last = record.last, last > 0x20 else { return }
    guard first == UInt8(ascii: "{") || first == UInt8(ascii: "[") || first == UInt8(ascii: "\"") else {
      throw .malformed("text \(number - 1) of the stream may have been cut off: no line feed follows it")
    }
  }
}
