// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestCore

/// The servers behind an address: one, or those of a cluster, as far as their replies tell of it.
///
/// It is sendable since the queue of its line alone calls it.
final class ServerSet: @unchecked Sendable {
  /// How often a command is sent on before that counts as a failure.
  private static let mostRedirects = 4
  /// How many servers are remembered, whatever they say of others.
  private static let mostServers = 1_024
  private let address: ValkeyAddress
  private let replyLimit: Int
  private var nodes: [ValkeyAddress.Place: ServerNode]
  private var slots = ClusterSlots()

  init(_ address: ValkeyAddress, replyLimit: Int) {
    (self.address, self.replyLimit) = (address, replyLimit)
    nodes = [address.place: ServerNode(at: address.place, of: address)]
  }

  /// The servers that have keys: that of the address, or those of its cluster.
  func places(until end: ContinuousClock.Instant) -> [ValkeyAddress.Place] {
    learn(from: entrance(), until: end)
    return slots.places.isEmpty ? [address.place] : Array(slots.places)
  }

  /// Sends commands to the server that has their keys.
  ///
  /// - Parameters:
  ///   - commands: commands whose keys, if they have any, are in one slot.
  ///   - place: the server; `nil` for that of the keys.
  ///   - end: when to give up.
  /// - Returns: a reply for each, none of which is an error.
  /// - Throws: ``ValkeyFailure``.
  func replies(
    to commands: [ValkeyLine.Command],
    at place: ValkeyAddress.Place? = nil,
    until end: ContinuousClock.Instant
  ) throws(ValkeyFailure) -> [ValkeyReply] {
    let known = place ?? ClusterSlots.slot(of: commands).flatMap { slots[$0] }
    var node = known.map { self.node(at: $0) } ?? entrance()
    var isAsking = false
    for _ in 0...Self.mostRedirects {
      let replies = try replies(of: node, to: commands, isAsking, until: end)
      guard let redirect = replies.lazy.compactMap(\.redirect).first else {
        if let word = replies.lazy.compactMap(\.refusal).first {
          throw ValkeyFailure(reason: "it refuses a command: \(word)")
        }
        return replies
      }
      guard let next = node.place.neighbour(redirect.host, port: redirect.port) else { break }
      if redirect.isOnce {
        // What is to be asked for stands before each command; in a transaction it would be one of its commands.
        guard commands.first != ["MULTI"].bytes else { break }
      } else {
        learn(from: node, until: end)
      }
      (node, isAsking) = (self.node(at: next), redirect.isOnce)
    }
    throw ValkeyFailure(reason: "its cluster is moving what is asked for")
  }

  private func replies(
    of node: ServerNode,
    to commands: [ValkeyLine.Command],
    _ isAsking: Bool,
    until end: ContinuousClock.Instant
  ) throws(ValkeyFailure) -> [ValkeyReply] {
    let words = isAsking ? commands.flatMap { [["ASKING"].bytes, $0] } : commands
    do throws(ValkeyFailure) {
      let replies = try node.replies(to: words, limit: replyLimit, until: end)
      return isAsking ? stride(from: 1, to: replies.count, by: 2).map { replies[$0] } : replies
    } catch {
      // Another one may have its slots soon; those that are left know which.
      slots = ClusterSlots()
      throw error
    }
  }

  /// Who is asked where it is not known who has a key: the server of the address, or one that works.
  private func entrance() -> ServerNode {
    let first = node(at: address.place)
    return first.isResting ? nodes.values.first { !$0.isResting } ?? first : first
  }

  private func node(at place: ValkeyAddress.Place) -> ServerNode {
    if let known = nodes[place] { return known }
    if nodes.count >= Self.mostServers { nodes = nodes.filter { $0.key == address.place } }
    let node = ServerNode(at: place, of: address)
    nodes[place] = node
    return node
  }

  /// Asks who has which keys; a server without a cluster refuses to say.
  private func learn(from node: ServerNode, until end: ContinuousClock.Instant) {
    guard let reply = try? node.replies(to: [["CLUSTER", "SLOTS"].bytes], limit: 4 << 20, until: end).first else {
      return
    }
    slots = ClusterSlots(reply, from: node.place)
    let places = slots.places.union([address.place, node.place])
    nodes = nodes.filter { places.contains($0.key) }
  }
}
