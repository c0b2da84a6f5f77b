// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

public import ResourceRequestCore

/// One resumable upload, on the task that asked for it: makes the requests that ``UploadDecision`` wants.
struct ResumableUpload {
  private let run: UploadRun
  private let decision: Lock<UploadDecision>
  private let isResumed: Bool

  init(_ run: UploadRun) throws {
    self.run = run
    var resource: CallOptions.Continuation?
    if let record = try run.record() {
      guard let text = record.resource, let url = try? ResourceURL(text) else { throw run.foreignRecord }
      resource = CallOptions.Continuation(url: url, isForeign: record.isForeign, keepsRequest: true)
    }
    isResumed = resource != nil
    decision = Lock(
      UploadDecision(
        size: run.source.state.size,
        to: run.target.origin,
        createsEmpty: run.options.createsEmpty,
        interruptionLimit: run.options.limit,
        resource: resource
      )
    )
  }

  func upload() async throws -> UploadedFile {
    var step = decision.withLock { $0.first }
    var response: ResourceResponse?
    // The success that the upload resource is asked about.
    var doubted: ResourceResponse?
    var resumedFrom: Int?
    // Whatever ends this call, no later one may go on from bytes that are not this file's.
    defer { if decision.withLock({ $0.hasOtherBytes }) { run.forget() } }
    while true {
      if case .append(let start, _, _) = step, isResumed, resumedFrom == nil { resumedFrom = start }
      let before = decision.withLock { $0.interruptions }
      do {
        switch step {
        case .ask:
          let answer = try await send(step)
          step = try change { $0.answered(UploadHead(answer)) }
          // The upload resource has said that all is there, or is gone since.
          let isConfirmed = answer.status.isSuccessful || answer.status == 404 || answer.status == 410
          response = step == .end && isConfirmed ? doubted ?? answer : answer
        case .create, .append:
          doubted = nil
          let answer = try await send(step)
          response = answer
          let method = if case .create = step { run.request.method } else { RequestMethod.patch }
          let sentWhole = hasSentWhole(step, answer.exchangeWithBody(of: method))
          step = try change { $0.answered(UploadHead(answer), sentWhole: sentWhole) }
          if answer.status.isSuccessful { doubted = answer }
        case .end:
          let whole = isResumed ? run.source.state.size : 0
          return try run.finish(response, interruptions: before, resumedFrom: resumedFrom ?? whole)
        case .fail(let fault):
          throw run.failure(.protocolViolation, fault.message, response)
        }
      } catch let error as ResourceError where error.isRetryable && error.response == nil {
        guard let next = asOfNow({ $0.lost() }) else { throw error }
        step = next
      } catch let error as ResourceError where error.code == .headTooLarge && error.response == nil {
        guard let next = asOfNow({ $0.cut() }) else { throw error }
        step = next
      } catch let error as ResourceError where error.code == .bodyNotReplayable {
        guard let next = asOfNow({ $0.turnedAway() }) else { throw error }
        step = next
      }
      try await run.rest(after: decision.withLock { $0.interruptions }, before)
    }
  }

  /// Sends the request of a step, and takes note of what interim responses say meanwhile.
  private func send(_ step: UploadDecision.Step) async throws -> ResourceResponse {
    let (announcements, feed) = AsyncStream<InterimResponse>.makeStream(bufferingPolicy: .bufferingOldest(64))
    // A login or a redirect must not create a second upload resource.
    let isNamed = Lock(false)
    // The response knows its call and so the listener, which must not keep the file and its record open with it.
    let listener = InterimListener { [version = run.options.draftVersion] interim in
      if Self.names(interim, version) { isNamed.withLock { $0 = true } }
      feed.yield(interim)
    }
    var call = UploadRun.call
    if case .create = step {} else { call.continuation = decision.withLock { $0.resource } }
    call.whenRouted = { context in context.call.listen(listener) }
    async let listened: Void = listen(to: announcements)
    let result: Result<ResourceResponse, any Error>
    do {
      result = .success(try await run.send(request(for: step) { isNamed.withLock(\.self) }, call))
    } catch {
      result = .failure(error)
    }
    feed.finish()
    do {
      try await listened
    } catch {
      // The server has the file: that its upload could not be resumed does not matter any more.
      if case .success(let response) = result, response.status.isSuccessful { return response }
      throw error
    }
    return try result.get()
  }

  /// Whether all content of a request had gone out when its response came.
  private func hasSentWhole(_ step: UploadDecision.Step, _ metrics: ExchangeMetrics) -> Bool {
    switch step {
    case .create(withFile: true):
      run.source.handedOver(to: run.source.state.size, count: run.source.state.size, metrics)
    case .append(let start, let count, _): run.source.handedOver(to: start + count, count: count, metrics)
    case .create, .ask, .end, .fail: true
    }
  }

  /// The request of a step.
  ///
  /// - Parameters:
  ///   - step: the step.
  ///   - isNamed: whether an upload resource was named in response to it.
  /// - Returns: the request.
  private func request(
    for step: UploadDecision.Step,
    until isNamed: @escaping @Sendable () -> Bool
  ) -> ResourceRequest {
    var request = run.request
    let size = run.source.state.size
    switch step {
    case .create(let withFile):
      request.headers["Upload-Complete"] = withFile ? "?1" : "?0"
      request.headers["Upload-Length"] = "\(size)"
      if !withFile { request.becomeOtherContent() }
      request.body = .made(run.source.body(from: 0, count: withFile ? size : 0, until: isNamed), type: run.type)
    case .append(let start, let count, let isLast):
      request.becomePart(.patch)
      request.headers["Content-Type"] = "application/partial-upload"
      request.headers["Upload-Offset"] = "\(start)"
      request.headers["Upload-Complete"] = isLast ? "?1" : "?0"
      request.body = .made(run.source.body(from: start, count: count), type: run.type)
    case .ask, .end, .fail:
      request.becomePart(.head)
      request.cachePolicy = .reload
    }
    request.headers["Upload-Draft-Interop-Version"] = run.options.draftVersion.map { "\($0)" }
    return request
  }

  /// Whether an interim response names an upload resource.
  private static func names(_ interim: InterimResponse, _ version: Int?) -> Bool {
    interim.status == 104 && isOurs(interim.headers, version)
      && UploadHead(interim.status, interim.headers, from: interim.url).location != nil
  }

  /// Takes note of interim responses, and of the upload resource where a later process is to find it.
  private func listen(to announcements: AsyncStream<InterimResponse>) async throws {
    for await interim in announcements where interim.status == 104 {
      guard Self.isOurs(interim.headers, run.options.draftVersion) else { continue }
      let head = UploadHead(interim.status, interim.headers, from: interim.url)
      try change { $0.announced(head) }
    }
  }

  /// Tells the decision something, and keeps the upload resource where that has just been named.
  private func change<Value: Sendable>(_ body: @Sendable (inout UploadDecision) -> Value) throws -> Value {
    let (value, resource) = asOfNow { decision in
      let wasKnown = decision.resource != nil
      let value = body(&decision)
      return (value, wasKnown ? nil : decision.resource)
    }
    if let resource { try run.keep(resource) }
    return value
  }

  /// Tells the decision something, and first how much has gone out.
  private func asOfNow<Value: Sendable>(_ body: @Sendable (inout UploadDecision) -> Value) -> Value {
    let furthest = isResumed ? nil : run.source.furthest
    return decision.withLock { decision in
      decision.sent = furthest
      return body(&decision)
    }
  }

  /// Whether a server speaks the same version of the draft.
  private static func isOurs(_ headers: Headers, _ version: Int?) -> Bool {
    guard let version else { return true }
    return headers["Upload-Draft-Interop-Version"].map { $0.hasSameBytes(as: "\(version)") } ?? false
  }
}

extension ResourceResponse {
  /// The exchange that carried the body of a request with this method: after a redirect that leads to a GET, the one before.
  fileprivate func exchangeWithBody(of method: RequestMethod) -> ExchangeMetrics {
    let hop = redirects.first { $0.status == 303 || method == .post && ($0.status == 301 || $0.status == 302) }
    return hop?.metrics ?? metrics.last
  }
}

/// A completed upload.
public struct UploadedFile: Sendable, Hashable {
  /// The 2xx response to the last request of the upload.
  ///
  /// If the server had all bytes but its response was lost, this is the response to the query for the offset, which has
  /// no body.
  public let response: ResourceResponse
  /// The length of the file in bytes.
  public let size: Int
  /// How often the upload was interrupted, and resumed, within the call.
  public let interruptions: Int
  /// How many bytes an earlier call had uploaded.
  public let resumedFrom: Int
}

extension ResourceClient {
  /// Uploads a file, and continues after an interruption with the bytes that the server does not have yet.
  ///
  /// The request carries the file as its body and invites the server to make the upload resumable ("Resumable Uploads
  /// for HTTP", draft-ietf-httpbis-resumable-upload). A server that supports it names an upload resource in an interim
  /// response (status 104). If the connection is lost afterwards, or the server fails (5xx), the client asks the
  /// resource how many bytes it has (HEAD), and sends the rest there (PATCH). A server without support takes the file
  /// as usual; an interruption then fails the call.
  ///
  /// With a record (``UploadResumption/record``), a later call can resume too, even in another process: a small file of
  /// mode 0600 keeps the URL of the upload resource and the file's state until the upload is complete. A file whose
  /// size or modification time has changed is refused, even during the upload; so is a record that belongs to another
  /// user or that others may write to.
  ///
  /// ``UploadResumption/Method/contentRange(from:)`` resumes by PUT and `Content-Range` instead.
  ///
  /// Requests to the upload resource carry the request's credentials if it has the same origin, and none otherwise, as
  /// with redirects. The service's retries and hedges do not apply, since they would send bytes twice.
  ///
  /// - Parameters:
  ///   - file: the path of the file.
  ///   - request: the request to send the file with: POST or PUT, without a body.
  ///   - resume: how to resume.
  ///   - type: the file's media type, unless the request has a `Content-Type`.
  ///   - progress: receives the progress of the upload.
  /// - Returns: the file, with the last response.
  /// - Throws: ``ResourceError``: `unsuccessfulStatus` with the response inside; `invalidBody` if the file cannot be
  ///   read or has changed; `fileFailed` if the record cannot be used or belongs to another request;
  ///   `protocolViolation` if the server contradicts itself; or the last exchange's error; or `CancellationError`.
  public func upload(
    _ file: String,
    to request: ResourceRequest,
    resume: UploadResumption = UploadResumption(),
    type: String = "application/octet-stream",
    progress: ProgressReporter? = nil
  ) async throws -> UploadedFile {
    // Also one that waits between its requests has not ended.
    inFlight.beginCallbacks()
    defer {
      // Whoever writes the body of the request, which may have none, does not wait for it.
      request.body?.abandon()
      inFlight.endCallbacks()
    }
    let run = try UploadRun(file, to: request, resume, type: type, progress, self)
    defer { run.release() }
    switch resume.method {
    case .resumableUploads:
      return try await ResumableUpload(run).upload()
    case .contentRange(let start):
      var upload = try RangeUpload(run, from: start)
      return try await upload.upload()
    }
  }
}
