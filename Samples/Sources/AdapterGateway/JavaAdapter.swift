// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import FlyingFox
import ResourceRequestKit

/// The resource of a Java adapter: `POST /users/{first}/{middle}/{last}`, with a value in the path, query, form and
/// header.
struct JavaAdapter: Adapter {
  func answer(_ call: AdapterCall) throws -> HTTPResponse {
    guard call.segments.count == 4, call.segments[0] == "users" else {
      throw Refusal(.notFound, code: "notFound", "the adapter serves /users/{first}/{middle}/{last}")
    }
    guard call.method == .POST else {
      throw Refusal(.methodNotAllowed, code: "methodNotAllowed", "a user is created with POST")
    }
    guard let age = call.query["age"].flatMap({ Int($0) }) else {
      throw Refusal(.badRequest, code: "badParameter", "the query parameter age must be an integer")
    }
    return .json([
      "first": .string(call.segments[1]),
      "middle": .string(call.segments[2]),
      "last": .string(call.segments[3]),
      "age": JSON(age),
      "height": call.form["height"].map { .string($0) } ?? .null,
      "birthdate": call.headers[HTTPHeader("birthdate")].map { .string($0) } ?? .null,
    ])
  }
}
