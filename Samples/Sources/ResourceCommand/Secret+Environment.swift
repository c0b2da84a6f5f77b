// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Essentials
import ResourceRequestKit

extension Secret {
  /// Reads a secret from an environment variable, which, unlike a command's arguments, others cannot read.
  ///
  /// - Throws: ``InputError`` if the variable is missing or empty.
  init(variable name: String, of option: String) throws {
    guard name.wholeMatch(of: /[A-Za-z_][A-Za-z0-9_]*/) != nil else {
      // The name is not repeated: it may be the secret itself.
      throw InputError("\(option) takes the name of a variable of the environment, not its value")
    }
    guard let value = ProcessInfo.processInfo.environment[name], !value.isEmpty else {
      throw InputError("\(option): the environment has no variable \(name), or an empty one")
    }
    self.init(value)
  }
}
