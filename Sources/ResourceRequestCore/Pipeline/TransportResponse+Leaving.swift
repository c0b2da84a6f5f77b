// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What becomes of a response's body where the call goes on from it, or might.
extension TransportResponse {
  /// The most bytes that are read of a body nobody wants.
  private static var smallBody: Int { 64 << 10 }
  /// How long they are waited for: a few round trips, which a new connection would cost.
  private static var shortWait: Duration { .milliseconds(250) }

  /// Ends a response that the call goes on from, so that it holds nothing the next exchange may wait for.
  ///
  /// A small rest of a streamed body is read, which lets its connection be kept; one that is larger, or does not come
  /// soon, is cancelled.
  ///
  /// - Returns: the response with its body in memory where it was small, otherwise without a body.
  @discardableResult
  func left(_ context: CallContext) async -> TransportResponse {
    guard let stream = body.stream else { return self }
    if announcedLength ?? 0 <= TransportResponse.smallBody {
      let time = TransportResponse.shortWait
      let start = await stream.start(upTo: TransportResponse.smallBody, within: time, context.clock)
      if start.isWhole, start.bytes.count <= TransportResponse.smallBody {
        return with(start.bytes, stream.end)
      }
    }
    stream.cancel()
    var response = self
    response.body = IncomingBody()
    return response
  }

  /// Takes a body into memory where it is small and comes soon, so that it needs no connection any more.
  ///
  /// Either way its stream can be read from where it was.
  ///
  /// - Throws: what ended the stream, or `CancellationError`.
  func settle(_ context: CallContext) async throws {
    guard let stream = body.stream, announcedLength ?? 0 <= TransportResponse.smallBody else { return }
    let time = TransportResponse.shortWait
    let start = await stream.start(upTo: TransportResponse.smallBody, within: time, context.clock)
    if let failure = start.failure { throw failure }
  }

  /// The response as it is shown to those who decide by its body: with the beginning of a streamed one.
  ///
  /// It is waited for as long as it is known to come, otherwise a second at most; of events, which come when they happen,
  /// only what comes with the head. The stream stays to be read.
  func shown(_ context: CallContext) async throws -> TransportResponse {
    guard let stream = body.stream else { return self }
    let time: Duration? = if announcedLength != nil { nil } else if isEvents { .zero } else { .seconds(1) }
    let start = await stream.start(upTo: TransportResponse.smallBody, within: time, context.clock)
    if start.failure is CancellationError { throw CancellationError() }
    return with(Data(start.bytes.prefix(TransportResponse.smallBody)), start.isWhole ? stream.end : nil)
  }

  /// The response with its body in memory.
  ///
  /// - Parameter limit: the most bytes to collect.
  /// - Returns: the response, in memory.
  /// - Throws: ``TransportFailure``, with the code `bodyTooLarge` where there are more; or `CancellationError`.
  func whole(upTo limit: Int) async throws -> TransportResponse {
    guard let stream = body.stream else { return self }
    var bytes = Data()
    while let chunk = try await stream.next() {
      guard chunk.count <= limit - bytes.count else {
        stream.cancel()
        throw TransportFailure(
          code: .bodyTooLarge,
          message: "the response body is larger than the limit of \(limit) bytes",
          phase: .receiving
        )
      }
      if bytes.isEmpty { bytes = chunk } else { bytes.append(chunk) }
    }
    return with(bytes, stream.end)
  }

  private func with(_ bytes: Data, _ end: IncomingStream.End?) -> TransportResponse {
    var response = self
    response.body = IncomingBody(bytes)
    if let end {
      response.trailers = end.trailers
      response.metrics = end.metrics
    }
    return response
  }

  private var isEvents: Bool {
    MIMEType(contentTypeLines: headers.values(for: "Content-Type"))?.essence.hasSameBytes(
      as: MIMEType.eventStream.essence
    )
      == true
  }

  private var announcedLength: Int? { headers["Content-Length"].flatMap { DecimalDigits.value($0.utf8) } }
}
