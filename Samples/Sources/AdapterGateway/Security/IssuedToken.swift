// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Foundation
import ResourceRequestKit

/// A token the gateway has given out.
struct IssuedToken: Sendable {
  let value: String
  /// The name of the client it was given to.
  let clientID: String
  let scope: TokenScope
  let expiry: Date

  /// Whether it is good for all of a scope.
  func covers(_ wanted: TokenScope) -> Bool { Set(wanted.elements).isSubset(of: scope.elements) }
}

extension TokenScope {
  /// The scope of every token.
  static let registeredClient: TokenScope = "RegisteredClient"

  /// The scope, including that of every token.
  var withRegisteredClient: TokenScope { TokenScope("\(TokenScope.registeredClient) \(self)") }

  /// The names of the checks a registered client must pass for it; `nil` where it has a word no check grants.
  var checks: [String]? {
    var checks: [String] = []
    for element in elements {
      switch element {
      case "RegisteredClient": continue
      case "account", PINCheck.name: checks = [PINCheck.name]
      default: return nil
      }
    }
    return checks
  }
}
