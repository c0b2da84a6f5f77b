// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ArgumentParser
import ResourceRequestKit

/// Another place to connect to, as of curl's `--connect-to`: requests for a host and port go to another host and port, with
/// `Host` and the name in the certificate as they are.
struct ConnectTo {
  /// `nil` for any.
  private let host: String?
  private let port: Int?
  /// `nil` for the request's own.
  private let target: String?
  private let targetPort: Int?

  /// - Throws: `ValidationError` that shows the form.
  init(_ text: String) throws {
    let form = ValidationError("expected HOST:PORT:HOST:PORT, as in a.example:443:b.example:8443 or ::localhost:8080")
    let parts = Self.parts(text)
    guard parts.count == 4 else { throw form }
    let isNumber: (String) -> Bool = { $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }
    let ports = [parts[1], parts[3]].map { isNumber($0) ? Int($0) : nil }
    guard zip(ports, [parts[1], parts[3]]).allSatisfy({ ($0 != nil) == !$1.isEmpty }),
      ports.compactMap(\.self).allSatisfy({ (1...65_535).contains($0) }), !(parts[2].isEmpty && parts[3].isEmpty)
    else { throw form }
    // As it stands in URLs, with A-labels.
    host = parts[0].isEmpty ? nil : (try? Origin("http://\(parts[0])"))?.host ?? parts[0].lowercased()
    port = ports[0]
    target = parts[2].isEmpty ? nil : parts[2]
    targetPort = ports[1]
    guard (try? endpoint(for: Origin("http://a.example"))) != nil else { throw form }
  }

  /// The parts between colons outside of brackets.
  static func parts(_ text: String) -> [String] {
    var parts = [""]
    var isBracketed = false
    for character in text {
      if character == "[" { isBracketed = true }
      if character == "]" { isBracketed = false }
      if character == ":", !isBracketed { parts.append("") } else { parts[parts.count - 1].append(character) }
    }
    return parts
  }

  /// Addresses between commas, IPv6 with brackets or without.
  static func addresses(_ text: String) -> [String] {
    text.split(separator: ",", omittingEmptySubsequences: false).map { bare(String($0)) }
  }

  /// An address without the brackets of IPv6.
  static func bare(_ address: String) -> String {
    address.hasPrefix("[") && address.hasSuffix("]") ? String(address.dropFirst().dropLast()) : address
  }

  func applies(to origin: Origin) -> Bool {
    (host.map { $0 == origin.host } ?? true) && (port.map { $0 == origin.port } ?? true)
  }

  func endpoint(for origin: Origin) throws -> Endpoint {
    try Endpoint(host: target ?? origin.host, port: targetPort ?? origin.port)
  }
}

/// Leads each attempt to the first place that is for it.
struct ConnectingElsewhere: Middleware {
  let places: [ConnectTo]

  func send(_ request: ResolvedRequest, context: CallContext, next: Next) async throws -> TransportResponse {
    var request = request
    if let place = places.first(where: { $0.applies(to: request.url.origin) }) {
      request.endpoint = try place.endpoint(for: request.url.origin)
    }
    return try await next(request, context: context)
  }
}
