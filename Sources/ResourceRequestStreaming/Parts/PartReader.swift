// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestPlatform

/// Reads the parts of a response's body in order, for one reader.
package final class PartReader {
  private let stream: ResourceStream
  private let chunks: ResourceStream.Iterator
  private var parser: MultipartParser?
  private var ready: ArraySlice<MultipartParser.Token> = []
  private var isOver = false
  /// The number of the current part, and whether it has more data.
  private var current = 0
  private var isOpen = false

  package init(_ stream: ResourceStream) {
    self.stream = stream
    chunks = stream.makeAsyncIterator()
    let type = MIMEType(contentTypeLines: stream.head.headers.values(for: "Content-Type"))
    parser = type.flatMap { type in
      guard type.type == "multipart", let boundary = type["boundary"], !boundary.isEmpty else { return nil }
      // A camera that is switched off ends its last picture without a boundary.
      return MultipartParser(boundary: boundary, endsAnywhere: type.subtype == "x-mixed-replace")
    }
  }

  /// A summary of the request.
  var summary: RequestSummary { stream.summary }

  /// The next token; `nil` at the end.
  package func next() async throws -> MultipartParser.Token? {
    while true {
      if let token = ready.popFirst() { return token }
      guard !isOver else { return nil }
      guard parser != nil else {
        throw fail(.malformed("the response is not a multipart body: its content type names no boundary"))
      }
      // Found behind the tokens that were returned: the next bytes may take their time.
      if let fault = parser?.fault { throw fail(fault) }
      let chunk = try await chunks.next()
      if chunk == nil { isOver = true }
      do {
        ready = try read(chunk)
      } catch {
        throw fail(error)
      }
    }
  }

  /// Skips the rest of the current part and returns the next part's number and head.
  func nextPart() async throws -> (number: Int, headers: Headers)? {
    while let token = try await next() {
      guard case .head(let headers) = token else { continue }
      current += 1
      isOpen = true
      return (current, headers)
    }
    isOpen = false
    return nil
  }

  /// The next chunk of a part; `nil` at its end, and once the next part has begun.
  func nextChunk(of number: Int) async throws -> Data? {
    guard number == current, isOpen else { return nil }
    guard case .data(let data)? = try await next() else {
      isOpen = false
      return nil
    }
    return data
  }

  private func read(_ chunk: Data?) throws(StreamFault) -> ArraySlice<MultipartParser.Token> {
    guard let chunk else { return try parser?.finish()[...] ?? [] }
    return try parser?.read(chunk)[...] ?? []
  }

  private func fail(_ fault: StreamFault) -> ResourceError {
    isOver = true
    isOpen = false
    stream.cancel()
    return ResourceError(fault, request: stream.summary)
  }
}
