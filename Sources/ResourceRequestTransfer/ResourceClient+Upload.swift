// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

public import ResourceRequestCore
import ResourceRequestPlatform

extension ResourceClient {
  /// Sends a request and reports how much of its body was sent.
  ///
  /// Bytes count as sent once the transport has taken them; for a compressed body, these are the compressed bytes. The
  /// last report is that of the whole body; a request without a body has none. If the body is sent again, after a
  /// redirect or on a new connection, counting starts over.
  ///
  /// - Parameters:
  ///   - request: the request.
  ///   - uploadProgress: receives the progress.
  /// - Returns: the response, whatever its status.
  /// - Throws: ``ResourceError``, or `CancellationError`.
  public func send(_ request: ResourceRequest, uploadProgress: ProgressReporter) async throws -> ResourceResponse {
    try await send(request, reportingUploadTo: uploadProgress)
  }

  /// Sends a request, reports how much of its body was sent, and returns the response when its head has arrived, with
  /// the body as a stream.
  ///
  /// Reports arrive while the head is awaited, as for ``send(_:uploadProgress:)``; if the server responds before it has
  /// the whole body, they continue beside the stream.
  ///
  /// - Parameters:
  ///   - request: the request.
  ///   - window: the maximum number of response bytes that wait for the reader.
  ///   - uploadProgress: receives the progress.
  /// - Returns: the head, and the body as a stream.
  /// - Throws: ``ResourceError``, or `CancellationError`.
  public func stream(
    _ request: ResourceRequest,
    window: Int = 256 << 10,
    uploadProgress: ProgressReporter
  ) async throws -> ResourceStream {
    var call = CallOptions(delivery: .stream(window: window))
    uploadProgress.watch(&call, by: options.environment.clock)
    return try await stream(request, call)
  }

  package func send(_ request: ResourceRequest, reportingUploadTo reporter: ProgressReporter?) async throws
    -> ResourceResponse
  {
    guard let reporter else { return try await send(request) }
    var call = CallOptions()
    reporter.watch(&call, by: options.environment.clock)
    return try await send(request, call)
  }
}

extension ProgressReporter {
  /// Puts itself between the body of a call and the transport, on every hop.
  package func watch(_ call: inout CallOptions, by clock: any RequestClock) {
    call.watch = { $0.length == 0 ? $0 : watched($0, by: clock) }
  }

  private func watched(_ body: OutgoingBody, by clock: any RequestClock) -> OutgoingBody {
    OutgoingBody(counted: body) {
      let chunks: OutgoingBody.Chunks
      if let bytes = body.bytes { chunks = Pieces(bytes: bytes) } else { chunks = try await body.chunks() }
      return WatchedChunks(chunks: chunks, total: body.length, reporter: self, clock: clock)
    }
  }
}

/// The chunks of a body, counted as the transport takes them.
private struct WatchedChunks: AsyncSequence, Sendable {
  let chunks: OutgoingBody.Chunks
  let total: Int?
  let reporter: ProgressReporter
  let clock: any RequestClock

  func makeAsyncIterator() -> Iterator {
    Iterator(chunks: chunks.makeAsyncIterator(), total: total, clock: clock, gate: ProgressGate(reporter))
  }

  struct Iterator: AsyncIteratorProtocol {
    var chunks: any AsyncIteratorProtocol<Data, any Error>
    let total: Int?
    let clock: any RequestClock
    var gate: ProgressGate
    var sent = 0

    mutating func next() async throws -> Data? {
      // A reader that asks for the next chunk has taken the previous one.
      if sent > 0 { gate.advance(to: TransferProgress(completed: sent, total: total), at: clock.now) }
      guard let chunk = try await chunks.next(isolation: #isolation) else {
        gate.finish(TransferProgress(completed: sent, total: sent), at: clock.now)
        return nil
      }
      sent += chunk.count
      return chunk
    }
  }
}

/// A body in memory, in pieces small enough for its progress to be seen.
private struct Pieces: AsyncSequence, Sendable {
  private static let size = 64 << 10

  let bytes: Data

  func makeAsyncIterator() -> Iterator { Iterator(rest: bytes) }

  struct Iterator: AsyncIteratorProtocol {
    var rest: Data

    mutating func next() async throws -> Data? {
      guard !rest.isEmpty else { return nil }
      defer { rest = rest.dropFirst(Pieces.size) }
      return rest.prefix(Pieces.size)
    }
  }
}
