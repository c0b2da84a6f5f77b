// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Curl
  import Foundation
  import ResourceRequestKit
  import TestSupport
  import Testing

  @testable import ResourceRequestCurl

  /// How much of a body the loop reads before other exchanges get their turn.
  @Suite(.everyWire)
  struct TurnShareTests {
    @Test func `a share is used up by its bytes, and begins anew with each turn`() {
      var share = TurnShare()
      let half = TurnShare.bytes / 2
      let first = [share.isUsedUp(by: half - 1, in: 7), share.isUsedUp(by: half, in: 7), share.isUsedUp(by: 1, in: 7)]
      #expect(first == [false, false, true])
      let more = share.isUsedUp(by: 1, in: 7)
      #expect(more)
      let second = [share.isUsedUp(by: half, in: 8), share.isUsedUp(by: half, in: 8)]
      #expect(second == [false, true])
    }

    /// 9 MB of random bytes, many shares.
    private static let body = [UInt8](SeededGenerator.bytes(9_000_000))

    /// Compares outside of the expectation, which would compute the differences and take very long.
    private static func isWhole(_ received: some Sequence<UInt8>) -> Bool { Data(received) == Data(body) }

    @Test(arguments: FastAnswer.Framing.allCases)
    func `a body of many shares arrives whole, and others beside it`(_ framing: FastAnswer.Framing) async throws {
      let body = Self.body[...]
      let server = try FastServer { request in
        request.target == "/small" ? FastAnswer(200, [1, 2, 3]) : FastAnswer(200, body, framing: framing, pace: .fast)
      }
      defer { server.stop() }
      let client = ResourceClient(options: .everyWire)
      for _ in 0..<3 {
        async let whole = client.send(ResourceRequest(server.url("/large")))
        async let other = client.send(ResourceRequest(server.url("/large")))
        for _ in 0..<20 { #expect(try await client.send(ResourceRequest(server.url("/small"))).data.count == 3) }
        let (one, two) = (try await whole.data, try await other.data)
        #expect(Self.isWhole(one) && Self.isWhole(two), "\(one.count) and \(two.count) bytes")
        var streamed: [UInt8] = []
        for try await chunk in try await client.stream(ResourceRequest(server.url("/large"))) { streamed += chunk }
        #expect(Self.isWhole(streamed), "\(streamed.count) bytes")
      }
    }
  }
#endif
