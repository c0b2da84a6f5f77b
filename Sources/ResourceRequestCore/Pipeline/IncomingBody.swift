// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// The body of an answer as a transport hands it over.
public struct IncomingBody: Sendable, Hashable {
  /// The bytes, decompressed.
  public let bytes: Data

  /// A body that is in memory.
  public init(_ bytes: Data = Data()) {
    self.bytes = bytes
  }
}
