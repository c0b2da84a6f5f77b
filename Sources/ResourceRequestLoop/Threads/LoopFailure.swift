// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestPlatform

/// The reason why a loop could not be created: the system is out of descriptors, threads or memory.
package struct LoopFailure: Error, CustomStringConvertible {
  package let step: String
  package let number: Int32

  package init(step: String, number: Int32) {
    self.step = step
    self.number = number
  }

  package var description: String {
    "the system did not give \(step): \(String(cString: strerror(number)))"
  }
}
