// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Foundation
import ResourceRequestKit
import TestSupport
import Testing

/// Bodies arrive byte for byte while exchanges beside them, over HTTP/2 on the same connection, are left, cancelled, cut off
/// by their deadlines, or paused by slow readers.
struct DisturbedBodiesTests {
  /// What an exchange beside the bodies does.
  private enum Neighbor: CaseIterable { case left, cancelled, timedOut, slow }

  /// More text than the largest body, any part of which tells where it is from.
  private static let text: [UInt8] = (0..<600_000).flatMap { Array(String(1_000_000 + $0).utf8) }
  private static let size = 3_000_000

  private static func body(_ number: Int) -> ArraySlice<UInt8> { text[(number * 1001)..<(number * 1001 + size)] }

  @Test(
    .enabled(if: FastServer.isPossible),
    .everyWire,
    .timeLimit(.minutes(10)),
    arguments: FastServer.Wire.allCases
  )
  func `a body is its own, whatever ends beside it`(over wire: FastServer.Wire) async throws {
    let server = try FastServer(wire) { request in
      let number = Int(request.target.dropFirst()) ?? 0
      let framings = FastAnswer.Framing.allCases
      return FastAnswer(
        200,
        Self.body(number),
        framing: framings[number % framings.count],
        pace: number % 5 == 4 ? .bursty(seed: UInt64(number)) : .fast
      )
    }
    defer { server.stop() }
    let tls = server.authorityFile.map { TLSOptions(caFile: $0) }
    let settings = ServiceSettings(
      timeouts: Timeouts(connect: .seconds(60), read: .seconds(60)),
      connection: ConnectionOptions(tls: tls)
    )
    let client = ResourceClient(
      configuration: ResourceConfiguration(defaults: settings),
      options: .everyWire
    )
    let rounds = 5 * MatrixScale.current.scale
    try await withThrowingTaskGroup(of: Void.self) { group in
      for worker in 0..<4 {
        group.addTask {
          for round in 0..<rounds {
            let number = worker * 100 + round % 100
            let data =
              round % 2 == 0
              ? try await client.send(ResourceRequest(server.url("/\(number)"))).data
              : try await Self.streamed(client, ResourceRequest(server.url("/\(number)")))
            #expect(data == Data(Self.body(number)), "body \(number) in round \(round), \(data.count) bytes")
          }
        }
        for kind in Neighbor.allCases {
          group.addTask {
            for round in 0..<rounds {
              await Self.disturb(kind, client, server.url("/\(500 + round % 100)"), after: round % 7)
            }
          }
        }
      }
      try await group.waitForAll()
    }
  }

  private static func streamed(_ client: ResourceClient, _ request: ResourceRequest) async throws -> Data {
    var data = Data()
    for try await chunk in try await client.stream(request, window: 64 << 10) {
      data.append(chunk)
      await Task.yield()
    }
    return data
  }

  /// Begins a body and ends it early, or reads it slowly; whether that fails is no matter.
  private static func disturb(_ kind: Neighbor, _ client: ResourceClient, _ url: String, after chunks: Int) async {
    var request = ResourceRequest(url)
    if kind == .timedOut {
      request.timeouts.total = .milliseconds(2 + chunks * 3)
      _ = try? await client.send(request)
      return
    }
    let sent = request
    let task = Task {
      var count = 0
      for try await _ in try await client.stream(sent, window: 16 << 10) {
        count += 1
        if kind == .slow || kind == .cancelled { for _ in 0..<50 { await Task.yield() } }
        if kind == .left, count > chunks { return }
        if kind == .slow, count > chunks * 4 { return }
        if kind == .cancelled, count > chunks { withUnsafeCurrentTask { $0?.cancel() } }
      }
    }
    _ = await task.result
  }
}
