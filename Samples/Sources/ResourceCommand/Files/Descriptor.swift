// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Foundation

/// An open file, pipe or device that takes bytes.
struct Descriptor {
  static let standardOutput = Descriptor(number: 1)

  let number: Int32

  /// Writes all bytes, and waits where they are not taken at once: whoever started this may have made the pipe so.
  func write(_ data: Data) throws(SystemError) {
    var failure: SystemError?
    data.withUnsafeBytes { bytes in
      var rest = bytes[...]
      while !rest.isEmpty {
        let count = systemWrite(number, UnsafeRawBufferPointer(rebasing: rest))
        if count > 0 {
          rest = rest.dropFirst(count)
        } else if count < 0, errno == EAGAIN {
          var waiting = pollfd(fd: number, events: Int16(POLLOUT), revents: 0)
          poll(&waiting, 1, -1)
        } else if count == 0 || errno != EINTR {
          failure = SystemError()
          return
        }
      }
    }
    if let failure { throw failure }
  }
}

/// The system's `write`, under a name of its own beside ours.
private func systemWrite(_ number: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
  write(number, bytes.baseAddress, bytes.count)
}
