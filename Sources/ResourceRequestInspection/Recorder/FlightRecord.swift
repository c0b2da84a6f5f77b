// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestPlatform

/// One exchange as a ``FlightRecorder`` keeps it: without secrets, as they were taken out when it was noted.
struct FlightRecord: Sendable {
  /// A name and its value.
  struct Field: Sendable {
    let name: String
    let value: String
  }

  /// The number of the call.
  let call: UInt64
  /// The hop of the call, from 1.
  let hop: Int
  /// The attempt of the call; 0 for a response that a cache gave.
  let attempt: Int
  let service: String?
  let endpoint: String?
  var start: Date
  let method: String
  let url: String
  let requestFields: [Field]
  var requestBody: RecordedBody
  var duration: Duration = .zero
  var status: Status?
  var responseFields: [Field] = []
  var responseBody = RecordedBody()
  var metrics: ExchangeMetrics?
  /// How long a body took after the head whose stream broke off.
  var broken: Duration?
  /// What went wrong, by code and message.
  var error: String?
  /// The part of the exchange in which it went wrong, where it came to no response.
  var failedPart = HARTimings.Part.wait
  /// Whether it failed on a connection that earlier exchanges had used.
  var isOnReused = false
  /// Whether the server may have acted on it although it failed; `nil` if that is not known.
  var mayHaveExecuted: Bool?
  /// What a cache had to do with it, in the words of RFC 9211.
  var cacheStatus: String?

  /// An attempt that begins.
  init(
    _ request: ResolvedRequest,
    _ context: CallContext,
    _ bodies: FlightRecorder.Bodies,
    hiding secrets: SentSecrets
  ) {
    call = context.id
    hop = context.hop
    attempt = context.attempt
    service = request.service
    endpoint = request.endpointName
    start = context.clock.date
    method = request.method.name
    url = secrets.masked(in: request.url.description)
    requestFields = Self.fields(of: request.headers, hiding: secrets)
    let length = request.body.map(\.length) ?? 0
    requestBody = RecordedBody(request.body?.bytes, length: length, request.headers, bodies, hiding: secrets)
  }

  /// A response that a cache gave without an exchange.
  init(_ event: RequestEvent, _ verdict: CacheVerdict, at date: Date) {
    call = event.id
    hop = event.hop
    attempt = 0
    service = event.request?.service
    endpoint = nil
    start = date
    method = event.request?.method.name ?? "GET"
    url = event.request?.url?.description ?? event.request?.target ?? ""
    requestFields = []
    requestBody = RecordedBody()
    status = event.status
    cacheStatus = "\(verdict)"
  }

  /// Notes how long a response took that a cache gave.
  mutating func took(_ duration: Duration, until end: Date) {
    self.duration = duration
    start = end.addingTimeInterval(-(duration / .seconds(1)))
  }

  /// Notes the answer.
  mutating func note(
    _ response: TransportResponse,
    _ described: Headers,
    _ bodies: FlightRecorder.Bodies,
    hiding secrets: SentSecrets
  ) {
    status = response.status
    responseFields = Self.fields(of: response.headers, hiding: secrets)
    let isStream = response.body.stream != nil
    responseBody = RecordedBody(
      isStream ? nil : response.body.bytes,
      length: isStream ? nil : response.body.bytes.count,
      described,
      bodies,
      hiding: secrets
    )
    metrics = response.metrics
  }

  /// Notes what ended the attempt without a response.
  mutating func note(_ error: any Error, hiding secrets: SentSecrets) {
    self.error = secrets.masked(in: Self.words(for: error))
    guard let failure = error as? TransportFailure else { return }
    failedPart = HARTimings.Part(failure)
    (isOnReused, mayHaveExecuted) = (failure.onReusedConnection, failure.mayHaveExecuted)
  }

  /// Notes the end of a streamed body.
  mutating func note(
    _ ending: StreamedBody.Ending,
    _ body: RecordedBody,
    after time: Duration,
    hiding secrets: SentSecrets
  ) {
    duration += time
    responseBody = body
    metrics = ending.metrics ?? metrics
    guard let error = ending.error else { return }
    self.error = secrets.masked(in: Self.words(for: error))
    broken = time
  }

  private static func words(for error: any Error) -> String {
    switch error {
    case let failure as TransportFailure: Redaction.text("\(failure.code): \(failure.message)")
    case is CancellationError: "cancelled"
    // What others print of their errors may hold a URL with its secrets.
    default: "\(type(of: error))"
    }
  }

  /// Lets go of the bodies, which are most of it.
  mutating func dropBodies() {
    requestBody.drop()
    responseBody.drop()
  }

  /// Whether a cache gave the response without an exchange.
  var isFromCache: Bool { attempt == 0 && cacheStatus != nil }

  /// About how many bytes it takes.
  var cost: Int {
    let fields = (requestFields + responseFields).reduce(0) { $0 + $1.name.utf8.count + $1.value.utf8.count + 48 }
    let texts = [url, error, cacheStatus, service, endpoint].reduce(0) { $0 + ($1?.utf8.count ?? 0) }
    return 512 + fields + texts + requestBody.cost + responseBody.cost
  }

  private static func fields(of headers: Headers, hiding secrets: SentSecrets) -> [Field] {
    headers.map { Field(name: $0.name, value: secrets.masked(in: Redaction.value(of: $0.name, $0.value))) }
  }
}
