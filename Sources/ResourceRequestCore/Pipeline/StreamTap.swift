// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Receives a copy of a stream's body while another reader reads it: no byte more, and none earlier.
package struct StreamTap: Sendable {
  /// Receives the next chunk.
  let take: @Sendable (Data) -> Void
  /// The body ended successfully.
  let end: @Sendable (IncomingStream.End?) -> Void
  /// The stream broke off.
  let drop: @Sendable (any Error) -> Void

  /// Both, one after the other.
  func followed(by other: StreamTap) -> StreamTap {
    StreamTap(
      take: { chunk in
        take(chunk)
        other.take(chunk)
      },
      end: { last in
        end(last)
        other.end(last)
      },
      drop: { error in
        drop(error)
        other.drop(error)
      }
    )
  }
}
