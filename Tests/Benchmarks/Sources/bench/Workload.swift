// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Foundation

/// The request to measure, how often it is sent, and how many are in flight.
struct Workload: Sendable {
  let url: String
  let inFlight: Int
  let requests: Int
  let seconds: Double
  let warmUp: Int
  let body: Data?
  let contentType: String
  let http2: Bool
  /// The most connections of ours; `nil` for the standard limit.
  let connections: Int?

  init(_ arguments: Arguments) throws {
    guard let url = arguments.text("url") else { throw Arguments.Fault("--url is missing") }
    self.url = url
    inFlight = max(1, try arguments.number("in-flight", or: 1))
    requests = try arguments.number("requests", or: .max)
    seconds = try arguments.number("seconds", or: requests == .max ? 1 : 3600)
    warmUp = try arguments.number("warm-up", or: max(200, inFlight * 2))
    let bodyBytes = try arguments.number("body-bytes", or: -1)
    body = bodyBytes < 0 ? nil : Workload.document(bodyBytes)
    contentType = arguments.text("content-type") ?? "application/json"
    http2 = arguments.has("http2")
    let connections = try arguments.number("connections", or: 0)
    self.connections = connections > 0 ? connections : nil
  }

  /// A JSON string of exactly this many bytes.
  private static func document(_ length: Int) -> Data {
    var data = Data(repeating: UInt8(ascii: "x"), count: length)
    if length >= 2 {
      data[0] = UInt8(ascii: "\"")
      data[length - 1] = UInt8(ascii: "\"")
    }
    return data
  }
}
