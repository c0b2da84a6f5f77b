// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestCore
import ResourceRequestPlatform

/// What the two ways to resume an upload have in common: the file, the time there is, and the record.
struct UploadRun {
  let client: ResourceClient
  let request: ResourceRequest
  let options: UploadResumption
  let source: UploadSource
  let type: String
  /// Where the request goes.
  let target: ResourceURL
  private let recordPath: String?
  private let digest: String
  private let clock: any RequestClock
  private let end: ContinuousClock.Instant?
  /// Kept until the upload ends.
  private let held = Lock<HeldRecord?>(nil)
  /// Whether a server may have acted on one of the upload's requests, in an earlier process too.
  private let hasReachedServer = Lock(false)

  init(
    _ file: String,
    to request: ResourceRequest,
    _ options: UploadResumption,
    type: String,
    _ progress: ProgressReporter?,
    _ client: ResourceClient
  ) throws {
    guard request.body == nil, request.trailers == nil else {
      throw request.failure(.invalidBody, "the request of an upload has a body of its own; the file is its body")
    }
    self.client = client
    self.options = options
    self.type = type
    clock = client.options.environment.clock
    source = try UploadSource(file, progress, clock)
    recordPath = options.record.path(for: file)
    let route = try client.lastingRoute(of: request, UploadRun.call)
    target = route.request.url
    digest = UploadRecord.digest(of: request.method, to: target)
    end = route.totalTimeout.map { [clock] in clock.now.advanced(clamping: $0) }
    var request = request
    request.compression = .never
    request.retry = .never
    // Set for the request, it would stand above that.
    request.hedge = nil
    self.request = request
  }

  /// Sends one of the upload's requests, within the time of the whole upload.
  func send(_ request: ResourceRequest, _ call: CallOptions = call) async throws -> ResourceResponse {
    do {
      let response = try await sendPart(request, call)
      // A question for what is there has uploaded nothing.
      if !request.method.isSafe { hasReachedServer.withLock { $0 = true } }
      return response
    } catch let error as ResourceError {
      let hasReachedServer = hasReachedServer.withLock { hasReached in
        hasReached = hasReached || !request.method.isSafe && error.mayHaveExecuted
        return hasReached
      }
      throw error.adding(self.request.summary, mayHaveExecuted: hasReachedServer)
    }
  }

  /// How its requests are sent: a large file takes its time.
  static var call: CallOptions {
    var call = CallOptions()
    call.isOpenEnded = true
    return call
  }

  private func sendPart(_ request: ResourceRequest, _ call: CallOptions) async throws -> ResourceResponse {
    try source.check()
    var request = request
    if let end {
      let rest = clock.now.duration(to: end)
      guard rest > .zero else {
        throw request.failure(.deadlineExceeded, "the call's deadline passed before the upload was complete")
      }
      request.timeouts.total = .after(rest)
    }
    // What is lost on a connection is asked for, and not sent again (as a kept one that has gone stale would have it).
    var call = call
    call.usesOwnConnection = request.body != nil
    return try await client.send(request, call)
  }

  /// Waits where there was another interruption.
  func rest(after interruptions: Int, _ before: Int) async throws {
    guard interruptions > before else { return }
    let bits = client.options.environment.randomBits()
    let limit = options.backoff.limit(before: interruptions)
    let moment = clock.now.advanced(clamping: limit * (Double(bits >> 11) * 0x1p-53))
    try await ResourceDeadline.sleep(until: end.map { min($0, moment) } ?? moment, by: clock)
  }

  // MARK: The record

  /// What an earlier call left; `nil` for nothing.
  ///
  /// - Throws: ``ResourceError`` where it is of another request or another state of the file, or another upload goes on
  ///   with it.
  func record() throws -> UploadRecord? {
    guard let recordPath else { return nil }
    // Found out before anything is sent, and not after the server has named the upload.
    if access(recordPath, F_OK) != 0, let failure = NewFile.refusal(of: recordPath) {
      throw request.failure(.fileFailed, "the record of the upload cannot be written: \(failure)")
    }
    do throws(SystemFailure) {
      let record = try HeldRecord.hold(recordPath)
      held.withLock { $0 = record }
    } catch {
      throw request.failure(.fileFailed, "\(error)")
    }
    let bytes: [UInt8]
    do throws(BoundedFile.Unreadable) {
      bytes = try BoundedFile.read(recordPath, limit: UploadRecord.limit, follows: false, trust: .own)
    } catch {
      throw request.failure(.fileFailed, "the record of the upload, \(recordPath), is not used: \(error.reason)")
    }
    // The place of an upload that the server has not named yet.
    if bytes.isEmpty { return nil }
    guard
      let record = try? ResourceJSONDecoder().decode(UploadRecord.self, from: Data(bytes))
    else {
      throw request.failure(.fileFailed, "\(recordPath) is not an upload record; remove it to start the upload over")
    }
    guard record.request.hasSameBytes(as: digest), record.leadsToUpload(of: target.origin) else { throw foreignRecord }
    hasReachedServer.withLock { $0 = true }
    guard record.file == source.state else {
      throw request.failure(
        .invalidBody,
        "the file has changed since its upload began; remove \(recordPath) to upload it anew"
      )
    }
    return record
  }

  /// The error where a record is of another upload.
  var foreignRecord: ResourceError {
    let path = recordPath ?? ""
    return request.failure(.fileFailed, "\(path) is the record of another request's upload; remove it to upload anew")
  }

  /// Remembers the upload, with its upload resource where it has one.
  func keep(_ resource: CallOptions.Continuation?) throws {
    guard let recordPath else { return }
    let record = UploadRecord(
      request: digest,
      file: source.state,
      resource: resource?.url.string,
      isForeign: resource?.isForeign ?? false
    )
    do {
      var new: HeldRecord?
      try NewFile.replace(recordPath, with: try JSONEncoder().encode(record)) { new = HeldRecord.hold(new: $0) }
      held.withLock { [new] in $0 = new }
    } catch {
      throw failure(.fileFailed, "the record of the upload cannot be written: \(error)")
    }
  }

  /// Lets other uploads have the record.
  func release() { held.withLock { $0 = nil } }

  /// Removes the record: a later call begins anew.
  func forget() {
    if let recordPath { unlink(recordPath) }
  }

  // MARK: The end

  func finish(_ response: ResourceResponse?, interruptions: Int, resumedFrom: Int) throws -> UploadedFile {
    guard let response else { throw failure(.protocolViolation, "the upload ended without a response") }
    guard response.status.isSuccessful else {
      let message = "the response to the upload is \(response.status)"
      throw response.unsuccessful(message, of: request.summary, response.attempts)
    }
    forget()
    source.finish()
    return UploadedFile(
      response: response,
      size: source.state.size,
      interruptions: interruptions,
      resumedFrom: resumedFrom
    )
  }

  func failure(_ code: ResourceError.Code, _ message: String, _ response: ResourceResponse? = nil) -> ResourceError {
    ResourceError(
      code: code,
      message: message,
      request: request.summary,
      attempts: response?.attempts ?? [],
      mayHaveExecuted: true,
      response: response
    )
  }
}

extension ResourceRequest {
  /// Makes it a request about an upload that has begun: what was about the first request's content and condition goes.
  mutating func becomePart(_ method: RequestMethod) {
    self.method = method
    for name in RedirectedFields.ofBody + RedirectedFields.conditions { headers.remove(name) }
    becomeOtherContent()
  }

  /// Makes it a request with other content than the first: a digest and a key of that one would be wrong.
  mutating func becomeOtherContent() {
    for name in RedirectedFields.ofContent + ["Idempotency-Key"] { headers.remove(name) }
    idempotencyKey = nil
  }
}
