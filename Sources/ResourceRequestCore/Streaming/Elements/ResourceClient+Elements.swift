// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

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
  ///   - type: the type of the elements, decoded with the client's options; ``JSON`` for any value.
  ///   - request: the request.
  ///   - path: the names of the members that lead to the array; empty if the body is the array.
  ///   - limit: the largest element in bytes.
  /// - Returns: the elements. They end with a ``ResourceError`` if the status is not 2xx (`unsuccessfulStatus`), if
  ///   an element or the body around it is malformed (`decodingFailed`), or if the exchange fails.
  public func elements<Value: Decodable & Sendable>(
    of type: Value.Type = Value.self,
    for request: ResourceRequest,
    at path: [String] = [],
    limit: Int = 1 << 20
  ) -> JSONElements<Value> {
    let decoder = ResourceJSONDecoder(options.decoding(for: request.service))
    return JSONElements(
      open: { [self] in
        let stream = try await stream(request)
        // An error page is buffered for the error.
        guard !stream.status.isSuccessful else { return stream }
        _ = try await stream.collect(upTo: 1 << 20).successful()
        return stream
      },
      path: path,
      limit: limit,
      decode: ResourceStream.exact { try decoder.decode(type, from: $0) }
    )
  }
}
