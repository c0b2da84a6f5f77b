// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Foundation
import ResourceRequestKit

/// Measures hits of 1 KiB in a memory cache, and the cost of misses; without a socket.
enum CacheMeasure {
  /// The number of resources requested in turn to cause misses: far more than the cache has room for.
  private static let resources = 8192

  static func hit(_ arguments: Arguments) async throws -> Report {
    let client = try client(arguments, cache: "true")
    let request = ResourceRequest("cities/Berlin", service: "resorts")
    let expected: CacheVerdict.Outcome? = arguments.text("with") == "none" ? nil : .hit
    _ = try await client.send(request)
    guard try await client.send(request).cache?.outcome == expected else { throw Arguments.Fault("it is no hit") }
    return try await Repetition.measure(try arguments.number("iterations", or: 200_000)) {
      _ = try await client.send(request)
    }
  }

  static func miss(_ arguments: Arguments) async throws -> Report {
    let client = try client(arguments, cache: #"{"memory": "1MiB"}"#)
    let requests = (0..<resources).map { ResourceRequest("cities/\($0)", service: "resorts") }
    for request in requests { _ = try await client.send(request) }
    let expected: CacheVerdict.Outcome? = arguments.text("with") == "none" ? nil : .miss
    guard try await client.send(requests[0]).cache?.outcome == expected else { throw Arguments.Fault("it is no miss") }
    var next = 1
    return try await Repetition.measure(try arguments.number("iterations", or: 200_000)) {
      _ = try await client.send(requests[next])
      next = (next + 1) % resources
    }
  }

  private static func client(_ arguments: Arguments, cache: String) throws -> ResourceClient {
    let cache = arguments.text("with") == "none" ? "false" : cache
    let configuration = try ResourceConfiguration(
      json: #"{"service": "resorts", "baseUrl": "http://127.0.0.1:8080/", "cache": \#(cache)}"#
    )
    let body = Data(repeating: UInt8(ascii: "x"), count: 1024)
    let transport = InstantTransport(body, headers: ["Content-Type": "text/plain", "Cache-Control": "max-age=86400"])
    return ResourceClient(configuration: configuration, transport: transport)
  }
}
