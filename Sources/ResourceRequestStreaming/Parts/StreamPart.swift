// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

public import ResourceRequestPlatform

/// One part of a multipart response: its header fields, and the chunks of its body as they arrive.
///
/// Read it before you ask for the next part, which skips what is left of it.
public struct StreamPart: AsyncSequence {
  /// Its header fields, such as `Content-Type`.
  public let headers: Headers
  let number: Int
  let reader: PartReader

  /// Returns an iterator; a part has one reader.
  public func makeAsyncIterator() -> Iterator { Iterator(number: number, reader: reader) }

  /// Collects the rest of the part.
  ///
  /// - Parameter limit: the most bytes to collect.
  /// - Returns: the bytes not read before.
  /// - Throws: ``ResourceError``, with the code `bodyTooLarge` if there are more; or `CancellationError`.
  public func collect(upTo limit: Int = 64 << 20) async throws -> Data {
    var data = Data()
    while let chunk = try await reader.nextChunk(of: number) {
      guard chunk.count <= limit - data.count else {
        throw ResourceError(.tooLarge("part \(number)", limit: limit), request: reader.summary)
      }
      data.append(chunk)
    }
    return data
  }

  /// Iterates over the chunks of a part.
  public struct Iterator: AsyncIteratorProtocol {
    let number: Int
    let reader: PartReader

    /// The next chunk; `nil` at the end of the part.
    ///
    /// - Throws: ``ResourceError``, or `CancellationError`.
    public func next() async throws -> Data? { try await reader.nextChunk(of: number) }
  }
}

/// The parts of a multipart response as they arrive: the pictures of a camera (`multipart/x-mixed-replace`), the ranges
/// of a file, or several items (`multipart/mixed`).
///
/// ```swift
/// for try await part in try await client.stream(request).parts {
///   let picture = try await part.collect()
/// }
/// ```
/// Memory is bounded: the head of a part above 64 KiB is an error, and its body arrives in chunks.
public struct StreamParts: AsyncSequence, Sendable {
  let stream: ResourceStream

  /// Returns an iterator; a stream has one reader.
  public func makeAsyncIterator() -> Iterator { Iterator(reader: PartReader(stream)) }

  /// Iterates over the parts of a body.
  ///
  /// Releasing it and its parts before the end cancels the exchange.
  public struct Iterator: AsyncIteratorProtocol {
    let reader: PartReader

    /// The next part; `nil` after the last.
    ///
    /// - Throws: ``ResourceError``: `decodingFailed` if the response is not multipart or is malformed, `bodyTooLarge`
    ///   if the head of a part exceeds its limit; or `CancellationError`.
    public func next() async throws -> StreamPart? {
      guard let (number, headers) = try await reader.nextPart() else { return nil }
      return StreamPart(headers: headers, number: number, reader: reader)
    }
  }
}

extension ResourceStream {
  /// The parts of a multipart body.
  public var parts: StreamParts { StreamParts(stream: self) }

  /// Whether the body is a sequence of parts that replace each other.
  package var isReplacing: Bool {
    guard status.mayHaveContent(after: summary.method) else { return false }
    let type = MIMEType(contentTypeLines: head.headers.values(for: "Content-Type"))
    guard let type, type["boundary"]?.isEmpty == false else { return false }
    return type.essence == "multipart/x-mixed-replace" || type.essence == "multipart/mixed"
  }
}
