// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestPlatform

/// Collects a body while its reader reads it, up to a limit; a larger body is dropped, and reading continues.
///
/// What is collected counts in the cache's memory.
final class BodyCollector: Sendable {
  private let limit: Int
  private let memory: MemoryCacheStore
  /// `nil` once nothing is collected any more.
  private let bytes = Lock<Data?>(Data())
  private let whenWhole: @Sendable (Data, IncomingStream.End?) -> Void

  init(limit: Int, in memory: MemoryCacheStore, whenWhole: @escaping @Sendable (Data, IncomingStream.End?) -> Void) {
    self.limit = limit
    self.memory = memory
    self.whenWhole = whenWhole
  }

  deinit { memory.release(bytes.withLock { $0?.count ?? 0 }) }

  /// A tap that feeds this from a stream.
  var tap: StreamTap {
    StreamTap(
      take: { [self] chunk in
        let dropped: Int = bytes.withLock { bytes in
          guard let count = bytes?.count else { return 0 }
          if chunk.count <= limit - count, memory.reserve(chunk.count) {
            bytes?.append(chunk)
            return 0
          }
          bytes = nil
          return count
        }
        memory.release(dropped)
      },
      end: { [self] end in if let body = takeAll() { whenWhole(body, end) } },
      drop: { [self] _ in _ = takeAll() }
    )
  }

  private func takeAll() -> Data? {
    let body = bytes.withLock { bytes in
      defer { bytes = nil }
      return bytes
    }
    memory.release(body?.count ?? 0)
    return body
  }
}
