// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension ResourceClient {
  /// Sends a request and gives back its response, and tells how much of its body was sent.
  ///
  /// What counts as sent is what the transport has taken: of a body that is compressed, the compressed bytes. The last
  /// report is the one of the whole body; a request without one has none. Where the body is sent again, to where a
  /// redirect leads or on a new connection, it is counted anew.
  ///
  /// - Parameters:
  ///   - request: what to ask for.
  ///   - uploadProgress: is told.
  /// - Returns: the response, whatever its status.
  /// - Throws: ``ResourceError``, or `CancellationError`.
  public func send(_ request: ResourceRequest, uploadProgress: ProgressReporter) async throws -> ResourceResponse {
    try await send(request, reportingUploadTo: uploadProgress)
  }

  /// Sends a request, tells how much of its body was sent, and gives back its answer as soon as the head is in, with the
  /// body as a stream.
  ///
  /// Reports come while the head is awaited, as for ``send(_:uploadProgress:)``; where the server answers before it has
  /// the whole body, they go on beside the stream.
  ///
  /// - Parameters:
  ///   - request: what to ask for.
  ///   - window: how many bytes of the response may wait for the reader.
  ///   - uploadProgress: is told.
  /// - Returns: the head, and the body as it comes in.
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

  func send(_ request: ResourceRequest, reportingUploadTo reporter: ProgressReporter?) async throws -> ResourceResponse
  {
    guard let reporter else { return try await send(request) }
    var call = CallOptions()
    reporter.watch(&call, by: options.environment.clock)
    return try await send(request, call)
  }
}

extension ProgressReporter {
  /// Puts itself between the body of a call and the transport, on every hop.
  func watch(_ call: inout CallOptions, by clock: any RequestClock) {
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

  func makeAsyncIterator() -> Iterator { Iterator(self) }

  struct Iterator: AsyncIteratorProtocol {
    private var chunks: any AsyncIteratorProtocol<Data, any Error>
    private let total: Int?
    private let clock: any RequestClock
    private var gate: ProgressGate
    private var sent = 0

    init(_ watched: WatchedChunks) {
      chunks = watched.chunks.makeAsyncIterator()
      total = watched.total
      clock = watched.clock
      gate = ProgressGate(watched.reporter)
    }

    mutating func next() async throws -> Data? {
      // Whoever asks for more has taken what came before.
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
