// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestCore

/// The servers behind an address: one, or those of a cluster, as far as their replies tell of it.
///
/// It is sendable since the queue of its line alone calls it.
final class ServerSet: @unchecked Sendable {
  /// How often a command is sent on before that counts as a failure.
  private static let mostRedirects = 4
  /// How many servers are remembered, whatever they say of others.
  private static let mostServers = 128
  private let address: ValkeyAddress
  private let replyLimit: Int
  private let material: ServerMaterial?
  private let patience: Duration
  private let gauge = OpeningGauge()
  private let note: @Sendable (Result<Void, ValkeyFailure>) -> Void
  private var nodes: [ValkeyAddress.Place: ServerNode] = [:]
  private var slots = ClusterSlots()
  /// Whether a server has said that it is one of several.
  private var isCluster = false
  /// When the servers of the cluster were asked for last.
  private var asked: ContinuousClock.Instant?

  /// - Parameters:
  ///   - address: the server, or one of a cluster.
  ///   - replyLimit: how many bytes the replies of one exchange may have.
  ///   - patience: how long a connection may take.
  ///   - note: is told what becomes of each connection.
  init(
    _ address: ValkeyAddress,
    replyLimit: Int,
    connectingWithin patience: Duration,
    note: @escaping @Sendable (Result<Void, ValkeyFailure>) -> Void
  ) {
    (self.address, self.replyLimit, self.patience, self.note) = (address, replyLimit, patience, note)
    material = address.tls.flatMap { ServerMaterial.make($0) }
  }

  /// Begins to connect.
  func connect() { node(at: address.place).connect() }

  /// The servers that have keys: that of the address, or those of its cluster.
  ///
  /// - Throws: ``ValkeyFailure`` if a cluster does not say.
  func places(until end: ContinuousClock.Instant) throws(ValkeyFailure) -> [ValkeyAddress.Place] {
    if learn(from: entrance(), until: end) { return Array(slots.places) }
    if isCluster { throw ValkeyFailure(reason: "its cluster does not say which servers it has") }
    return [address.place]
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
    let slot = ClusterSlots.slot(of: commands)
    var node = (place ?? slot.flatMap { slots[$0] }).map { self.node(at: $0) } ?? entrance()
    var isAsking = false
    for _ in 0...Self.mostRedirects {
      let replies = try replies(of: node, to: commands, isAsking, until: end)
      guard let redirect = replies.lazy.compactMap(\.redirect).first else {
        if let word = replies.lazy.compactMap(\.refusal).first {
          // It was the primary: its name may lead to another now.
          if word.begins(withBytesOf: "READONLY") { node.renew() }
          throw ValkeyFailure(reason: "it refuses a command: \(word)")
        }
        return replies
      }
      isCluster = true
      guard let next = node.place.neighbour(redirect.host, port: redirect.port) else { break }
      if redirect.isOnce {
        // What is to be asked for stands before each command; in a transaction it would be one of its commands.
        guard commands.first != ["MULTI"].bytes else { break }
      } else {
        // All of them at once, but not for each one that moves.
        if asked.map({ $0.duration(to: .now) >= .seconds(1) }) ?? true { learn(from: node, until: end) }
        if let slot { slots.move(slot, to: next) }
      }
      (node, isAsking) = (self.node(at: next), redirect.isOnce)
    }
    throw ValkeyFailure(reason: "its cluster is moving the requested keys")
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
      if !error.isOld || node.isLost { slots.forget(node.place) }
      throw error
    }
  }

  /// Who is asked where it is not known who has a key: the server of the address, or one that works.
  private func entrance() -> ServerNode {
    let first = node(at: address.place)
    guard first.isResting || first.isLost else { return first }
    return nodes.values.first { !$0.isResting && !$0.isLost } ?? first
  }

  private func node(at place: ValkeyAddress.Place) -> ServerNode {
    if let known = nodes[place] { return known }
    if nodes.count >= Self.mostServers { nodes = nodes.filter { $0.key == address.place } }
    let opener = ServerOpener(place: place, address: address, material: material)
    let node = ServerNode(opener, within: patience, gauge, note: note)
    nodes[place] = node
    return node
  }

  /// Asks who has which keys, and gives whether that is known now.
  ///
  /// A server without a cluster refuses to say, and so may one with.
  @discardableResult
  private func learn(from node: ServerNode, until end: ContinuousClock.Instant) -> Bool {
    asked = .now
    let reply = try? node.replies(to: [["CLUSTER", "SLOTS"].bytes], limit: 4 << 20, until: end).first
    guard let reply, case let found = ClusterSlots(reply, from: node.place), !found.places.isEmpty else { return false }
    (slots, isCluster) = (found, true)
    let places = found.places.union([address.place, node.place])
    nodes = nodes.filter { places.contains($0.key) }
    return true
  }
}
