// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestCore

/// One upload by PUT and `Content-Range`, on the task that asked for it: makes the requests that ``RangeUploadDecision`` wants.
struct RangeUpload {
  private let run: UploadRun
  private var decision: RangeUploadDecision
  private let isResumed: Bool

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
    let record = try run.record()
    if record?.resource != nil { throw run.foreignRecord }
    isResumed = record != nil || start != nil
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
    // A record of this call, of which the server has certainly nothing, must not make its own what others put there.
    var isUntouched = !isResumed
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
          let response = try await run.send(request(for: step))
          last = response
          if case .put(let start, _) = step {
            put = response
            // What is there now is somebody else's, so that no later call may take it for the beginning of this file.
            isUntouched = start == 0 && response.status.isClientError && response.status != 408
          }
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
        if case .put = step, error.mayHaveExecuted { isUntouched = false }
        guard let next = decision.lost() else { throw error }
        step = next
      } catch let error as ResourceError {
        // A status was looked at when it came.
        if case .put = step, error.mayHaveExecuted, error.code != .unsuccessfulStatus { isUntouched = false }
        throw error
      } catch {
        // Cancelled, perhaps in the middle of the file.
        if run.source.furthest > 0 { isUntouched = false }
        throw error
      }
      try await run.rest(after: decision.interruptions, before)
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
      for name in ["If-None-Match", "If-Unmodified-Since"] { request.headers.remove(name) }
      request.headers["If-Match"] = tag
      request.becomeOtherContent()
    }
    return request
  }
}
