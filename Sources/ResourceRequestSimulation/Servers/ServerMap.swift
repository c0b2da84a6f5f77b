// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestCore

/// Which server gets a request: the one at its endpoint's host and port, or at the URL's if it has no endpoint.
///
/// Of several servers there, the one whose path is a prefix of the URL's, by whole segments; the longest of several.
struct ServerMap: Sendable {
  private struct Place: Hashable {
    let host: String
    let port: Int
  }

  private struct Entry: Sendable {
    let path: String
    let isSecure: Bool
    let index: Int
  }

  private var entries: [Place: [Entry]] = [:]

  init(_ servers: [Simulation.Incident.Server]) {
    for (index, server) in servers.enumerated() {
      let origin = server.endpoint.origin
      var path = server.endpoint.path
      while path.utf8.last == UInt8(ascii: "/") { path = String(path.dropLast()) }
      entries[Place(host: origin.host, port: origin.port), default: []].append(
        Entry(path: path, isSecure: origin.isSecure, index: index)
      )
    }
    for place in entries.keys {
      entries[place]?.sort { ($1.path.utf8.count, $0.index) < ($0.path.utf8.count, $1.index) }
    }
  }

  /// The number of the server; `nil` if there is none.
  func index(of request: ResolvedRequest) -> Int? {
    let origin = request.url.origin
    switch request.endpoint?.location {
    case .host(let host, let port)?:
      return index(at: Place(host: host, port: port), isSecure: origin.isSecure, request.url.path)
    case .unixSocket?: return nil
    case nil: return index(at: origin, request.url.path)
    }
  }

  /// The number of the server of a path at an origin; `nil` if there is none.
  func index(at origin: Origin, _ path: String) -> Int? {
    index(at: Place(host: origin.host, port: origin.port), isSecure: origin.isSecure, path)
  }

  private func index(at place: Place, isSecure: Bool, _ path: String) -> Int? {
    guard let entries = entries[place] else { return nil }
    if entries.count == 1, entries[0].path.isEmpty { return entries[0].isSecure == isSecure ? entries[0].index : nil }
    return entries.first { entry in
      guard entry.isSecure == isSecure, path.utf8.starts(with: entry.path.utf8) else { return false }
      let rest = path.utf8.dropFirst(entry.path.utf8.count)
      return rest.isEmpty || rest.first == UInt8(ascii: "/")
    }?.index
  }
}
