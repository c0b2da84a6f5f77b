// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

public import ResourceRequestCore
import ResourceRequestPlatform

/// One download, on the task of its caller.
struct Download {
  /// The number of bytes buffered for the disk: with fewer, network and disk would alternate instead of overlap.
  private static let window = 1 << 20
  /// The maximum number of bytes read of a response without the representation.
  private static let pageLimit = 1 << 20
  /// After these failures the bytes received before are doubtful, too.
  private static let doubtful: Set<ResourceError.Code> = [.protocolViolation, .contentDecodingFailed]

  private let request: ResourceRequest
  private let target: String
  private let file: PartialFile
  private let limit: Int
  private let client: ResourceClient
  private let clock: any RequestClock
  private var gate: ProgressGate?
  /// The attempts of the last request.
  private var attempts: [Attempt] = []

  init(
    _ request: ResourceRequest,
    to target: String,
    keeps: Bool,
    limit: Int,
    progress: ProgressReporter?,
    _ client: ResourceClient
  ) throws(ResourceError) {
    self.request = request
    self.target = target
    self.limit = limit
    self.client = client
    clock = client.options.environment.clock
    gate = progress.map { ProgressGate($0) }
    do {
      file = try PartialFile(for: target, keeps: keeps)
    } catch {
      throw ResourceError(code: .fileFailed, message: "\(error)", request: request.summary)
    }
  }

  /// Requests the representation, or the rest of it, until it is complete.
  mutating func run() async throws -> DownloadedFile {
    let route = try client.lastingRoute(of: request, CallOptions(delivery: .stream(window: Download.window)))
    let digest = PartialDownload.digest(of: request, to: route.request.url)
    let end = route.totalTimeout.map { clock.now.advanced(clamping: $0) }
    var partial = file.note.flatMap { note in digest.map { note.request.hasSameBytes(as: $0) } == true ? note : nil }
    var resumedFrom: Int?
    var hasAnswer = false
    var parts = 0
    while true {
      let size = file.size
      let answer: ResourceStream
      do {
        answer = try await client.stream(asking(for: partial, from: size, until: end), window: Download.window)
      } catch let error as ResourceError {
        // A part tells of its own time, which is what was left of the download's.
        guard error.code == .deadlineExceeded, let end, clock.now >= end, hasAnswer else {
          throw error.adding(request.summary, mayHaveExecuted: hasAnswer)
        }
        throw tooLate.adding(request.summary, error.attempts, mayHaveExecuted: true)
      }
      hasAnswer = true
      attempts = answer.attempts
      let hasFile = request.method != .head
      switch hasFile ? DownloadDecision.decide(answer.head, partial: partial, size: size) : .refuse {
      case .startOver(let total):
        try check(total ?? 0)
        try writing { try file.startOver(digest.flatMap { PartialDownload(request: $0, answer.head) }) }
        try await take(answer, until: total, of: total)
        return try await finish(answer, resumedFrom: 0)
      case .append(let end, let total):
        try check(total)
        try await take(answer, until: end, of: total)
        let start = resumedFrom ?? size
        if end == total { return try await finish(answer, resumedFrom: start) }
        // A server may send less than requested (RFC 9110 §15.3.7).
        resumedFrom = start
        partial?.total = total
        parts += 1
        guard parts < UploadDecision.mostAppends else {
          throw failure(.protocolViolation, "the server sends too little with each response; \(parts) came")
        }
      case .complete:
        answer.cancel()
        try check(size)
        return try await finish(answer, resumedFrom: resumedFrom ?? size)
      case .askForWhole:
        answer.cancel()
        partial = nil
      case .refuse:
        throw try await refusal(answer)
      }
    }
  }

  /// Saves an open response as the whole representation.
  mutating func save(_ answer: ResourceStream) async throws -> DownloadedFile {
    attempts = answer.attempts
    let headers = answer.head.headers
    let total =
      headers.isCoded || !answer.status.mayHaveContent(after: answer.summary.method) ? nil : headers.contentLength
    try await take(answer, until: total, of: total)
    return try await finish(answer, resumedFrom: 0)
  }

  private func asking(
    for partial: PartialDownload?,
    from size: Int,
    until end: ContinuousClock.Instant?
  ) throws -> ResourceRequest {
    var request = request
    request.headers["Accept-Encoding"] = "identity"
    if let partial {
      request.headers["Range"] = "bytes=\(size)-"
      request.headers["If-Range"] = partial.tag
    }
    if let end {
      // The deadline is that of the whole download, however many responses it takes.
      let rest = clock.now.duration(to: end)
      guard rest > .zero else {
        throw tooLate
      }
      request.timeouts.total = .after(rest)
    }
    return request
  }

  /// Writes a body that ends at an offset of the file, if that is known.
  private mutating func take(_ answer: ResourceStream, until end: Int?, of total: Int?) async throws {
    do {
      for try await chunk in answer {
        try check(file.size, chunk.count)
        guard end.map({ chunk.count <= $0 - file.size }) ?? true else {
          throw failure(.protocolViolation, "the response body is longer than its head says")
        }
        try writing { try file.append(chunk) }
        let (progress, now) = (TransferProgress(completed: file.size, total: total), clock.now)
        gate?.advance(to: progress, at: now)
      }
    } catch let error as ResourceError where Download.doubtful.contains(error.code) {
      try writing { try file.startOver(nil) }
      throw error
    }
    guard end.map({ $0 == file.size }) ?? true else {
      throw failure(
        .connectionClosed,
        "the response ended at byte \(file.size), before the file was complete",
        isRetryable: true
      )
    }
  }

  private mutating func finish(_ answer: ResourceStream, resumedFrom: Int) async throws -> DownloadedFile {
    do { try await file.finish() } catch { throw failure(.fileFailed, "\(error)", cause: error) }
    let (progress, now) = (TransferProgress(completed: file.size, total: file.size), clock.now)
    gate?.finish(progress, at: now)
    return DownloadedFile(
      path: target,
      head: answer.head,
      size: file.size,
      resumedFrom: resumedFrom,
      attempts: answer.attempts,
      metrics: answer.metrics
    )
  }

  /// The error for a response without the representation: its status, with a part of its body.
  private func refusal(_ answer: ResourceStream) async throws -> ResourceError {
    let response = try await answer.beginning(upTo: max(0, min(Download.pageLimit, answer.bodyLimit)))
    // No other status promises one.
    let lack = answer.status.isSuccessful ? ", without the whole representation in it" : ""
    return response.unsuccessful("the response is \(answer.status)\(lack)", of: answer.summary, answer.attempts)
  }

  /// Enforces the limit.
  private func check(_ size: Int, _ more: Int = 0) throws {
    guard size <= limit, more <= limit - size else {
      throw failure(.bodyTooLarge, "the file is larger than the limit of \(limit) bytes")
    }
  }

  private var tooLate: ResourceError {
    failure(.deadlineExceeded, "the call's deadline passed before the file was whole")
  }

  private func writing(_ body: () throws -> Void) throws {
    do {
      try body()
    } catch {
      throw failure(.fileFailed, "\(error)", cause: error)
    }
  }

  private func failure(
    _ code: ResourceError.Code,
    _ message: String,
    isRetryable: Bool = false,
    cause: (any Error)? = nil
  ) -> ResourceError {
    ResourceError(
      code: code,
      message: message,
      request: request.summary,
      attempts: attempts,
      isRetryable: isRetryable,
      mayHaveExecuted: true,
      cause: cause
    )
  }
}

/// A completed download.
public struct DownloadedFile: Sendable, Hashable {
  /// The path of the file.
  public let path: String
  /// The head of the response that completed it.
  public let head: ResponseHead
  /// The length of the file in bytes.
  public let size: Int
  /// The bytes that came from the partial file of an earlier download; 0 if the download started over.
  public let resumedFrom: Int
  /// The attempts of the last request, the one whose body was read included.
  public let attempts: [Attempt]
  /// The metrics of that body's exchange.
  public let metrics: ExchangeMetrics?
  /// The file name that the server suggests (RFC 6266), sanitized: without separators, leading dots and control
  /// characters.
  ///
  /// It is a suggestion only; nothing was written under this name.
  public var suggestedName: String? { head.headers["Content-Disposition"].flatMap { ContentDisposition.fileName($0) } }
}
