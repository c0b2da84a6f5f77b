// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Foundation's URLSession.
struct SessionClient: Contender {
  private let session: URLSession
  private let request: URLRequest

  init(_ workload: Workload) throws {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.httpMaximumConnectionsPerHost = workload.inFlight
    configuration.urlCache = nil
    session = URLSession(configuration: configuration)
    guard let url = URL(string: workload.url) else { throw Arguments.Fault("\(workload.url) is no URL") }
    var request = URLRequest(url: url)
    if let body = workload.body {
      request.httpMethod = "POST"
      request.httpBody = body
      request.setValue(workload.contentType, forHTTPHeaderField: "Content-Type")
    }
    self.request = request
  }

  func exchange() async throws -> Int {
    let (data, response) = try await session.data(for: request)
    let status = (response as? HTTPURLResponse)?.statusCode ?? 0
    guard status == 200 else { throw UnexpectedStatus(code: status) }
    return data.count
  }
}
