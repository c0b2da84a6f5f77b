// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

extension ResourceResponse {
  /// The content type: several lines are read as the Fetch standard does.
  public var mediaType: MIMEType? { MIMEType(contentTypeLines: headers.values(for: "Content-Type")) }

  /// The body as text.
  ///
  /// The charset comes from a byte order mark, else from the content type, else it is UTF-8. Bytes that are broken in
  /// that charset become U+FFFD, and so does every non-ASCII byte of a charset nobody knows; ``text(strict:)`` throws
  /// instead.
  public var text: String {
    TextDecoding.decode(data, contentType: mediaType)
  }

  /// The body as text; throws where it is not text.
  ///
  /// - Parameter strict: `true` refuses broken bytes and unknown charsets, `false` replaces them.
  /// - Returns: the text.
  /// - Throws: ``TextDecodingError``.
  public func text(strict: Bool) throws -> String {
    strict ? try TextDecoding.decodeStrictly(data, contentType: mediaType) : text
  }

  /// The body as JSON, whatever its content type: `nil` where it is empty or not JSON.
  ///
  /// Of a key that comes twice in one object the last value counts, as for `JSON.parse` of JavaScript and for
  /// ``decode(_:by:)``. It is read at each use: keep the value where you need it more than once.
  public var json: JSON? { data.isEmpty ? nil : try? JSON(parsing: data) }

  /// The body as JSON: `nil` only where there is no body.
  ///
  /// - Parameter strict: `true` throws where the body is not JSON, `false` is ``json``.
  /// - Returns: the value.
  /// - Throws: ``JSONSyntaxError`` with line and column.
  public func json(strict: Bool) throws -> JSON? {
    guard strict, !data.isEmpty else { return json }
    return try JSON(parsing: data)
  }

  /// The envelope of a JavaScript adapter's answer, where it is one.
  public var adapterResult: AdapterResult? { json.flatMap { AdapterResult($0) } }

  /// Decodes the body.
  ///
  /// - Parameters:
  ///   - type: what to decode it as.
  ///   - decoder: how; JSON unless another is named.
  /// - Returns: the value.
  /// - Throws: ``ResourceError`` with the code `decodingFailed`, the cause and the response inside. Its message says the
  ///   status, the content type and the place in the body, and quotes nothing of the body.
  public func decode<Value: Decodable>(
    _ type: Value.Type = Value.self,
    by decoder: some ResponseDecoder = JSONResponseDecoder()
  ) throws -> Value {
    do {
      return try decoder.decode(type, from: self)
    } catch {
      throw ResourceError(
        code: .decodingFailed,
        message:
          "the answer, \(status) with \(bodyInWords), cannot be decoded as \(type): \(DecodingFailure.reason(error))",
        request: request,
        mayHaveExecuted: true,
        response: self,
        cause: error
      )
    }
  }

  /// How much of what the body is, for a message.
  private var bodyInWords: String {
    guard !data.isEmpty else { return "no body" }
    let kind = mediaType.map { String($0.essence.utf8.prefix(100)) ?? "a content type of its own" } ?? "no content type"
    return "\(data.count) \(data.count == 1 ? "byte" : "bytes") of \(kind)"
  }
}
