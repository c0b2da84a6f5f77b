// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Records as HAR 1.2 (HTTP Archive, http://www.softwareishard.com/blog/har-12-spec/).
enum HARDocument {
  static func document(of records: [FlightRecord]) -> JSON {
    [
      "log": [
        "version": "1.2",
        "creator": ["name": "swift-resource-request", "version": .string(SDKVersion.current)],
        "entries": .array(records.map(entry)),
      ]
    ]
  }

  private static func entry(_ record: FlightRecord) -> JSON {
    let timings = HARTimings(record.metrics, record.duration)
    let version = record.metrics?.httpVersion.map { "\($0)" } ?? "unknown"
    var entry: JSON.Object = [
      "startedDateTime": .string(record.start.timestamp),
      "time": number(timings.total),
      "request": .object(request(record, version)),
      "response": .object(response(record, version)),
      "cache": [:],
      "timings": timings.shown,
      "_attempt": .number(.init(record.attempt)),
      "_call": .number(.init(record.call)),
    ]
    entry["serverIPAddress"] = record.metrics?.peerAddress.map { .string($0) }
    entry["_service"] = record.service.map { .string($0) }
    entry["_endpoint"] = record.endpoint.map { .string($0) }
    entry["_error"] = record.error.map { .string($0) }
    entry["_cacheStatus"] = record.cacheStatus.map { .string($0) }
    return .object(entry)
  }

  private static func request(_ record: FlightRecord, _ version: String) -> JSON.Object {
    var request: JSON.Object = [
      "method": .string(record.method),
      "url": .string(record.url),
      "httpVersion": .string(version),
      "cookies": [],
      "headers": fields(record.requestFields),
      "queryString": query(of: record.url),
      "headersSize": -1,
      "bodySize": .number(.init(record.requestBody.length ?? -1)),
    ]
    if record.requestBody.length != 0 {
      var body: JSON.Object = [
        "mimeType": .string(record.requestBody.type ?? ""), "text": .string(record.requestBody.text ?? ""),
      ]
      body["comment"] = record.requestBody.absence.map { .string($0) }
      // The standard has an encoding for answers only.
      if record.requestBody.isBase64 { body["_encoding"] = "base64" }
      request["postData"] = .object(body)
    }
    return request
  }

  private static func response(_ record: FlightRecord, _ version: String) -> JSON.Object {
    var content: JSON.Object = [
      "size": .number(.init(record.responseBody.length ?? 0)),
      "mimeType": .string(record.responseBody.type ?? "x-unknown"),
    ]
    content["text"] = record.responseBody.text.map { .string($0) }
    if record.responseBody.isBase64 { content["encoding"] = "base64" }
    content["comment"] = record.responseBody.absence.map { .string($0) }
    let location = record.responseFields.first { FieldCharacters.equalNames($0.name, "Location") }?.value
    return [
      "status": .number(.init(record.status?.code ?? 0)),
      "statusText": .string(record.status?.reasonPhrase ?? ""),
      "httpVersion": .string(version),
      "cookies": [],
      "headers": fields(record.responseFields),
      "content": .object(content),
      "redirectURL": .string(location ?? ""),
      "headersSize": -1,
      "bodySize": .number(.init(record.responseBody.length ?? -1)),
    ]
  }

  private static func fields(_ fields: [FlightRecord.Field]) -> JSON {
    .array(fields.map { ["name": .string($0.name), "value": .string($0.value)] })
  }

  private static func query(of url: String) -> JSON {
    guard let query = url.cut(atByte: "#").head.cut(atByte: "?").tail, !query.isEmpty else { return [] }
    return .array(
      FormCodec.parse(String(query)).map { ["name": .string($0.name), "value": .string($0.value)] }
    )
  }

  static func number(_ milliseconds: Double) -> JSON { JSON.Number(milliseconds).map { JSON.number($0) } ?? 0 }
}

/// How long the parts of an exchange took, in milliseconds; −1 where nobody knows.
struct HARTimings: Sendable, Hashable {
  var blocked = -1.0
  var dns = -1.0
  var connect = -1.0
  var ssl = -1.0
  /// The standard has no unknown for these three.
  var send = 0.0
  var wait = 0.0
  var receive = 0.0

  /// What the metrics of a transport come to; where there are none, all is waiting.
  init(_ metrics: ExchangeMetrics?, _ duration: Duration) {
    guard let metrics else {
      wait = Self.milliseconds(duration)
      return
    }
    if let queued = metrics.queued { blocked = Self.milliseconds(queued) }
    var reached = Duration.zero
    if let lookup = metrics.nameLookup {
      dns = Self.milliseconds(lookup)
      reached = lookup
    }
    if let connected = metrics.connect {
      // The standard counts TLS twice: by itself, and as a part of connecting.
      let ready = max(connected, metrics.tls ?? connected)
      connect = Self.milliseconds(ready - reached)
      if let tls = metrics.tls { ssl = Self.milliseconds(tls - connected) }
      reached = ready
    }
    let total = metrics.total > .zero ? metrics.total : duration
    let first = min(metrics.firstByte ?? total, total)
    wait = Self.milliseconds(first - reached)
    receive = Self.milliseconds(total - first)
  }

  /// All of them, what is in another one not twice.
  var total: Double { [blocked, dns, connect, send, wait, receive].reduce(0) { $0 + max(0, $1) } }

  var shown: JSON {
    [
      "blocked": HARDocument.number(blocked), "dns": HARDocument.number(dns), "connect": HARDocument.number(connect),
      "ssl": HARDocument.number(ssl), "send": HARDocument.number(send), "wait": HARDocument.number(wait),
      "receive": HARDocument.number(receive),
    ]
  }

  private static func milliseconds(_ duration: Duration) -> Double {
    let (seconds, attoseconds) = max(.zero, duration).components
    return Double(seconds) * 1000 + (Double(attoseconds) / 1e12).rounded() / 1000
  }
}
