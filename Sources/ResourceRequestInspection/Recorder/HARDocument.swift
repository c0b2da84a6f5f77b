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
    let timings = HARTimings(record.metrics, record.duration, failedIn: record.failedPart, broken: record.broken)
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
    if record.isOnReused { entry["_reusedConnection"] = true }
    entry["_mayHaveExecuted"] = record.mayHaveExecuted.map { .bool($0) }
    entry["_cacheStatus"] = record.cacheStatus.map { .string($0) }
    // What Chromium asks for, which calls its HTTP cache so wherever it is kept.
    entry["_resourceType"] = "fetch"
    if record.isFromCache { entry["_fromCache"] = "disk" }
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
    // How many bytes a coded body has had is not known apart from its head's.
    let isCoded = record.responseFields.contains { FieldCharacters.equalNames($0.name, "Content-Encoding") }
    let location = record.responseFields.first { FieldCharacters.equalNames($0.name, "Location") }?.value
    var response: JSON.Object = [
      "status": .number(.init(record.status?.code ?? 0)),
      "statusText": .string(record.status?.reasonPhrase ?? ""),
      "httpVersion": .string(version),
      "cookies": [],
      "headers": fields(record.responseFields),
      "content": .object(content),
      "redirectURL": .string(location ?? ""),
      "headersSize": -1,
      "bodySize": isCoded ? -1 : .number(.init(record.responseBody.length ?? -1)),
    ]
    response["_transferSize"] = record.metrics.map { .number(.init($0.bytesReceived)) }
    response["_error"] = record.error.map { .string($0) }
    return response
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
