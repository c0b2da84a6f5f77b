// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// The turn of one instance at a time to fetch what all need.
///
/// A key of the server has the turn: the identity of who has it, or `-` for a second after one that brought nothing, in which
/// everyone fetches for itself.
struct SharedTurn: Sendable {
  /// Whose turn it is.
  enum Owner: Sendable {
    case ours, others, nobody
  }

  private static let take = """
    local turn = redis.call('GET', KEYS[1])
    if turn == '-' then return 2 end
    if turn then return 0 end
    redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
    return 1
    """

  private static let end = """
    if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
    if ARGV[2] == '1' and (not KEYS[2] or redis.call('EXISTS', KEYS[2]) == 1) then redis.call('DEL', KEYS[1]) else redis.call('SET', KEYS[1], '-', 'PX', 1000) end
    return 1
    """

  /// What tells this instance's turns from others'.
  private let identity: String

  init() {
    var random = SystemRandomNumberGenerator()
    identity = String(random.next(), radix: 36) + String(random.next(), radix: 36)
  }

  /// Takes the turn that a key has, for a time.
  func taking(_ key: [UInt8], for time: Duration) -> ValkeyLine.Command {
    ["EVAL", Self.take, "1"].bytes + [key] + [identity, "\(max(1, Int64(time / .milliseconds(1))))"].bytes
  }

  /// Ends it, if it is this instance's still.
  ///
  /// - Parameters:
  ///   - key: the key of the turn.
  ///   - isStored: whether there is something for the others.
  ///   - place: the key that has it, if the server is to see for itself: it may have been too large.
  /// - Returns: the command.
  func ending(_ key: [UInt8], isStored: Bool, at place: [UInt8]? = nil) -> ValkeyLine.Command {
    let words = ["EVAL", Self.end, place == nil ? "1" : "2"].bytes
    return words + [key, place].compactMap(\.self) + [identity, isStored ? "1" : "0"].bytes
  }

  /// Ends a turn that may be this instance's although the server did not answer, or all others would wait for it.
  ///
  /// After the rest of a server that has failed, within which nothing is sent to it; that rest is real time.
  func leave(
    _ key: [UInt8],
    by send: @escaping @Sendable ([ValkeyLine.Command]) async throws -> [ValkeyReply]
  ) {
    Task {
      try await Task.sleep(for: .milliseconds(1100))
      _ = try await send([ending(key, isStored: true)])
    }
  }

  /// What the reply to ``taking(_:for:)`` says.
  static func owner(_ reply: ValkeyReply) -> Owner {
    switch reply {
    case .number(1): .ours
    case .number(0): .others
    default: .nobody
    }
  }
}
