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
  func left(_ context: RequestContext) async -> TransportResponse {
    guard let stream = body.stream else { return self }
    if announcedLength ?? 0 <= TransportResponse.smallBody,
      let isWhole = try? await stream.fetch(TransportResponse.smallBody, within: TransportResponse.shortWait, context),
      isWhole,
      let response = try? await whole(upTo: TransportResponse.smallBody)
    {
      return response
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
  func settle(_ context: RequestContext) async throws {
    guard let stream = body.stream, announcedLength ?? 0 <= TransportResponse.smallBody else { return }
    _ = try await stream.fetch(TransportResponse.smallBody, within: TransportResponse.shortWait, context)
  }

  /// The response with its body in memory.
  ///
  /// - Parameter limit: the most bytes to take in.
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
          message: "the body of the answer is larger than the limit of \(limit) bytes",
          phase: .receiving
        )
      }
      if bytes.isEmpty { bytes = chunk } else { bytes.append(chunk) }
    }
    var response = self
    response.body = IncomingBody(bytes)
    if let end = stream.end {
      response.trailers = end.trailers
      response.metrics = end.metrics
    }
    return response
  }

  private var announcedLength: Int? { headers["Content-Length"].flatMap { DecimalDigits.value($0.utf8) } }
}

extension IncomingStream {
  /// Fetches what is left of the stream into memory, until its end, or until there are more than so many bytes, or until
  /// some time has passed; it stays to be read.
  ///
  /// - Returns: whether all of it is in memory.
  /// - Throws: what ended the stream, or `CancellationError`.
  fileprivate func fetch(_ limit: Int, within time: Duration, _ context: RequestContext) async throws -> Bool {
    var chunks: [Data] = []
    var count = 0
    let reading = makeTicket()
    var alarm: Task<Void, Never>?
    defer {
      alarm?.cancel()
      putBack(chunks)
    }
    while count <= limit {
      let chunk: Data?
      switch take() {
      case .chunk(let ready): chunk = ready
      case .end: chunk = nil
      case .failure(let error): throw error
      case .nothing:
        // Most often everything came with the head, and nobody need watch the time.
        if alarm == nil { alarm = dismissal(of: reading, after: time, context.clock) }
        do { chunk = try await next(reading) } catch is BytePipe.Dismissed { return false }
      }
      guard let chunk else { return true }
      count += chunk.count
      chunks.append(chunk)
    }
    return false
  }

  private func dismissal(of reading: UInt64, after time: Duration, _ clock: any RequestClock) -> Task<Void, Never> {
    let end = clock.now.advanced(clamping: time)
    return Task { [weak self] in
      if (try? await clock.sleep(until: end)) != nil { self?.dismiss(reading) }
    }
  }
}
