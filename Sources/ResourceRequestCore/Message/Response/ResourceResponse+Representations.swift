// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

extension ResourceResponse {
  /// The content type; several lines are combined as in the Fetch standard.
  public var mediaType: MIMEType? { MIMEType(contentTypeLines: headers.values(for: "Content-Type")) }

  /// The body as text.
  ///
  /// The charset comes from a byte order mark, else from the content type, else it is UTF-8. Malformed bytes become
  /// U+FFFD, and so does every non-ASCII byte of an unknown charset; ``text(strict:)`` throws instead.
  public var text: String { TextDecoding.decode(data, contentType: mediaType) }

  /// The body as text; throws if it is malformed.
  ///
  /// - Parameter strict: `true` throws for malformed bytes and unknown charsets, `false` replaces them.
  /// - Returns: the text.
  /// - Throws: ``TextDecodingError``.
  public func text(strict: Bool) throws -> String {
    strict ? try TextDecoding.decodeStrictly(data, contentType: mediaType) : text
  }

  /// The body as JSON, whatever its content type and in UTF-16 too; `nil` if it is empty or not JSON.
  ///
  /// If a key repeats in an object, the last value counts, as in JavaScript's `JSON.parse` and ``decode(_:by:)``. The
  /// body is parsed at each use: keep the value if you need it more than once.
  public var json: JSON? { (try? json(strict: true)) ?? nil }

  /// The body as JSON; `nil` only if there is no body.
  ///
  /// - Parameter strict: `true` throws if the body is not JSON, `false` is like ``json``.
  /// - Returns: the value.
  /// - Throws: ``JSONSyntaxError`` with line and column.
  public func json(strict: Bool) throws -> JSON? {
    guard !data.isEmpty else { return nil }
    guard strict else { return json }
    do { return try JSON(parsing: data) } catch {
      guard let text = WideText.text(in: data) else { throw error }
      return try JSON(parsing: text)
    }
  }

  /// The envelope of a JavaScript adapter's response, if it is one.
  public var adapterResult: AdapterResult? { json.flatMap { AdapterResult($0) } }

  /// Decodes the body; an optional type is `nil` for the statuses 204 and 205, which have none.
  ///
  /// - Parameters:
  ///   - type: the type to decode.
  ///   - decoder: decodes the body; by default as the options of its client say, or else JSON.
  /// - Returns: the decoded value.
  /// - Throws: ``ResourceError`` with the code `decodingFailed`, the cause and the response inside. Its message has
  ///   the status, the content type and the place in the body, and quotes nothing of the body.
  public func decode<Value: Decodable>(
    _ type: Value.Type = Value.self,
    by decoder: some ResponseDecoder = JSONResponseDecoder()
  ) throws -> Value {
    if data.isEmpty, status == 204 || status == 205, let none = (type as? any Absent.Type)?.absent as? Value {
      return none
    }
    do {
      return try decoder.decode(type, from: self)
    } catch {
      throw ResourceError(
        code: .decodingFailed,
        message:
          "the response, \(status) with \(bodyInWords), cannot be decoded as \(type): \(DecodingFailure.reason(error))",
        request: request,
        attempts: attempts,
        mayHaveExecuted: true,
        response: self,
        cause: error
      )
    }
  }

  /// The length and type of the body, for a message.
  private var bodyInWords: String {
    guard !data.isEmpty else { return "no body" }
    let kind = mediaType.map { String($0.essence.utf8.prefix(100)) ?? "a content type of its own" } ?? "no content type"
    return "\(data.count) \(data.count == 1 ? "byte" : "bytes") of \(kind)"
  }
}

/// A type with a value for what is not there.
private protocol Absent {
  static var absent: Self { get }
}

extension Optional: Absent {
  fileprivate static var absent: Self { .none }
}
