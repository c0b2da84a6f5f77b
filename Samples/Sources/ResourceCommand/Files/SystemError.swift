// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Essentials

/// The error of a failed system call.
struct SystemError: Error, CustomStringConvertible {
  /// The `errno` of the error.
  let code: Int32

  /// Creates the error of the system call that has just failed, or of a given code.
  init(_ code: Int32 = errno) {
    self.code = code
  }

  var description: String { String(cString: strerror(code)) }
}
