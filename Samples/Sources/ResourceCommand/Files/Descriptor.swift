// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Essentials

/// An open file, pipe or device.
struct Descriptor {
  static let standardOutput = Descriptor(number: 1)
  static let standardError = Descriptor(number: 2)

  let number: Int32

  /// Writes all bytes; waits if the descriptor is non-blocking, as a pipe inherited from the parent process may be.
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

  /// Reads to the end of a file, at most `limit` bytes.
  func read(upTo limit: Int) throws(SystemError) -> Data {
    var data = Data()
    var block = [UInt8](repeating: 0, count: 65_536)
    while data.count < limit {
      let count = systemRead(number, &block, min(block.count, limit - data.count))
      if count < 0, errno != EINTR { throw SystemError() }
      if count == 0 { break }
      data += block.prefix(max(0, count))
    }
    return data
  }
}

/// The system's `write`, which the method's name hides.
private func systemWrite(_ number: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
  write(number, bytes.baseAddress, bytes.count)
}

/// The system's `read`, which the method's name hides.
private func systemRead(_ number: Int32, _ block: inout [UInt8], _ count: Int) -> Int { read(number, &block, count) }
