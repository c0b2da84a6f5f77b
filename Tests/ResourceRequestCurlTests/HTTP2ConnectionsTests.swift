// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Curl
  import Foundation
  import ResourceRequestKit
  import TestSupport
  import Testing

  /// How many connections HTTP/2 needs if the server ends them.
  struct HTTP2ConnectionsTests {
    @Test(.enabled(if: FastServer.isPossible), arguments: [100, 5])
    func `requests whose connection a server ends share the next one`(streams: Int) async throws {
      let server = try FastServer(.http2, streamsPerConnection: streams) { _ in FastAnswer(200, [1, 2, 3]) }
      defer { server.stop() }
      let tls = TLSOptions(caFile: server.authorityFile)
      let settings = ServiceSettings(connection: ConnectionOptions(tls: tls))
      let client = ResourceClient(configuration: ResourceConfiguration(defaults: settings))
      let request = ResourceRequest(server.url("/"))
      let most = try await withThrowingTaskGroup(of: Int.self) { group in
        for _ in 0..<20 {
          group.addTask {
            var most = 0
            for _ in 0..<200 {
              let response = try await client.send(request)
              if response.data.count != 3 { Issue.record("\(response.data.count) bytes") }
              most = max(most, server.openCount)
            }
            return most
          }
        }
        return try await group.reduce(0) { max($0, $1) }
      }
      // There are 4,000 requests; a few more connections may open while one ends.
      guard streams == 100 else { return }
      #expect(server.connectionCount <= 80)
      #expect(most <= 20)
    }
  }
#endif
