// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Essentials

/// Why a call of the system failed.
struct SystemError: Error, CustomStringConvertible {
  /// The number of the error.
  let code: Int32

  /// The error of the call that just failed, unless another is named.
  init(_ code: Int32 = errno) {
    self.code = code
  }

  var description: String { String(cString: strerror(code)) }
}
