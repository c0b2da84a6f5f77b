// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Dispatch
import Essentials
import ResourceRequestKit
import Synchronization

/// Standard input as the body of a request, read while the request is sent.
struct StandardInput: AsyncSequence, Sendable {
  /// A body that reads standard input once; if a file is redirected to it, a body of that file, whose length is known.
  static func body() -> ResourceRequest.Body {
    if GivenFile.isRegular(0), lseek(0, 0, SEEK_CUR) == 0, access("/dev/stdin", R_OK) == 0 {
      return .file("/dev/stdin")
    }
    return .stream(StandardInput())
  }

  func makeAsyncIterator() -> Iterator { Iterator() }

  struct Iterator: AsyncIteratorProtocol {
    mutating func next() async throws -> Data? {
      // Set when the task is cancelled, and checked by the thread that waits for bytes.
      let isOver = Flag()
      return try await withTaskCancellationHandler {
        try await withCheckedThrowingContinuation { continuation in
          DispatchQueue(label: "resource.blocked").async {
            continuation.resume(with: Result { try Self.read(until: isOver) })
          }
        }
      } onCancel: {
        isOver.value.store(true, ordering: .relaxed)
      }
    }

    /// Waits for bytes; the wait blocks, so it needs a thread of its own.
    private static func read(until isOver: Flag) throws -> Data? {
      var block = [UInt8](repeating: 0, count: 256 << 10)
      while true {
        if isOver.value.load(ordering: .relaxed) { throw CancellationError() }
        var waiting = pollfd(fd: 0, events: Int16(POLLIN), revents: 0)
        guard poll(&waiting, 1, 50) != 0 else { continue }
        let count = Essentials.read(0, &block, block.count)
        if count >= 0 { return count == 0 ? nil : Data(block[..<count]) }
        guard errno == EINTR || errno == EAGAIN else { throw SystemError() }
      }
    }
  }

  private final class Flag: Sendable {
    let value = Atomic(false)
  }
}
