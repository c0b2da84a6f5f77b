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
  private let whenTooLarge: @Sendable () -> Void
  private let whenWhole: @Sendable (Data, IncomingStream.End?) -> Void

  init(
    limit: Int,
    in memory: MemoryCacheStore,
    whenTooLarge: @escaping @Sendable () -> Void = {},
    whenWhole: @escaping @Sendable (Data, IncomingStream.End?) -> Void
  ) {
    self.limit = limit
    self.memory = memory
    self.whenTooLarge = whenTooLarge
    self.whenWhole = whenWhole
  }

  deinit { memory.release(bytes.withLock { $0?.count ?? 0 }) }

  /// A tap that feeds this from a stream.
  var tap: StreamTap {
    StreamTap(
      take: { [self] chunk in
        let dropped: Int? = bytes.withLock { bytes in
          guard let count = bytes?.count else { return nil }
          if chunk.count <= limit - count, memory.reserve(chunk.count) {
            bytes?.append(chunk)
            return nil
          }
          bytes = nil
          return count
        }
        guard let dropped else { return }
        memory.release(dropped)
        whenTooLarge()
      },
      end: { [self] end in if let body = takeAll() { whenWhole(body, end) } },
      drop: { [self] _ in _ = takeAll() }
    )
  }

  private func takeAll() -> Data? {
    let body = bytes.exchange(nil)
    memory.release(body?.count ?? 0)
    return body
  }
}
