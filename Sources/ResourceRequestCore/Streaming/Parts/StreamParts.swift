// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// The parts of a multipart answer as they come in: the pictures of a camera (`multipart/x-mixed-replace`), the ranges of
/// a file, or things of different kinds (`multipart/mixed`).
///
/// ```swift
/// for try await part in try await client.stream(request).parts {
///   let picture = try await part.collect()
/// }
/// ```
/// Memory is bounded whatever the server sends: a head of a part of more than 64 KiB is an error, its body comes in
/// chunks.
public struct StreamParts: AsyncSequence, Sendable {
  let stream: ResourceStream

  /// The parts; there is one reader.
  public func makeAsyncIterator() -> Iterator { Iterator(reader: PartReader(stream)) }

  /// Takes the parts of a body.
  ///
  /// When it and its parts go before the end, the exchange is cancelled.
  public struct Iterator: AsyncIteratorProtocol {
    let reader: PartReader

    /// The next part; `nil` after the last.
    ///
    /// - Throws: ``ResourceError``: `decodingFailed` where the response is not multipart or breaks its rules,
    ///   `bodyTooLarge` for the head of a part that is; or `CancellationError`.
    public func next() async throws -> StreamPart? {
      guard let (number, headers) = try await reader.nextPart() else { return nil }
      return StreamPart(headers: headers, number: number, reader: reader)
    }
  }
}

extension ResourceStream {
  /// The parts of a multipart body.
  public var parts: StreamParts { StreamParts(stream: self) }

  /// Whether the body has parts that a caller is told of one by one.
  var isReplacing: Bool {
    let type = MIMEType(contentTypeLines: head.headers.values(for: "Content-Type"))
    guard let type, type["boundary"]?.isEmpty == false else { return false }
    return type.essence == "multipart/x-mixed-replace" || type.essence == "multipart/mixed"
  }
}
