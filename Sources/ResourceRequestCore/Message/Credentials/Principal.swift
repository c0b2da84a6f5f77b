// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// On whose behalf the requests of a destination are sent, as far as it is known before they are sent: a renewed token does not
/// change it.
package enum Principal: Sendable {
  /// No principal.
  case nobody
  /// A principal: a client, a user, the holder of a key.
  case named(String)
  /// A principal whose secret is read from a file: the function returns its name by the file's current content, or `nil`
  /// while that is not known.
  case following(@Sendable () -> String?)
  /// A principal that may differ from request to request; responses are stored only if the caller names a partition.
  case unknown

  /// Its name now: empty for nobody, `nil` while it is not known.
  package var name: String? {
    switch self {
    case .nobody: ""
    case .named(let name): name
    case .following(let name): name()
    case .unknown: nil
    }
  }

  /// Joins texts with their lengths, so that different lists give different texts.
  package static func joined(_ parts: [String]) -> String {
    parts.map { "\($0.utf8.count):\($0)" }.joined()
  }
}
