// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Essentials
import ResourceRequestKit

/// The properties of a token, as an aligned table without the token.
struct TokenTable: CustomStringConvertible {
  let token: AccessToken

  var description: String {
    let seconds = token.lifetime.map { $0 / .seconds(1) }
    let rows = [
      ("token", "\(token.value); --reveal writes it"),
      ("scope", token.scope.map { "\($0)" } ?? "as asked for"),
      ("lifetime", seconds.map { ProgressText.time($0.rounded(.down)) } ?? "not said"),
    ]
    return rows.map { $0.padded(to: 10) + $1 }.joined(separator: "\n")
  }
}
