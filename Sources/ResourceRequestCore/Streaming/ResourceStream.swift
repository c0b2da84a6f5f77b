// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

public import ResourceRequestPlatform

/// A streamed response: its head, and the chunks of its body as they arrive, for one reader.
///
/// ```swift
/// let answer = try await client.stream(request)
/// for try await chunk in answer { … }
/// ```
/// Leaving the loop before the end cancels the exchange.
public struct ResourceStream: AsyncSequence, Sendable {
  /// Status, header fields and URL.
  public let head: ResponseHead
  private let source: Source

  init(_ answer: HopAnswer, _ context: CallContext, _ call: CallInFlight, _ decoders: ChosenDecoders) {
    var head = ResponseHead(
      status: answer.response.status,
      headers: answer.response.headers,
      url: answer.request.url,
      redirects: answer.redirects,
      attempts: answer.attempts.all
    )
    head.cache = answer.response.cache
    head.isSchemeUpgraded = answer.request.upgradedFrom != nil
    head.isCoded = answer.request.leavesCoded(head.headers)
    head.sentSecrets = answer.response.sentSecrets
    head.decoders = decoders
    self.head = head
    source = Source(answer, context, call)
  }

  /// The status.
  public var status: Status { head.status }

  /// A summary of the request.
  package var summary: RequestSummary { source.request.summary }
  /// The maximum number of bytes to buffer.
  package var bodyLimit: Int { source.request.options.bodyLimit }

  /// The trailer fields, after the end of the body.
  public var trailers: Headers? { source.end?.trailers }

  /// The metrics of the exchange, after the end of the body.
  public var metrics: ExchangeMetrics? { source.end?.metrics }

  /// Every attempt of the call; the last one has its metrics after the end of the body.
  public var attempts: [Attempt] {
    metrics.map { head.attempts.completed(status, $0, head.redirects) } ?? head.attempts
  }

  /// Cancels the exchange.
  public func cancel() { source.cancel() }

  /// Returns an iterator over the chunks.
  ///
  /// A stream has one reader at a time. A second reader gets what the first left; a reader beside another one fails
  /// with `streamInUse`, and the first continues.
  public func makeAsyncIterator() -> Iterator { Iterator(source) }

  /// Collects the rest of the body into a response.
  ///
  /// - Parameter limit: the most bytes to collect.
  /// - Returns: the head with the bytes not read before.
  /// - Throws: ``ResourceError``, with the code `bodyTooLarge` if there are more; or `CancellationError`.
  public func collect(upTo limit: Int = 64 << 20) async throws -> ResourceResponse {
    var data = Data()
    for try await chunk in self {
      guard chunk.count <= limit - data.count else {
        source.cancel()
        throw ResourceError(
          code: .bodyTooLarge,
          message: "the response body is larger than the limit of \(limit) bytes",
          request: source.request.summary,
          attempts: attempts,
          mayHaveExecuted: true
        )
      }
      data.append(chunk)
    }
    return response(head, data)
  }

  /// The beginning of the body as a response, for an error that its status says: what ends the body does not matter.
  ///
  /// - Throws: `CancellationError`.
  package func beginning(upTo limit: Int = 1 << 20) async throws -> ResourceResponse {
    var data = Data()
    do {
      for try await chunk in self {
        data.append(chunk.prefix(limit - data.count))
        if data.count == limit { break }
      }
    } catch let error where !(error is CancellationError) {}
    return response(head, data)
  }

  /// A response made of a head and bytes of this stream.
  package func response(_ head: ResponseHead, _ data: Data) -> ResourceResponse {
    ResourceResponse(
      ResourceResponse.Parts(
        status: head.status,
        headers: head.headers,
        data: data,
        trailers: trailers ?? Headers(),
        method: source.request.method,
        service: source.request.service,
        url: head.url,
        redirects: head.redirects,
        metrics: metrics ?? ExchangeMetrics(),
        attempts: AttemptList(head.attempts),
        cache: head.cache,
        isSchemeUpgraded: head.isSchemeUpgraded,
        isForeign: source.request.authorization.isRedirected,
        isCoded: head.isCoded,
        sentSecrets: head.sentSecrets,
        decoders: head.decoders
      )
    )
  }

  /// Iterates over the chunks of a body.
  ///
  /// Releasing it before the end cancels the exchange.
  public final class Iterator: AsyncIteratorProtocol {
    private let source: Source
    private let number = RequestEnvironment.nextID()
    private var hasBegun = false

    init(_ source: Source) {
      self.source = source
    }

    deinit {
      source.readerGoes(number)
    }

    /// The next chunk; `nil` at the end.
    ///
    /// - Throws: ``ResourceError``, with the code `streamInUse` if another task is reading, or an iterator was released before
    ///   the end; or `CancellationError`.
    public func next() async throws -> Data? {
      let mayTakeOver = !hasBegun
      hasBegun = true
      return try await source.next(for: number, mayTakeOver: mayTakeOver)
    }
  }

  /// The source of the chunks, shared by all iterators.
  final class Source: Sendable {
    let request: ResolvedRequest
    private let status: Status
    private let stream: IncomingStream
    private let context: CallContext
    private let call: CallInFlight
    private let state = Lock(State())

    private struct State {
      /// Whether the end has been reported to observers.
      var isOver = false
      /// The iterator that read last.
      var reader: UInt64?
      /// Whether that iterator is waiting for a chunk.
      var isReading = false
      /// Whether an iterator was released before the end, which ended the stream.
      var wasLeft = false
    }

    init(_ answer: HopAnswer, _ context: CallContext, _ call: CallInFlight) {
      request = answer.request
      status = answer.response.status
      stream = answer.response.body.stream ?? .whole(answer.response)
      self.context = context
      self.call = call
    }

    deinit {
      // A transport that keeps the stream learns of it too.
      stream.cancel()
      conclude { context.ended(by: CancellationError()) }
    }

    var end: IncomingStream.End? { stream.end }

    /// Cancels the exchange, and reports the end of the call; a reader that waits for a chunk reports it itself.
    func cancel() {
      stream.cancel()
      conclude(unlessReading: true) { context.ended(by: CancellationError()) }
    }

    /// Ends the exchange when its reader is released, or an iterator where nobody has read; one that was refused does not
    /// end it.
    func readerGoes(_ number: UInt64) {
      let isReader = state.withLock { state in
        let isReader = state.reader ?? number == number
        if isReader, !state.isOver { state.wasLeft = true }
        return isReader
      }
      if isReader { cancel() }
    }

    /// Returns the next chunk to an iterator.
    ///
    /// Another iterator may take over once the reader is idle. So of two concurrent readers one is always refused.
    func next(for number: UInt64, mayTakeOver: Bool) async throws -> Data? {
      let refusal: String? = state.withLock { state in
        if state.wasLeft {
          return
            "an iterator of this stream was released before the end, which ended it; keep the iterator to read on"
        }
        if state.isReading || state.reader != number && state.reader != nil && !mayTakeOver {
          return "another task reads this stream; a stream has one reader"
        }
        state.reader = number
        state.isReading = true
        return nil
      }
      if let refusal {
        throw ResourceError(
          code: .streamInUse,
          message: refusal,
          request: request.summary,
          mayHaveExecuted: true
        )
      }
      defer { state.withLock { $0.isReading = false } }
      do {
        if let chunk = try await stream.next() { return chunk }
        conclude { context.finished(status, stream.end?.metrics ?? ExchangeMetrics()) }
        return nil
      } catch {
        let error = context.described(error, request)
        conclude { context.ended(by: error) }
        throw error
      }
    }

    /// Reports the end of the call, once; it is in flight until then, however long its stream is kept.
    private func conclude(unlessReading: Bool = false, _ report: () -> Void) {
      let isFirst = state.withLock { state in
        if state.isOver || unlessReading && state.isReading { return false }
        state.isOver = true
        return true
      }
      guard isFirst else { return }
      report()
      call.end()
    }
  }
}

extension IncomingStream {
  /// Makes a stream of the body of a transport that delivers whole bodies only.
  fileprivate static func whole(_ response: TransportResponse) -> IncomingStream {
    let (stream, writer) = IncomingStream.makeStream(window: .max)
    _ = writer.write(response.body.bytes)
    writer.finish(End(trailers: response.trailers, metrics: response.metrics))
    return stream
  }
}

extension ResourceClient {
  /// Sends a request and returns its response as soon as the head has arrived, with the body as a stream.
  ///
  /// Applies back pressure: at most the window is buffered. Over HTTP/2 a server may have 256 KiB under way in any case, and
  /// up to 16 windows while the reader keeps up. Only a total timeout of the request or the configuration
  /// applies, and it includes the reader's time. The read timeout measures the peer's silence, not the reader's.
  ///
  /// - Parameters:
  ///   - request: the request.
  ///   - window: how many bytes are buffered for the reader.
  /// - Returns: the head, and the body as it arrives.
  /// - Throws: ``ResourceError``, or `CancellationError`.
  public func stream(_ request: ResourceRequest, window: Int = 256 << 10) async throws -> ResourceStream {
    try await stream(request, CallOptions(delivery: .stream(window: window)))
  }

  /// Opens a stream with call options; a body in memory is a stream of one chunk.
  package func stream(_ request: ResourceRequest, _ call: CallOptions) async throws -> ResourceStream {
    let underWay = CallInFlight(inFlight)
    let call = try begin(request, call)
    let answer = try await carryOut(request, call)
    let context = call.context(after: answer.redirects.count)
    let stream = ResourceStream(answer, context, underWay, parts.decoders(for: request.service))
    conclude(call, request, answer)
    return stream
  }
}
