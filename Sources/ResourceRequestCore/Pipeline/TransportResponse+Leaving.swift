// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestPlatform

/// The treatment of a response's body when the call continues, or might continue, without it.
extension TransportResponse {
  /// The maximum number of bytes read of an unwanted body.
  static var smallBody: Int { 64 << 10 }
  /// The wait for them: a few round trips, which a new connection would cost.
  private static var shortWait: Duration { .milliseconds(250) }

  /// Ends a response that the call continues from, so that it holds nothing the next exchange may wait for.
  ///
  /// A small rest of a streamed body is read, so that its connection can be kept; a larger or slow one is cancelled.
  ///
  /// - Returns: the response, with its body in memory if that was small, otherwise without a body.
  @inline(never) @discardableResult
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

  /// Buffers a body that is small and arrives soon, so that it releases its connection.
  ///
  /// Either way its stream can be read from its position.
  ///
  /// - Returns: the response, with its body in memory if that is small, and no larger than `most`.
  /// - Throws: `CancellationError`. A failure of the stream is its reader's, if anybody reads it.
  @inline(never) @discardableResult
  func settled(_ context: CallContext, upTo most: Int = smallBody) async throws -> TransportResponse {
    let (limit, time) = (min(most, TransportResponse.smallBody), TransportResponse.shortWait)
    guard let stream = body.stream, announcedLength ?? 0 <= limit else { return self }
    let start = await stream.start(upTo: limit, within: time, context.clock)
    if start.failure is CancellationError { throw CancellationError() }
    return start.isWhole && start.bytes.count <= limit ? with(start.bytes, stream.end) : self
  }

  /// The response for middleware that decides by its body: with the beginning of a streamed one.
  ///
  /// It waits for an announced body until it is complete, otherwise for a second at most; for events, which may not
  /// occur for long, not at all. The stream is not consumed.
  func shown(_ context: CallContext) async throws -> TransportResponse {
    guard let stream = body.stream else { return self }
    let time: Duration? = if announcedLength != nil { nil } else if isEvents { .zero } else { .seconds(1) }
    let start = await stream.start(upTo: TransportResponse.smallBody, within: time, context.clock)
    if start.failure is CancellationError { throw CancellationError() }
    return with(Data(start.bytes.prefix(TransportResponse.smallBody)), start.isWhole ? stream.end : nil)
  }

  /// Buffers the body.
  ///
  /// - Parameter limit: the maximum number of bytes.
  /// - Returns: the response with its body in memory.
  /// - Throws: ``TransportFailure``, with the code `bodyTooLarge` beyond the limit; or `CancellationError`.
  func whole(upTo limit: Int) async throws -> TransportResponse {
    guard let stream = body.stream else { return self }
    var bytes = Data()
    while let chunk = try await stream.next() {
      guard chunk.count <= limit - bytes.count else {
        stream.cancel()
        let message = "the response body is larger than the limit of \(limit) bytes"
        throw TransportFailure(code: .bodyTooLarge, message: message, phase: .receiving)
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
    let type = MIMEType(contentTypeLines: headers.values(for: "Content-Type"))
    return type?.essence.hasSameBytes(as: MIMEType.eventStream.essence) == true
  }

  private var announcedLength: Int? { headers["Content-Length"].flatMap { DecimalDigits.value($0.utf8) } }
}
