// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestCore

extension ProxyTarget {
  /// Whether the proxy takes a name into its file as it is.
  ///
  /// HAProxy has it as the argument of a function, nginx as a part of the name of a variable, and Envoy in quotes.
  func takes(_ name: String) -> Bool {
    if self == .envoy { return true }
    let further = self == .haproxy ? "_-." : "_"
    return (1...64).contains(name.utf8.count)
      && name.utf8.allSatisfy { ByteSet.identifier.contains($0) || further.utf8.contains($0) }
  }

  /// The same of a field, in whose variable nginx has an underscore for a hyphen.
  func takes(field name: String) -> Bool {
    takes(self == .nginx ? name.replacing(bytes: "-", with: "_") : name)
  }
}
