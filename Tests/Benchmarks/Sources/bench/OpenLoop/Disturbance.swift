// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Foundation
import ResourceRequestKit
import Synchronization

/// The extra load on the client during the measured requests.
enum Disturbance: String, CaseIterable {
  case none
  /// Bodies of `--large`, one after another.
  case body
  /// Twenty callbacks per second that block for 20 ms each.
  case handler
  /// A thousand requests per second to `--slow`, each cancelled while in flight.
  case cancellations
  /// Tokens that expire after a second; the client gets the next one from `--token`.
  case token

  static func run(_ arguments: Arguments) async throws -> Report {
    guard let disturbance = Disturbance(rawValue: arguments.text("with") ?? "none") else {
      throw Arguments.Fault("--with is one of \(allCases.map(\.rawValue).joined(separator: ", "))")
    }
    let contender = try Measured(disturbance, arguments)
    let other = disturbance.begin(contender.client, arguments)
    defer { other.cancel() }
    return try await OpenLoad.run(contender, Workload(arguments), rate: arguments.number("rate", or: 2000))
  }

  /// Sends the measured requests.
  private struct Measured: Contender {
    let client: ResourceClient
    let request: ResourceRequest

    init(_ disturbance: Disturbance, _ arguments: Arguments) throws {
      let url = try ResourceURL(arguments.text("url") ?? "")
      var service = BackendService(name: "measured", baseURL: url)
      if disturbance == .token {
        service.credential = .oauth2(
          ClientCredentials(
            tokenURL: try ResourceURL(arguments.text("token") ?? ""),
            clientID: "benchmark",
            clientSecret: Secret("benchmark")
          )
        )
      }
      client = ResourceClient(configuration: ResourceConfiguration(services: [service]))
      request = ResourceRequest("", service: "measured")
    }

    func exchange() async throws -> Int {
      let response = try await client.send(request)
      guard response.status == 200 else { throw UnexpectedStatus(code: response.status.code) }
      return response.data.count
    }
  }

  /// Starts the extra load, which continues until it is cancelled.
  private func begin(_ client: ResourceClient, _ arguments: Arguments) -> Task<Void, Never> {
    let (large, slow) = (arguments.text("large") ?? "", arguments.text("slow") ?? "")
    let small = arguments.text("url") ?? ""
    return Task {
      switch self {
      case .none, .token: break
      case .body:
        var request = ResourceRequest(large)
        request.limits = ResponseLimits(bodyBytes: 1 << 30)
        while !Task.isCancelled { _ = try? await client.send(request) }
      case .handler:
        for await _ in Pace.ticks(20) {
          client.send(ResourceRequest(small)) { _ in Pace.block(for: .milliseconds(20)) }
        }
      case .cancellations:
        var last: Task<Void, Never>?
        for await _ in Pace.ticks(1000) {
          last?.cancel()
          last = Task { _ = try? await client.send(ResourceRequest(slow)) }
        }
        last?.cancel()
      }
    }
  }
}
