// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// What a scripted server has seen of one connection so far.
public struct ConnectionRecord: Sendable {
  /// The bytes received, as far as the script has read them; at most the first 8 MiB.
  public internal(set) var received: [UInt8] = []
  /// The number of bytes the script has read, including those beyond the recorded ones.
  public internal(set) var receivedCount = 0
  /// The number of bytes the script has handed to the system for sending.
  public internal(set) var sentCount = 0
  /// The number of request heads read completely.
  public internal(set) var headCount = 0
  /// The requests read completely, body included.
  public internal(set) var requests: [ReceivedRequest] = []
  /// Whether the peer has closed or reset its side.
  ///
  /// Set at once on Linux, elsewhere when the script reads.
  public internal(set) var isClosedByPeer = false
  /// Whether the script has ended and the connection is closed on this side too.
  public internal(set) var isEnded = false

  static let recordedLimit = 8 << 20

  /// The received bytes as UTF-8, broken sequences replaced.
  public var receivedText: String { String(decoding: received, as: UTF8.self) }
}
