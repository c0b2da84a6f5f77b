// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

extension ResourceClient {
  /// Downloads a representation to a file.
  ///
  /// The bytes are written beside the target and put in its place when they are all there and on the disk; nothing
  /// half-written is ever seen under the target's name. With `resume`, what came is kept when the download fails, beside
  /// the target as `target.part`, and the next download asks for the rest only (RFC 9110 §14, with `If-Range`), where
  /// the server gave a strong validator; where the representation has changed meanwhile, it starts over.
  ///
  /// The representation is asked for uncompressed, since a part of a compressed one could not be resumed.
  ///
  /// - Parameters:
  ///   - request: what to ask for.
  ///   - target: the path of the file; one that is there is replaced at the end.
  ///   - resume: whether to keep and take up an incomplete download.
  ///   - limit: the largest file in bytes; `nil` for any size.
  ///   - progress: is told how far the download is.
  /// - Returns: the file, with the head of the answer.
  /// - Throws: ``ResourceError``: `unsuccessfulStatus` with the response inside, `bodyTooLarge`, `fileFailed` where it
  ///   cannot be written, or what ended the exchange; or `CancellationError`.
  public func download(
    _ request: ResourceRequest,
    to target: String,
    resume: Bool = false,
    limit: Int? = nil,
    progress: ProgressReporter? = nil
  ) async throws -> DownloadedFile {
    var download = try Download(request, to: target, keeps: resume, limit: limit ?? .max, progress: progress)
    return try await download.run(with: self, target: target)
  }

  /// Takes the body of an answer that is coming in to a file.
  func save(
    _ answer: ResourceStream,
    of request: ResourceRequest,
    to target: String,
    progress: ProgressReporter
  ) async throws -> DownloadedFile {
    let download = try Download(request, to: target, keeps: false, limit: .max, progress: progress)
    // A compressed body has another length than the file it becomes.
    let total = answer.head.headers.contains("Content-Encoding") ? nil : answer.head.expectedLength
    return try await download.take(answer, total: total, resumedFrom: 0, target, self)
  }
}

/// One download, on the task that asked for it.
private struct Download {
  /// As many bytes may wait for the disk: with few, network and disk take turns more often than they work.
  static let window = 1 << 20

  let request: ResourceRequest
  let file: PartialFile
  let limit: Int
  let progress: ProgressReporter?

  init(
    _ request: ResourceRequest,
    to target: String,
    keeps: Bool,
    limit: Int,
    progress: ProgressReporter?
  ) throws(ResourceError) {
    self.request = request
    self.limit = limit
    self.progress = progress
    do {
      file = try PartialFile(for: target, keeps: keeps)
    } catch {
      throw ResourceError(code: .fileFailed, message: "\(error)", request: request.summary)
    }
  }

  mutating func run(with client: ResourceClient, target: String) async throws -> DownloadedFile {
    let url = "\(try client.resolve(request).url.string)"
    var partial = file.note.flatMap { $0.url.hasSameBytes(as: url) ? $0 : nil }
    while true {
      let size = file.size
      let answer = try await client.stream(asking(for: partial, from: size), window: Download.window)
      switch DownloadDecision.decide(answer.status, answer.head.headers, partial: partial, size: size) {
      case .startOver:
        try writing {
          try file.startOver(PartialDownload(url: url, status: answer.status, headers: answer.head.headers))
        }
        return try await take(answer, total: answer.head.expectedLength, resumedFrom: 0, target, client)
      case .append(let total):
        return try await take(answer, total: total, resumedFrom: size, target, client)
      case .complete:
        answer.cancel()
        try writing { try file.finish() }
        return DownloadedFile(path: target, head: answer.head, size: size, resumedFrom: size)
      case .askForWhole:
        answer.cancel()
        partial = nil
      case .refuse:
        // A page that says why is worth taking in, a file is not.
        let response = try await answer.collect(upTo: 1 << 20)
        throw ResourceError(
          code: .unsuccessfulStatus,
          message: "the answer is \(answer.status), without the whole representation in it",
          request: response.request,
          isRetryable: Status.passing.contains(answer.status),
          mayHaveExecuted: true,
          response: response
        )
      }
    }
  }

  private func asking(for partial: PartialDownload?, from size: Int) -> ResourceRequest {
    var request = request
    request.headers["Accept-Encoding"] = "identity"
    if let partial {
      request.headers["Range"] = "bytes=\(size)-"
      request.headers["If-Range"] = partial.validator
    }
    return request
  }

  func take(
    _ answer: ResourceStream,
    total: Int?,
    resumedFrom: Int,
    _ target: String,
    _ client: ResourceClient
  ) async throws -> DownloadedFile {
    let clock = client.options.environment.clock
    var gate = progress.map { ProgressGate($0) }
    for try await chunk in answer {
      guard chunk.count <= limit - file.size else {
        throw ResourceError(
          code: .bodyTooLarge,
          message: "the file is larger than the limit of \(limit) bytes",
          request: request.summary,
          mayHaveExecuted: true
        )
      }
      try writing { try file.append(chunk) }
      gate?.advance(to: TransferProgress(completed: file.size, total: total), at: clock.now)
    }
    guard total.map({ $0 == file.size }) ?? true else {
      throw ResourceError(
        code: .connectionClosed,
        message: "the answer ended at byte \(file.size), before the whole was there",
        request: request.summary,
        isRetryable: true,
        mayHaveExecuted: true
      )
    }
    try writing { try file.finish() }
    gate?.finish(TransferProgress(completed: file.size, total: file.size), at: clock.now)
    return DownloadedFile(path: target, head: answer.head, size: file.size, resumedFrom: resumedFrom)
  }

  private func writing(_ body: () throws -> Void) throws {
    do {
      try body()
    } catch {
      throw ResourceError(
        code: .fileFailed,
        message: "\(error)",
        request: request.summary,
        mayHaveExecuted: true,
        cause: error
      )
    }
  }
}
