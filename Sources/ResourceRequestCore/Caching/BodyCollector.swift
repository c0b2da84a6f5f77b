// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Collects a body while its reader reads it, up to a limit; a larger body is dropped, and reading continues.
final class BodyCollector: Sendable {
  private let limit: Int
  /// `nil` once nothing is collected any more.
  private let bytes = Lock<Data?>(Data())
  private let whenWhole: @Sendable (Data, IncomingStream.End?) -> Void

  init(limit: Int, whenWhole: @escaping @Sendable (Data, IncomingStream.End?) -> Void) {
    self.limit = limit
    self.whenWhole = whenWhole
  }

  /// Shows it a stream.
  var tap: StreamTap {
    StreamTap(
      take: { [self] chunk in
        bytes.withLock { bytes in
          guard let count = bytes?.count else { return }
          if chunk.count > limit - count { bytes = nil } else { bytes?.append(chunk) }
        }
      },
      end: { [self] end in if let body = takeAll() { whenWhole(body, end) } },
      drop: { [self] _ in _ = takeAll() }
    )
  }

  private func takeAll() -> Data? {
    bytes.withLock { bytes in
      defer { bytes = nil }
      return bytes
    }
  }
}
