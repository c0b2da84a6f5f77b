// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestCore
import ResourceRequestPlatform

/// The body of a response, as it arrives piece by piece from a responder's bytes or its stream.
struct StubFeed: Sendable {
  private let exchange: StubExchange
  private let response: TransportResponse
  /// The required number of bytes; `nil` if none was announced.
  private let length: Int?
  /// The number of bytes before decoding; `nil` if they were not decoded, or if it is unknown.
  private let codedLength: Int?
  private let pieceSize: Int
  private var received = 0

  init(_ exchange: StubExchange, _ response: TransportResponse, length: Int?) {
    self.exchange = exchange
    self.response = response
    self.length = length
    codedLength = StubHead.codedLength(of: response)
    // Two chunks fill a window, so that one is received while the other is read.
    pieceSize = min(max((exchange.options.streamWindow ?? .max) / 2, 16 << 10), 256 << 10)
  }

  /// The next piece; `nil` at the end.
  mutating func next() async throws -> Data? {
    if let length, received == length { return nil }
    guard var piece = try await unlimited() else {
      guard let length else { return nil }
      throw failure(.connectionClosed, "the body ended after \(received) bytes, and the response announced \(length)")
    }
    // Bytes beyond the announced length belong to no response.
    if let length, piece.count > length - received { piece = Data(piece.prefix(length - received)) }
    received += piece.count
    let limit = max(1, exchange.options.expansionLimit)
    if let codedLength, received > 1 << 20, received / limit > max(1, codedLength) {
      throw failure(
        .contentDecodingFailed,
        "the response body grows to more than \(limit) times its size, as one made to exhaust memory does"
      )
    }
    return piece
  }

  private func unlimited() async throws -> Data? {
    guard let stream = response.body.stream else {
      let bytes = response.body.bytes
      let rest = bytes.dropFirst(received)
      return rest.isEmpty ? nil : Data(rest.prefix(pieceSize))
    }
    do {
      return try await exchange.limit(to: exchange.options.readTimeout, .receiving).run { try await stream.next() }
    } catch is CancellationError where !Task.isCancelled {
      throw failure(.connectionClosed, "the response stream was cancelled by another task")
    }
  }

  private func failure(_ code: ResourceError.Code, _ message: String) -> TransportFailure {
    TransportFailure(code: code, message: message, phase: .receiving)
  }

  /// The trailers and metrics at the end.
  var end: IncomingStream.End {
    response.body.stream?.end ?? IncomingStream.End(trailers: response.trailers, metrics: response.metrics)
  }

  /// Tells the producer of the body that it is no longer read.
  func cancel() {
    response.body.stream?.cancel()
  }

  /// Passes the body on as a stream with the requested window.
  ///
  /// - Parameters:
  ///   - window: its window.
  ///   - ended: called once, when it has ended or is no longer read.
  /// - Returns: the stream.
  func stream(_ window: Int, ended: @escaping @Sendable () -> Void) -> IncomingStream {
    let hasRoom = Watched(true)
    let feeder = Lock<Task<Void, Never>?>(nil)
    let (stream, writer) = IncomingStream.makeStream(window: window) {
      hasRoom.change { $0 = true }
    } whenCancelled: {
      feeder.withLock(\.self)?.cancel()
    }
    // It captures the writer alone, since the stream belongs to its reader: releasing it ends the exchange.
    let task = Task(executorPreference: WaitingThread.current) {
      var feed = self
      do {
        while let piece = try await feed.next() {
          try Task.checkCancellation()
          hasRoom.change { $0 = false }
          guard !writer.write(piece) else { continue }
          try await exchange.limit(to: nil, .receiving).run { try await hasRoom.wait { $0 } }
        }
        writer.finish(feed.end)
      } catch {
        writer.fail(error)
      }
      feed.cancel()
      ended()
    }
    feeder.withLock { $0 = task }
    return stream
  }
}
