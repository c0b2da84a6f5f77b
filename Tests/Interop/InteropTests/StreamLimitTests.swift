// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Foundation
import ResourceRequestKit
import Testing

/// HTTP/2 with nghttpd: few concurrent streams, and trailers.
@Suite struct StreamLimitTests {
  static let transports = TransportUnderTest.allCases

  @Test(arguments: transports)
  func `requests beyond the streams a server allows wait, and all have their answer`(
    over kind: TransportUnderTest
  ) async throws {
    let settings = ServiceSettings(
      connection: ConnectionOptions(tls: TLSOptions(caFile: try Servers.authority()))
    )
    let service = BackendService(
      name: "files",
      baseURL: try ResourceURL(try Servers.variable("INTEROP_NGHTTPD")),
      settings: settings
    )
    let client = ResourceClient(
      configuration: ResourceConfiguration(services: [service]),
      transport: kind.alone()
    )
    try await withThrowingTaskGroup(of: ResourceResponse.self) { group in
      for _ in 0..<50 { group.addTask { try await client.send(ResourceRequest("small.txt", service: "files")) } }
      for try await response in group {
        #expect(response.text == "small\n")
        #expect(response.metrics.last.httpVersion == .http2)
      }
    }
  }

  @Test(arguments: transports)
  func `fields after the body arrive`(over kind: TransportUnderTest) async throws {
    let options = ExchangeOptions(connection: ConnectionOptions(tls: TLSOptions(caFile: try Servers.authority())))
    let url = try Servers.variable("INTEROP_NGHTTPD") + "/small.txt"
    let response = try await kind.send(.get, url, options: options, over: kind.alone())
    #expect(response.status == 200)
    #expect(response.headers["Content-Length"] == "6")
    #expect(response.trailers["check"] == "sum")
  }

  @Test(arguments: transports)
  func `requests by prior knowledge follow one another on one transport`(over kind: TransportUnderTest) async throws {
    let transport = kind.alone()
    let options = ExchangeOptions(httpVersion: .http2PriorKnowledge)
    let url = try Servers.variable("INTEROP_NGHTTPD_H2C") + "/small.txt"
    for _ in 0..<3 {
      let response = try await kind.send(.get, url, options: options, over: transport)
      #expect(response.status == 200)
      #expect(response.metrics.httpVersion == .http2)
      #expect(response.body.bytes == Data("small\n".utf8))
      #expect(response.trailers["check"] == "sum")
    }
    // A request with a body in between, of which the handle must keep nothing.
    _ = try await kind.send(.post, url, body: OutgoingBody(Data(count: 100_000)), options: options, over: transport)
    try await withThrowingTaskGroup(of: TransportResponse.self) { group in
      for _ in 0..<5 { group.addTask { try await kind.send(.get, url, options: options, over: transport) } }
      for try await response in group { #expect(response.trailers["check"] == "sum") }
    }
  }
}
