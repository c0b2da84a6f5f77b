// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Peers
  import AsyncHTTPClient
  import Foundation
  import NIOCore
  import NIOHTTP1

  /// AsyncHTTPClient used as its documentation shows, with as many connections as requests in flight.
  struct AsyncClient: Contender {
    private let client: HTTPClient
    private let request: HTTPClientRequest

    init(_ workload: Workload) throws {
      var configuration = HTTPClient.Configuration.singletonConfiguration
      configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = workload.inFlight
      configuration.httpVersion = workload.http2 ? .automatic : .http1Only
      configuration.redirectConfiguration = .follow(max: 10, allowCycles: false)
      client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
      var request = HTTPClientRequest(url: workload.url)
      request.headers.add(name: "User-Agent", value: "async-http-client/1.37.0")
      request.headers.add(name: "Accept", value: "*/*")
      if let body = workload.body {
        request.method = .POST
        request.headers.add(name: "Content-Type", value: workload.contentType)
        request.body = .bytes(ByteBuffer(bytes: body))
      }
      self.request = request
    }

    func exchange() async throws -> Int {
      let response = try await client.execute(request, timeout: .seconds(60))
      guard response.status == .ok else { throw UnexpectedStatus(code: Int(response.status.code)) }
      return try await response.body.collect(upTo: 1 << 30).readableBytes
    }

    func shutdown() async throws {
      try await client.shutdown()
    }
  }
#endif
