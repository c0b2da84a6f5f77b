// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

extension ResourceClient {
  /// The elements of a JSON array, decoded one by one while the body arrives.
  ///
  /// ```swift
  /// for try await order in client.elements(of: Order.self, for: request, at: ["orders"]) { … }
  /// ```
  /// The request goes out when the loop begins; each loop is a call of its own. The body is the array, or an object with
  /// the array in it, or values that follow one another, such as newline-delimited JSON. Memory is that of the largest
  /// element and the stream's window, whatever the size of the body. Leaving the loop cancels the exchange.
  ///
  /// - Parameters:
  ///   - type: what each element is decoded as, with the client's options; ``JSON`` for any value.
  ///   - request: what to ask for.
  ///   - path: the names of the members that lead to the array; empty where the body is the array.
  ///   - limit: the most bytes an element may have.
  /// - Returns: the elements. They end with a ``ResourceError`` where the status is not 2xx (`unsuccessfulStatus`), where
  ///   an element or the body around it is malformed (`decodingFailed`), or where the exchange fails.
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
        // The page that says why is worth taking in.
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
