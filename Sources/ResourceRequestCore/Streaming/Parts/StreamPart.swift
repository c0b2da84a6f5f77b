// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

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
