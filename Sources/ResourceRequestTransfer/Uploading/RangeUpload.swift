// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestCore

/// One upload by PUT and `Content-Range`, on the task that asked for it: makes the requests that ``RangeUploadDecision`` wants.
struct RangeUpload {
  private let run: UploadRun
  private var decision: RangeUploadDecision
  private let isResumed: Bool
  /// Whether the caller said how much the server has.
  private let isNamed: Bool
  /// Whether the server has certainly nothing of this file: a record must not make its own what others put there.
  private var isUntouched: Bool

  init(_ run: UploadRun, from start: Int?) throws {
    guard run.request.method == .put else {
      throw run.request.failure(
        .invalidBody,
        "an upload that resumes by Content-Range is a PUT, found \(run.request.method)"
      )
    }
    if let start, start < 0 {
      throw run.request.failure(.invalidBody, "an upload goes on behind 0 bytes or more, found \(start)")
    }
    self.run = run
    isNamed = start != nil
    let record = try run.record()
    if record?.resource != nil { throw run.foreignRecord }
    isResumed = record != nil || start != nil
    isUntouched = !isResumed
    decision = RangeUploadDecision(
      size: run.source.state.size,
      interruptionLimit: run.options.limit,
      from: start,
      isOurs: record != nil
    )
  }

  mutating func upload() async throws -> UploadedFile {
    var step = decision.first
    var last: ResourceResponse?
    var put: ResourceResponse?
    var resumedFrom: Int?
    defer { if isUntouched { run.forget() } }
    while true {
      let before = decision.interruptions
      do {
        switch step {
        case .look, .ask, .put, .verify:
          if case .put(let start, _) = step {
            if resumedFrom == nil { resumedFrom = isResumed ? start : 0 }
            if decision.isOurs { try run.keep(nil) }
          }
          let response = try await send(step)
          last = response
          if case .put = step { put = response }
          if !isResumed { decision.sent = run.source.furthest }
          step = decision.answered(.of(response))
        case .end:
          let whole = isResumed ? run.source.state.size : 0
          // After a failure, the question for the length may have said that all is there.
          let response = put?.status.isSuccessful == true ? put : last
          return try run.finish(response, interruptions: decision.interruptions, resumedFrom: resumedFrom ?? whole)
        case .refused:
          return try run.finish(last, interruptions: decision.interruptions, resumedFrom: resumedFrom ?? 0)
        case .fail(let fault):
          // What the server has is not the beginning of this file, whoever asks next.
          if last != nil, fault.isOfOtherBytes { run.forget() }
          throw run.failure(.protocolViolation, fault.message, last)
        }
      } catch let error as ResourceError where error.isRetryable && error.response == nil {
        guard let next = decision.lost() else { throw error }
        step = next
      }
      try await run.rest(after: decision.interruptions, before)
    }
  }

  /// Sends the request of a step, and takes note of whether the server can have some of the file.
  private mutating func send(_ step: RangeUploadDecision.Step) async throws -> ResourceResponse {
    guard case .put(let start, _) = step else { return try await run.send(request(for: step)) }
    do {
      let response = try await run.send(request(for: step))
      // What is there after a refusal is somebody else's.
      isUntouched = start == 0 && response.status.isClientError && response.status != 408
      return response
    } catch {
      // A cancellation may have come in the middle of the file.
      if (error as? ResourceError)?.mayHaveExecuted ?? (run.source.furthest > 0) { isUntouched = false }
      throw error
    }
  }

  private func request(for step: RangeUploadDecision.Step) -> ResourceRequest {
    var request = run.request
    guard case .put(let start, let tag) = step else {
      request.becomePart(.head)
      request.headers["Accept-Encoding"] = "identity"
      request.cachePolicy = .reload
      return request
    }
    let size = run.source.state.size
    request.body = .made(run.source.body(from: start, count: size - start), type: run.type)
    if start > 0 {
      request.headers["Content-Range"] = start < size ? "bytes \(start)-\(size - 1)/\(size)" : "bytes */\(size)"
      // The caller's conditions are for what the server has before the first byte of this call.
      let conditions = ["If-Match", "If-None-Match", "If-Unmodified-Since"]
      let isFirst = isNamed && run.source.furthest == 0
      if !isFirst || !conditions.contains(where: request.headers.contains) {
        for name in conditions { request.headers.remove(name) }
        request.headers["If-Match"] = tag
      }
      request.becomeOtherContent()
    }
    return request
  }
}
