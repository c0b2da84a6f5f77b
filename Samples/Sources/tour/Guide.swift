// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Foundation
import ResourceRequestKit

/// Prints requests with their responses, and checks the tour's claims about them.
struct Guide {
  /// A response contradicts a claim of the tour.
  struct Unexpected: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
      self.description = description
    }
  }

  /// Sends a request and prints it with its response.
  func show(_ title: String, _ request: ResourceRequest, _ client: ResourceClient) async throws -> ResourceResponse {
    print("── \(title)")
    let resolved = try client.resolve(request)
    print("   > \(resolved.method) \(resolved.url)")
    // Header fields that every request has are left out.
    for field in resolved.headers where !["User-Agent", "Accept", "Accept-Encoding"].contains(field.name) {
      print("   > \(field)")
    }
    if let body = resolved.body?.bytes { print("   > \(String(decoding: body, as: UTF8.self))") }
    let response = try await client.send(request).successful()
    for hop in response.redirects { print("   < \(hop.status), \(hop.location)") }
    print("   < \(response.status), \(milliseconds(response.metrics.total))")
    print(indented(readable(response)) + "\n")
    return response
  }

  /// Ends the tour if a claim is false.
  func expect(_ condition: Bool, _ claim: String) throws {
    guard condition else { throw Unexpected("not so: \(claim)") }
  }

  /// The body; JSON on one line if that is short enough.
  private func readable(_ response: ResourceResponse) -> String {
    guard let json = response.json else { return response.text }
    let line = json.text()
    return line.count <= 100 ? line : json.text(.pretty)
  }

  private func indented(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { "   < \($0)" }.joined(separator: "\n")
  }

  private func milliseconds(_ duration: Duration) -> String {
    let (seconds, attoseconds) = duration.components
    return String(format: "%.1f ms", Double(seconds) * 1000 + Double(attoseconds) / 1e15)
  }
}
