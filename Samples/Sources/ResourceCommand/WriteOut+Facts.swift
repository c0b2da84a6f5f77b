// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestKit

extension WriteOut {
  /// The facts about a call at its end.
  struct Facts {
    var method: String
    /// The URL of the last response; `nil` if nothing was sent.
    var url: ResourceURL?
    /// The status; `nil` without a response.
    var status: Status?
    var headers = Headers()
    var redirects = 0
    var attempts: [Attempt] = []
    /// The metrics of the last exchange.
    var metrics = ExchangeMetrics()
    /// The size of the body as written, in bytes.
    var bodySize = 0
    /// The time from the start of the call to its end.
    var elapsed = Duration.zero
    /// The error's message.
    var failure: String?
    /// What the command ends with.
    var exit = ExitStatus.success
  }
}

extension WriteOut.Facts {
  /// The bytes of all requests; that of a stream is not listed with its attempt.
  var bytesSent: Int {
    let known = attempts.compactMap(\.metrics)
    return known.reduce(0) { $0 + $1.bytesSent } + (attempts.last?.metrics == nil ? metrics.bytesSent : 0)
  }

  /// The facts about a buffered response.
  init(_ response: ResourceResponse, of request: ResourceRequest, in elapsed: Duration) {
    method = request.method.name
    url = response.url
    status = response.status
    headers = response.headers
    exit = ExitStatus(response.status, of: request)
    redirects = response.redirects.count
    attempts = response.attempts
    metrics = response.metrics.last
    bodySize = response.data.count
    self.elapsed = elapsed
  }

  /// The facts about a streamed response, with the number of bytes read.
  init(_ response: ResourceStream, of request: ResourceRequest, size: Int, in elapsed: Duration) {
    method = request.method.name
    url = response.head.url
    status = response.status
    headers = response.head.headers
    exit = ExitStatus(response.status, of: request)
    redirects = response.head.redirects.count
    attempts = response.attempts
    metrics = response.metrics ?? ExchangeMetrics(total: elapsed)
    bodySize = size
    self.elapsed = elapsed
  }

  /// The facts about a downloaded file, of which the last response brought a part.
  init(_ file: DownloadedFile, of request: ResourceRequest, in elapsed: Duration) {
    method = request.method.name
    url = file.head.url
    status = file.head.status
    headers = file.head.headers
    redirects = file.head.redirects.count
    attempts = file.attempts
    bodySize = file.size - file.resumedFrom
    metrics = file.metrics ?? ExchangeMetrics(total: elapsed)
    self.elapsed = elapsed
  }

  /// The facts about a call without a response.
  init(_ error: ResourceError, of request: ResourceRequest) {
    method = request.method.name
    url = error.request?.url
    attempts = error.attempts
    redirects = max(0, (error.attempts.last?.hop ?? 1) - 1)
    elapsed = error.attempts.reduce(.zero) { $0 + $1.duration }
    failure = error.message
    exit = ExitStatus(error)
  }
}
