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
    /// The fields after the body.
    var trailers = Headers()
    var redirects = 0
    var attempts: [Attempt] = []
    /// What was observed of attempts that have no metrics, by number.
    var observed: [Int: AttemptTimes] = EventPrinter.own?.times ?? [:]
    /// The metrics of the last exchange; where it has none, what was observed of it.
    var metrics = ExchangeMetrics()
    /// Whether the last exchange has metrics, so that its sizes are known.
    var isMeasured = true
    /// The size of the body as written, in bytes.
    var bodySize = 0
    /// Whether the body may have gone out in several requests.
    var isInParts = false
    /// The time from the start of the call to its end.
    var elapsed = Duration.zero
    /// The error's message.
    var failure: String?
    /// What the command ends with.
    var exit = ExitStatus.success
  }
}

extension WriteOut.Facts {
  /// The connections that were opened.
  var connections: Int {
    attempts.count { $0.metrics.map { !$0.reusedConnection } ?? (observed[$0.number]?.connected != nil) }
  }

  /// The bytes of all requests; that of a stream is not listed with its attempt.
  var bytesSent: Int {
    let known = attempts.compactMap(\.metrics)
    return known.reduce(0) { $0 + $1.bytesSent } + (attempts.last?.metrics == nil ? metrics.bytesSent : 0)
  }

  /// Bytes of the last attempt's body that were sent; with its head and framing where the length was not known,
  /// or of an upload in parts.
  var bodyBytesSent: Int {
    guard !isInParts else { return lastSent }
    return lastTimes.map { min(lastSent, $0.bodyLength ?? lastSent) } ?? 0
  }

  /// How much of the body was sent at most before a success, if not all.
  var cutBody: (sent: Int, length: Int)? {
    guard !isInParts, status?.isSuccessful == true, failure == nil, let length = lastTimes?.bodyLength else {
      return nil
    }
    return lastSent < length ? (lastSent, length) : nil
  }

  /// A part that nobody asked for is no success.
  private static func exit(_ status: Status, _ headers: Headers, of request: ResourceRequest) -> ExitStatus {
    WrongPart.reason(status, headers, of: request) == nil ? ExitStatus(status, of: request) : .unsuccessfulAnswer
  }

  private var lastSent: Int { (attempts.last?.metrics ?? metrics).bytesSent }
  private var lastTimes: AttemptTimes? { attempts.last.flatMap { EventPrinter.own?.times[$0.number] } }

  /// The facts about a buffered response.
  init(_ response: ResourceResponse, of request: ResourceRequest, in elapsed: Duration) {
    method = Self.method(of: request, after: response.redirects)
    url = response.url
    status = response.status
    headers = response.headers
    trailers = response.trailers
    exit = Self.exit(response.status, response.headers, of: request)
    redirects = response.redirects.count
    attempts = response.attempts
    metrics = response.metrics.last
    bodySize = response.data.count
    self.elapsed = elapsed
  }

  /// The facts about a streamed response, with the number of bytes read.
  init(_ response: ResourceStream, of request: ResourceRequest, size: Int, in elapsed: Duration) {
    method = Self.method(of: request, after: response.head.redirects)
    url = response.head.url
    status = response.status
    headers = response.head.headers
    trailers = response.trailers ?? Headers()
    exit = Self.exit(response.status, response.head.headers, of: request)
    redirects = response.head.redirects.count
    attempts = response.attempts
    bodySize = size
    self.elapsed = elapsed
    measure(response.metrics)
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
    self.elapsed = elapsed
    measure(file.metrics)
  }

  private mutating func measure(_ known: ExchangeMetrics?) {
    isMeasured = known != nil
    metrics = known ?? attempts.last.flatMap { observed[$0.number]?.metrics } ?? ExchangeMetrics(total: elapsed)
  }

  /// The method of the last request: redirects turn some into GET (RFC 9110 §15.4).
  private static func method(of request: ResourceRequest, after redirects: [RedirectHop]) -> String {
    redirects.reduce(request.method) { method, hop in
      let becomesGET = hop.status == 303 ? method != .head : [301, 302].contains(hop.status) && method == .post
      return becomesGET ? .get : method
    }.name
  }

  /// The facts about a call that failed; the response that it failed with is one, and so is the last that had begun.
  init(_ error: ResourceError, of request: ResourceRequest, in elapsed: Duration) {
    method = error.request?.method.name ?? request.method.name
    url = error.response?.url ?? error.request?.url
    let last = error.attempts.last
    // The last response: of this attempt, or the redirect that led to it.
    let asked = error.attempts.filter { $0.number == last?.number || $0.hop < last?.hop ?? 0 }
    status =
      error.response?.status
      ?? asked.reversed().lazy.compactMap { [observed] in $0.status ?? observed[$0.number]?.status }.first
    headers = error.response?.headers ?? Headers()
    attempts = error.attempts
    bodySize = error.response?.data.count ?? 0
    redirects = max(0, (error.attempts.last?.hop ?? 1) - 1)
    failure = error.message
    exit = ExitStatus(error)
    self.elapsed = elapsed
    measure(error.response?.metrics.last ?? error.attempts.last?.metrics)
  }
}
