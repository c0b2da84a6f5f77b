// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

public import ResourceRequestPlatform

extension ResourceRequest {
  /// A request body: text, JSON, bytes, a file, a stream or a form.
  ///
  /// Each kind has a default content type; a `Content-Type` header field wins (for a form it must stay a
  /// form type).
  public struct Body: Sendable, Hashable {
    /// The kinds of bodies.
    ///
    /// Not public, so that cases can be added.
    package enum Content: Sendable, Hashable {
      case string(String, Charset)
      case json(JSON)
      case data(Data, contentType: String)
      case form(FormParameters)
      /// Bytes that are produced, or read, while they are sent.
      case chunks(OutgoingBody, contentType: String)
      case multipart(MultipartForm)
      /// An `Encodable` value that could not be encoded.
      ///
      /// The error is thrown when the request is sent.
      case unencodable(reason: String)
      /// An `Encodable` value that is encoded by the client's options.
      case value(EncodableValue)
    }

    package let content: Content

    private init(_ content: Content) {
      self.content = content
    }

    private init(_ encoded: EncodableValue.Encoded) {
      switch encoded {
      case .data(let data): content = .value(EncodableValue(encoded: data))
      case .failed(let reason): content = .unencodable(reason: reason)
      }
    }

    /// Text; by default sent as `text/plain; charset=utf-8`.
    public static func string(_ text: String, charset: Charset = .utf8) -> Body {
      Body(.string(text, charset))
    }

    /// Any JSON value, a scalar too; sent as `application/json`.
    public static func json(_ value: JSON) -> Body { Body(.json(value)) }

    /// An `Encodable` value as JSON; sent as `application/json`.
    ///
    /// A client with an encoder (``ClientOptions/encoder``) encodes it with that when it is sent; any other
    /// client sends the JSON that is encoded here. If encoding fails, the request fails with `invalidBody`.
    @_disfavoredOverload  // A literal is JSON before it is a dictionary of one type.
    public static func json(_ value: some Encodable & Sendable) -> Body {
      Body(.value(EncodableValue(value)))
    }

    /// A JSON object of variables of several types; sent as `application/json`.
    ///
    /// ```swift
    /// request.body = .json(["id": id, "name": name, "note": note])
    /// ```
    /// The names are sent as they are; `nil` is `null`. A client with an encoder (``ClientOptions/encoder``) encodes each
    /// value with that when it is sent; any other client sends the JSON that is encoded here. If encoding fails, the
    /// request fails with `invalidBody`.
    @_disfavoredOverload
    public static func json(_ members: KeyValuePairs<String, (any Encodable & Sendable)?>) -> Body {
      Body(.value(EncodableValue(members: members)))
    }

    /// An `Encodable` value as JSON, from an encoder of its own; sent as `application/json`.
    ///
    /// It is encoded here. If that fails, the request fails with `invalidBody`.
    ///
    /// A value that is not `Sendable` cannot wait for the client's encoder: it is encoded here too, with the encoder given,
    /// by default the standard one.
    @_disfavoredOverload
    public static func json(_ value: some Encodable, encoder: ResourceJSONEncoder = ResourceJSONEncoder()) -> Body {
      encoded { try encoder.encode(value) }
    }

    /// An `Encodable` value as JSON from a Foundation encoder; sent as `application/json`.
    ///
    /// It is encoded here. If that fails, the request fails with `invalidBody`.
    @_disfavoredOverload
    public static func json(_ value: some Encodable, encoder: JSONEncoder) -> Body {
      encoded { try encoder.encode(value) }
    }

    private static func encoded(_ encode: () throws -> Data) -> Body { Body(EncodableValue.Encoded(encode)) }

    /// The same body; a value without an encoder of its own is encoded by the client's.
    func encoded(by encoder: ResourceJSONEncoder) -> Body {
      if case .value(let value) = content { Body(value.encoded(by: encoder)) } else { self }
    }

    /// Bytes; by default sent as `application/octet-stream`.
    public static func data(_ data: Data, type contentType: String = "application/octet-stream") -> Body {
      Body(.data(data, contentType: contentType))
    }

    /// A file, read from disk while it is sent and never loaded as a whole; by default sent as
    /// `application/octet-stream`.
    ///
    /// It is opened when the request is sent. If it cannot be read, is not a regular file, or its length changes while
    /// it is read, the request fails with `invalidBody`.
    public static func file(_ path: String, type contentType: String = "application/octet-stream") -> Body {
      Body(.chunks(FileChunks.body(path), contentType: contentType))
    }

    /// Bytes of an async sequence, sent as they are produced; by default as `application/octet-stream`.
    ///
    /// The sequence is read once, so the body is not replayable.
    ///
    /// - Parameters:
    ///   - chunks: the bytes.
    ///   - length: their number; `nil` if unknown, which uses chunked transfer coding. More or fewer bytes fail the
    ///     request with `invalidBody`.
    ///   - contentType: their content type.
    /// - Returns: the body.
    public static func stream<Chunks: AsyncSequence & Sendable>(
      _ chunks: Chunks,
      length: Int? = nil,
      type contentType: String = "application/octet-stream"
    ) -> Body where Chunks.Element == Data {
      let body = OutgoingBody(length: length, isReplayable: false) { AnyFailure(base: chunks) }
      return Body(.chunks(body, contentType: contentType))
    }

    /// A body that is written piece by piece, and its writer.
    ///
    /// With a length, the last bytes are sent only after ``BodyWriter/finish()``.
    ///
    /// - Parameters:
    ///   - length: the number of bytes; `nil` if unknown, which uses chunked transfer coding. More or fewer bytes
    ///     fail the request with `invalidBody`.
    ///   - contentType: their content type.
    ///   - window: how many bytes are buffered before the writer suspends.
    /// - Returns: the writer, and the body for the request.
    public static func bound(
      length: Int? = nil,
      type contentType: String = "application/octet-stream",
      window: Int = 64 << 10
    ) -> (writer: BodyWriter, body: Body) {
      let writer = BodyWriter(window: window)
      // Captures the pipe, not the writer: releasing an unfinished writer must end the body.
      let pipe = writer.pipe
      let body = OutgoingBody(
        length: length,
        isReplayable: false,
        whenAbandoned: { pipe.close() },
        chunks: { PipeChunks(pipe) }
      )
      return (writer, Body(.chunks(body, contentType: contentType)))
    }

    /// A body created by the SDK.
    package static func made(_ body: OutgoingBody, type contentType: String) -> Body {
      Body(.chunks(body, contentType: contentType))
    }

    /// Ends the body with its call, unless it is being read.
    package func abandon() {
      if case .chunks(let body, _) = content { body.abandon() }
    }

    /// A form whose fields may be files; sent as `multipart/form-data`.
    public static func multipart(_ form: MultipartForm) -> Body { Body(.multipart(form)) }

    /// Ordered pairs; sent as `application/x-www-form-urlencoded`.
    public static func form(_ parameters: FormParameters) -> Body { Body(.form(parameters)) }
  }
}

extension ResourceRequest.Body: RedactedDescription {
  /// The kind of the body, never its content, which may be a secret.
  public var description: String {
    switch content {
    case .string(let text, let charset): "text of \(text.utf8.count) bytes, sent as \(charset.name)"
    case .json, .value: "JSON"
    case .data(let data, let contentType): "\(data.count) bytes of \(contentType)"
    case .form(let parameters): "a form of \(parameters.count) fields"
    case .chunks(let body, let contentType): "\(body) of \(contentType)"
    case .multipart(let form): "a form of \(form.parts.count) parts"
    case .unencodable: "a value that cannot be encoded"
    }
  }
}

extension OutgoingBody: RedactedDescription {
  /// The number of bytes.
  public var description: String { length.map { "\($0) bytes" } ?? "an unknown number of bytes" }
}
