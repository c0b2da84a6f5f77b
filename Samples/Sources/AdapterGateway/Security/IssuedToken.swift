// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Foundation
import ResourceRequestKit

/// A token that the gateway has issued.
struct IssuedToken: Sendable {
  let value: String
  /// The name of the client that received the token.
  let clientID: String
  let scope: TokenScope
  let expiry: Date

  /// Whether the token covers a whole scope.
  func covers(_ wanted: TokenScope) -> Bool { Set(wanted.elements).isSubset(of: scope.elements) }
}

extension TokenScope {
  /// The scope that every token has.
  static let registeredClient: TokenScope = "RegisteredClient"

  /// The scope together with the one that every token has.
  var withRegisteredClient: TokenScope { TokenScope("\(TokenScope.registeredClient) \(self)") }

  /// The names of the checks a registered client must pass for the scope; `nil` if no check grants one of its words.
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
