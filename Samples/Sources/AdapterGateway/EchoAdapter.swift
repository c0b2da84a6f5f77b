// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import FlyingFox
import Foundation
import ResourceRequestKit

/// Responds with the request: method, path, query, header fields and body.
///
/// FlyingFox keeps the last of header fields that repeat, so the others cannot be shown.
struct EchoAdapter: Adapter {
  func answer(_ call: AdapterCall) -> HTTPResponse {
    var headers: JSON.Object = [:]
    let fields = call.headers.map { (name: $0.key.rawValue.lowercased(), value: $0.value) }
    for field in fields.sorted(by: { $0.name < $1.name }) { headers[field.name] = .string(field.value) }
    return .json([
      "method": .string(call.method.rawValue),
      "path": .string(call.target.path()),
      "query": .string(call.target.query()),
      "parameters": .array(call.query.map { ["name": .string($0.name), "value": .string($0.value)] }),
      "headers": .object(headers),
      "form": .array(call.form.map { ["name": .string($0.name), "value": .string($0.value)] }),
      "body": .string(String(decoding: call.body, as: UTF8.self)),
    ])
  }
}
