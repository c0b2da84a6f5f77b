// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// One exchange as a ``FlightRecorder`` keeps it: without secrets, as they were taken out when it was noted.
struct FlightRecord: Sendable {
  /// A name and its value.
  struct Field: Sendable {
    let name: String
    let value: String
  }

  /// The number of the call.
  let call: UInt64
  /// The attempt of the call; 0 for a response that a cache gave.
  let attempt: Int
  let service: String?
  let endpoint: String?
  let start: Date
  let method: String
  let url: String
  let requestFields: [Field]
  var requestBody: RecordedBody
  var duration: Duration = .zero
  var status: Status?
  var responseFields: [Field] = []
  var responseBody = RecordedBody()
  var metrics: ExchangeMetrics?
  /// What went wrong, by code and message.
  var error: String?
  /// What a cache had to do with it, in the words of RFC 9211.
  var cacheStatus: String?

  /// An attempt that begins.
  init(_ request: ResolvedRequest, _ context: CallContext, _ bodies: FlightRecorder.Bodies) {
    call = context.id
    attempt = context.attempt
    service = request.service
    endpoint = request.endpointName
    start = context.clock.date
    method = request.method.name
    url = request.url.description
    requestFields = Self.fields(of: request.headers)
    let length = request.body.map(\.length) ?? 0
    requestBody = RecordedBody(request.body?.bytes, length: length, request.headers, bodies)
  }

  /// A response that a cache gave without an exchange.
  init(_ event: RequestEvent, _ verdict: CacheVerdict, at date: Date) {
    call = event.id
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

  /// Notes the answer.
  mutating func note(_ response: TransportResponse, _ bodies: FlightRecorder.Bodies) {
    status = response.status
    responseFields = Self.fields(of: response.headers)
    let isStream = response.body.stream != nil
    responseBody = RecordedBody(
      isStream ? nil : response.body.bytes,
      length: isStream ? nil : response.body.bytes.count,
      response.headers,
      bodies
    )
    metrics = response.metrics
  }

  /// Lets go of the bodies, which are most of it.
  mutating func dropBodies() {
    requestBody.drop()
    responseBody.drop()
  }

  /// About how many bytes it takes.
  var cost: Int {
    let fields = (requestFields + responseFields).reduce(0) { $0 + $1.name.utf8.count + $1.value.utf8.count + 48 }
    let texts = [url, error, cacheStatus, service, endpoint].reduce(0) { $0 + ($1?.utf8.count ?? 0) }
    return 512 + fields + texts + requestBody.cost + responseBody.cost
  }

  private static func fields(of headers: Headers) -> [Field] {
    headers.map { Field(name: $0.name, value: Redaction.value(of: $0.name, $0.value)) }
  }
}
