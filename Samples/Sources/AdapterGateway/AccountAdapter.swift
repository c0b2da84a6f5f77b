// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import FlyingFox
import ResourceRequestKit

/// An adapter that requires tokens: any token for `/profile`; for `/balance`, one with the scope `account`, which the
/// PIN check grants.
struct AccountAdapter: Adapter {
  func scope(for call: AdapterCall) -> TokenScope? {
    call.segments == ["balance"] ? "RegisteredClient account" : .registeredClient
  }

  func answer(_ call: AdapterCall) throws -> HTTPResponse {
    guard call.method == .GET else {
      throw Refusal(.methodNotAllowed, code: "methodNotAllowed", "the account is read with GET")
    }
    switch call.segments {
    case ["profile"]:
      return .json([
        "client": .string(call.token?.clientID ?? ""), "scope": .string(call.token?.scope.description ?? ""),
      ])
    case ["balance"]:
      return .json(["owner": "Ann", "balance": 1017.5, "currency": "CHF"])
    default:
      throw Refusal(.notFound, code: "notFound", "the adapter serves /profile and /balance")
    }
  }
}
