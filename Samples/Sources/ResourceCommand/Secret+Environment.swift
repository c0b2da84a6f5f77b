// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Essentials
import ResourceRequestKit

extension Secret {
  /// The value of a variable of the environment, where others cannot read it as they can a command's arguments.
  ///
  /// - Throws: ``InputError`` where there is none.
  init(variable name: String, of option: String) throws {
    guard name.wholeMatch(of: /[A-Za-z_][A-Za-z0-9_]*/) != nil else {
      // Not repeated: it may be the secret itself.
      throw InputError("\(option) takes the name of a variable of the environment, not its value")
    }
    guard let value = ProcessInfo.processInfo.environment[name], !value.isEmpty else {
      throw InputError("\(option): the environment has no variable \(name), or an empty one")
    }
    self.init(value)
  }
}
