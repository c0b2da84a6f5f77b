// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Is shown the body of a stream while somebody else reads it: no byte more, and none earlier.
package struct StreamTap: Sendable {
  /// The next piece.
  let take: @Sendable (Data) -> Void
  /// The body has ended well.
  let end: @Sendable (IncomingStream.End?) -> Void
  /// The stream broke off.
  let drop: @Sendable () -> Void
}
