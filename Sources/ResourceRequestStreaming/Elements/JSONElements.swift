// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestPlatform

/// The elements of a JSON array, decoded one by one while the body arrives.
///
/// Made by ``ResourceClient/elements(of:for:at:limit:by:)`` and ``ResourceStream/elements(of:at:limit:by:)``. At most
/// one element and the stream's window are in memory. Leaving the loop before the end cancels the exchange.
public struct JSONElements<Value: Sendable>: AsyncSequence, Sendable {
  /// Opens the stream when the first element is asked for.
  let open: @Sendable () async throws -> ResourceStream
  let path: [String]
  let limit: Int
  let decode: @Sendable (Data) throws -> Value

  /// Returns an iterator; a stream has one reader.
  public func makeAsyncIterator() -> Iterator { Iterator(self) }

  /// Iterates over the elements of a body.
  ///
  /// Releasing it before the end cancels the exchange.
  public final class Iterator: AsyncIteratorProtocol {
    private let elements: JSONElements
    private var stream: ResourceStream?
    private var chunks: ResourceStream.Iterator?
    private var splitter: JSONElementSplitter
    private var chunk = Data()
    private var place = 0
    private var isOver = false

    init(_ elements: JSONElements) {
      self.elements = elements
      splitter = JSONElementSplitter(path: elements.path, limit: elements.limit)
    }

    /// The next element; `nil` at the end of the body.
    ///
    /// - Throws: ``ResourceError`` that names the element: `decodingFailed` if it does not fit the type or the body
    ///   is malformed, `bodyTooLarge` if it exceeds the limit; or the error that ended the exchange; or
    ///   `CancellationError`.
    public func next() async throws -> Value? {
      guard !isOver else { return nil }
      do {
        guard let bytes = try await nextBytes() else {
          isOver = true
          return nil
        }
        return try elements.decode(bytes)
      } catch {
        isOver = true
        throw fault(error)
      }
    }

    private func nextBytes() async throws -> Data? {
      let chunks = try await opened()
      while true {
        if let bytes = try splitter.next(in: chunk, from: &place) { return bytes }
        guard let more = try await chunks.next() else {
          chunk = Data()
          return try splitter.finish()
        }
        chunk = more
        place = 0
      }
    }

    private func opened() async throws -> ResourceStream.Iterator {
      if let chunks { return chunks }
      let stream = try await elements.open()
      splitter = JSONElementSplitter(
        path: elements.path,
        isSequence: elements.path.isEmpty && stream.isOneValueALine,
        limit: elements.limit
      )
      let chunks = stream.makeAsyncIterator()
      self.stream = stream
      self.chunks = chunks
      return chunks
    }

    /// Ends the exchange and returns an error that names the element at fault.
    private func fault(_ error: any Error) -> any Error {
      guard let stream, !(error is ResourceError), !(error is CancellationError) else { return error }
      stream.cancel()
      if let fault = error as? StreamFault { return ResourceError(fault, request: stream.summary) }
      let reason = DecodingFailure.reason(error)
      let hint =
        splitter.isUnannouncedSequence && splitter.count == 1
        ? "; the body is not an array: name the member that holds it (at:)" : ""
      let fault = StreamFault.malformed(
        "element \(splitter.count) of the body cannot be decoded as \(Value.self): \(reason)\(hint)"
      )
      return ResourceError(fault, request: stream.summary, cause: error)
    }
  }
}

extension ResourceStream {
  /// Whether the content type is newline-delimited JSON, by one of its names.
  fileprivate var isOneValueALine: Bool {
    guard let type = MIMEType(contentTypeLines: head.headers.values(for: "Content-Type"))?.essence else { return false }
    return ["application/x-ndjson", "application/ndjson", "application/jsonl", "application/x-jsonlines"]
      .contains { type.hasSameBytes(as: $0) }
  }

  /// The elements of a JSON array, decoded one by one while the body arrives.
  ///
  /// ```swift
  /// for try await order in stream.elements(of: Order.self, at: ["data", "orders"]) { … }
  /// ```
  /// The body is the array, an object that contains it, or a sequence of values, such as newline-delimited JSON.
  /// Members outside the path are skipped and not validated. An element that does not fit the type, such as by a
  /// missing field, ends the sequence with an error that names the element.
  ///
  /// - Parameters:
  ///   - type: the type of the elements; ``JSON`` for any value.
  ///   - path: the names of the members that lead to the array; empty if the body is the array.
  ///   - limit: the largest element in bytes.
  ///   - decoder: decodes the elements; `nil` as the client's options say.
  /// - Returns: the elements, for one reader.
  public func elements<Value: Decodable & Sendable>(
    of type: Value.Type = Value.self,
    at path: [String] = [],
    limit: Int = 1 << 20,
    by decoder: ResourceJSONDecoder? = nil
  ) -> JSONElements<Value> {
    let decoder = decoder ?? head.decoders.json
    return JSONElements(
      open: { self },
      path: path,
      limit: limit,
      decode: ResourceStream.exact { try decoder.decode(type, from: $0) }
    )
  }
}

extension ResourceClient {
  /// The elements of a JSON array, decoded one by one while the body arrives.
  ///
  /// ```swift
  /// for try await order in client.elements(of: Order.self, for: request, at: ["orders"]) { … }
  /// ```
  /// The request is sent when the loop starts; each loop is a call of its own. The body is the array, an object that
  /// contains it, or a sequence of values, such as newline-delimited JSON. It needs memory for the largest element and
  /// the stream's window, whatever the size of the body. Leaving the loop cancels the exchange.
  ///
  /// - Parameters:
  ///   - type: the type of the elements; ``JSON`` for any value.
  ///   - request: the request.
  ///   - path: the names of the members that lead to the array; empty if the body is the array.
  ///   - limit: the largest element in bytes.
  ///   - decoder: decodes the elements; `nil` as the client's options say.
  /// - Returns: the elements. They end with a ``ResourceError`` if the status is not 2xx (`unsuccessfulStatus`), if
  ///   an element or the body around it is malformed (`decodingFailed`), or if the exchange fails.
  public func elements<Value: Decodable & Sendable>(
    of type: Value.Type = Value.self,
    for request: ResourceRequest,
    at path: [String] = [],
    limit: Int = 1 << 20,
    by decoder: ResourceJSONDecoder? = nil
  ) -> JSONElements<Value> {
    let decoder = decoder ?? options.decoders(for: request.service).json
    return JSONElements(
      open: { [self] in try await stream(request).successful() },
      path: path,
      limit: limit,
      decode: ResourceStream.exact { try decoder.decode(type, from: $0) }
    )
  }
}
