// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// The body of a request on its way out.
public struct OutgoingBody: Sendable, Hashable {
  /// The bytes.
  public let bytes: Data

  /// A body that is in memory.
  public init(_ bytes: Data) {
    self.bytes = bytes
  }

  /// The number of bytes, where it is known before they are sent.
  public var length: Int? { bytes.count }

  /// Whether the body can be sent a second time.
  public var isReplayable: Bool { true }
}
