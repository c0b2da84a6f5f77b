// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

public import ResourceRequestCore
public import ResourceRequestPlatform

extension TransportResponse {
  /// A response without a body.
  public static func status(_ status: Status, headers: Headers = Headers()) -> TransportResponse {
    TransportResponse(status: status, headers: headers)
  }

  /// A response with text as `text/plain; charset=utf-8`, unless the header fields have another type.
  public static func text(_ text: String, status: Status = 200, headers: Headers = Headers()) -> TransportResponse {
    .data(Data(text.utf8), type: "text/plain; charset=utf-8", status: status, headers: headers)
  }

  /// A response with a JSON value as `application/json`, unless the header fields have another type.
  public static func json(_ value: JSON, status: Status = 200, headers: Headers = Headers()) -> TransportResponse {
    .data(Data(value.text().utf8), type: "application/json", status: status, headers: headers)
  }

  /// A response with bytes and a content type, unless the header fields have another one.
  public static func data(
    _ bytes: Data,
    type: String = "application/octet-stream",
    status: Status = 200,
    headers: Headers = Headers()
  ) -> TransportResponse {
    var headers = headers
    if !headers.contains("Content-Type") { headers.append("Content-Type", type) }
    return TransportResponse(status: status, headers: headers, body: IncomingBody(bytes))
  }
}
