// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestKit

/// The full client, which decodes responses with its own decoder or with Foundation's.
struct ValueClient: Contender {
  /// An object of about 1 KiB, as Tests/Benchmarks/nginx.conf.template sends it.
  private struct Document: Decodable {
    struct Row: Decodable {
      let id: Int
      let name: String
      let price: Double
      let open: Bool
    }

    let title: String
    let rows: [Row]
  }

  private let client = ResourceClient()
  private let decoder: JSONResponseDecoder
  private let request: ResourceRequest

  init(_ arguments: Arguments, _ workload: Workload) throws {
    request = ResourceRequest(workload.url)
    decoder = arguments.text("with") == "foundation" ? JSONResponseDecoder { _ in } : JSONResponseDecoder()
  }

  func exchange() async throws -> Int {
    try await client.value(Document.self, for: request, by: decoder).rows.count
  }
}
