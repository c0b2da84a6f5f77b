// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

public import ResourceRequestPlatform

/// The body of a response while it comes in, for one reader.
///
/// A transport creates one with ``makeStream(window:whenRoom:whenCancelled:)`` and keeps the ``Writer``. Releasing the
/// reader cancels the exchange.
public final class IncomingStream: Sendable, Hashable {
  /// Trailers and metrics after a successful end.
  public struct End: Sendable {
    /// Trailer fields.
    public let trailers: Headers
    /// The metrics of the exchange.
    public let metrics: ExchangeMetrics

    /// Creates the end of a stream.
    public init(trailers: Headers = Headers(), metrics: ExchangeMetrics = ExchangeMetrics()) {
      self.trailers = trailers
      self.metrics = metrics
    }
  }

  private let pipe: BytePipe
  /// Decodes the content codings while the stream is read.
  private let decoder: Lock<ContentDecoder>?
  /// Chunks that were read ahead and are read again by the reader.
  private let ahead = Lock<[Data]>([])
  private let lastWords = Lock<End?>(nil)
  /// Receives a copy of what is read.
  private let tap = InlineLock<StreamTap?>(nil)

  /// Creates a stream and its writer.
  ///
  /// The writer does not retain the stream: when the reader releases it, the exchange is cancelled.
  ///
  /// - Parameters:
  ///   - window: how many bytes are buffered before the writer must pause.
  ///   - whenRoom: tells the transport to continue.
  ///   - whenCancelled: tells the transport that the reader is gone; also called after the end.
  /// - Returns: the stream for the response, and the writer for the transport.
  public static func makeStream(
    window: Int,
    whenRoom: @escaping @Sendable () -> Void = {},
    whenCancelled: @escaping @Sendable () -> Void = {}
  ) -> (stream: IncomingStream, writer: Writer) {
    let stream = IncomingStream(window: window, decoder: nil, whenRoom: whenRoom, whenCancelled: whenCancelled)
    return (stream, stream.writer)
  }

  /// Creates a stream whose transport writes the body as received and whose reader decodes it.
  ///
  /// So the body is expanded no further than it is read, and on the reader's time.
  package init(
    window: Int,
    decoder: sending ContentDecoder?,
    whenRoom: @escaping @Sendable () -> Void,
    whenCancelled: @escaping @Sendable () -> Void
  ) {
    pipe = BytePipe(window: window, wakeLoop: whenRoom, onClose: whenCancelled)
    if let decoder { self.decoder = Lock(decoder) } else { self.decoder = nil }
  }

  deinit {
    pipe.close()
  }

  /// The transport's side.
  package var writer: Writer { Writer(pipe: pipe, lastWords: lastWords) }

  /// The next chunk; `nil` at the end.
  ///
  /// - Throws: ``TransportFailure``, with the code `streamInUse` if another task is reading; or `CancellationError`.
  public func next() async throws -> Data? {
    guard !Task.isCancelled else {
      // Whatever is there: a reader that is slower than the network would never see it.
      pipe.close()
      tap.withLock { $0 }?.drop(CancellationError())
      throw CancellationError()
    }
    if let chunk = ahead.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) { return chunk }
    do {
      return try await decoded { try await $0.next() }
    } catch is BytePipe.BusyPipe {
      let message = "another task reads this stream; a stream has one reader"
      throw TransportFailure(code: .streamInUse, message: message, phase: .receiving)
    }
  }

  /// Reads from the pipe until a part of the body is decoded.
  private func decoded(_ read: (BytePipe) async throws -> Data?) async throws -> Data? {
    let tap = tap.withLock { $0 }
    guard let tap else { return try await plain(read) }
    do {
      let chunk = try await plain(read)
      if let chunk { tap.take(chunk) } else { tap.end(end) }
      return chunk
    } catch {
      if !(error is BytePipe.Dismissed) { tap.drop(error) }
      throw error
    }
  }

  /// Copies what is read to a tap, in order; set before anybody reads.
  ///
  /// Chunks that were read ahead are copied at once.
  package func show(to tap: StreamTap) {
    for chunk in ahead.withLock({ $0 }) { tap.take(chunk) }
    self.tap.withLock { $0 = $0?.followed(by: tap) ?? tap }
  }

  private func plain(_ read: (BytePipe) async throws -> Data?) async throws -> Data? {
    guard let decoder else { return try await read(pipe) }
    do {
      while true {
        if let piece = try decoder.withLock({ try $0.next() }) { return piece }
        guard let piece = try await read(pipe) else {
          try decoder.withLock { try $0.finish() }
          return nil
        }
        decoder.withLock { $0.put(piece) }
      }
    } catch let fault as DeflateFault {
      // Nothing after the fault can be read, so nothing more is received.
      pipe.close()
      throw TransportFailure(code: .contentDecodingFailed, message: fault.message, phase: .receiving)
    }
  }

  /// The result of reading ahead.
  struct Start {
    var bytes = Data()
    /// Whether it is the whole body.
    var isWhole = false
    /// The failure that ended the stream.
    var failure: (any Error)?
  }

  /// Reads ahead without consuming: until the end, until more than `limit` bytes, or until `time` has passed.
  ///
  /// - Parameters:
  ///   - limit: the sufficient number of bytes.
  ///   - time: the maximum wait; `nil` for as long as the transport waits.
  ///   - clock: the clock of the wait.
  /// - Returns: the beginning of the rest of the stream.
  func start(upTo limit: Int, within time: Duration?, _ clock: any RequestClock) async -> Start {
    var start = Start()
    let reading = pipe.makeTicket()
    var alarm: Task<Void, Never>?
    defer { alarm?.cancel() }
    var chunks = ahead.withLock { $0 }
    for chunk in chunks { start.bytes.append(chunk) }
    do {
      while start.bytes.count <= limit {
        let chunk = try await decoded { pipe in
          switch pipe.take() {
          case .chunk(let chunk): return chunk
          case .end: return nil
          case .failure(let error): throw error
          case .nothing: break
          }
          // Usually everything arrived with the head and no timer is needed.
          if alarm == nil, let time {
            let end = clock.now.advanced(clamping: time)
            alarm = Task(executorPreference: WaitingThread.current) {
              if (try? await clock.sleep(until: end)) != nil { pipe.dismiss(reading) }
            }
          }
          return try await pipe.next(reading)
        }
        guard let chunk else {
          start.isWhole = true
          break
        }
        start.bytes.append(chunk)
        chunks.append(chunk)
      }
    } catch is BytePipe.Dismissed {
    } catch {
      start.failure = error
    }
    ahead.withLock { $0 = chunks }
    return start
  }

  /// Cancels the exchange.
  public func cancel() { pipe.close() }

  /// Trailers and metrics after a successful end.
  public var end: End? { lastWords.withLock { $0 } }

  /// Whether both are the same stream.
  public static func == (one: IncomingStream, other: IncomingStream) -> Bool { one === other }
  /// Hashes the identity.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// Receives a copy of a stream's body while another reader reads it: no byte more, and none earlier.
package struct StreamTap: Sendable {
  /// Receives the next chunk.
  let take: @Sendable (Data) -> Void
  /// The body ended successfully.
  let end: @Sendable (IncomingStream.End?) -> Void
  /// The stream broke off.
  let drop: @Sendable (any Error) -> Void

  package init(
    take: @escaping @Sendable (Data) -> Void,
    end: @escaping @Sendable (IncomingStream.End?) -> Void,
    drop: @escaping @Sendable (any Error) -> Void
  ) {
    self.take = take
    self.end = end
    self.drop = drop
  }

  /// Both, one after the other.
  func followed(by other: StreamTap) -> StreamTap {
    StreamTap(
      take: { chunk in
        take(chunk)
        other.take(chunk)
      },
      end: { last in
        end(last)
        other.end(last)
      },
      drop: { error in
        drop(error)
        other.drop(error)
      }
    )
  }
}

extension IncomingStream {
  /// A transport's side of a stream.
  ///
  /// Applies back pressure: the transport writes until ``write(_:)`` returns `false`, and continues after `whenRoom`.
  public struct Writer: Sendable {
    fileprivate let pipe: BytePipe
    fileprivate let lastWords: Lock<End?>

    /// Writes a chunk.
    ///
    /// - Returns: whether to continue; if not, `whenRoom` is called once there is room.
    public func write(_ chunk: Data) -> Bool { pipe.offer(chunk) }

    /// Whether the transport was told to pause and has not been told to continue.
    public var isFull: Bool { pipe.isFull }

    /// Ends the stream successfully, after all written bytes.
    public func finish(_ end: End) {
      lastWords.withLock { $0 = end }
      pipe.finish()
    }

    /// Ends the stream with an error, after all written bytes.
    public func fail(_ error: any Error) { pipe.finish(.failure(error)) }
  }
}
