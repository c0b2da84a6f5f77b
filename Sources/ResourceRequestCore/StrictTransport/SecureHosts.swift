// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Dispatch

/// The hosts that a client knows to want https, in memory and in a file where one is named.
final class SecureHosts: Sendable {
  private let list: Lock<SecureHostList>
  private let file: SecureHostFile?
  /// Hosts that could not be written, and when they are tried again.
  private let owed = Lock<[String: Int64]>([:])
  /// Where the file is written: those who write it wait for one another.
  private let queue = DispatchQueue(label: "resource-request.hsts")

  init(_ options: HSTSOptions) {
    list = Lock(options.known)
    file = options.path.map(SecureHostFile.init)
  }

  /// The URL to ask in place of one that is not secure: by https, port 80 as 443 and any other as it is (RFC 6797 §8.3); `nil`
  /// where the URL may stay.
  func upgrade(_ url: ResourceURL, now: Int64) -> ResourceURL? {
    guard !url.origin.isSecure, list.withLock({ $0.isSecure(url.origin.host, now: now) }) else { return nil }
    return url.secured
  }

  /// The number of hosts that the file does not know yet.
  var owedCount: Int { owed.withLock(\.count) }

  /// Records the policy in a response of its host.
  ///
  /// - Throws: where the file cannot be written; it is known in memory nevertheless.
  func learn(from response: TransportResponse, of url: ResourceURL, now: Int64) async throws(HSTSOptions.FileError) {
    // A response over an unencrypted connection may be forged, and the first of several fields counts (§8.1).
    guard url.origin.isSecure, let value = response.headers["Strict-Transport-Security"],
      response.cache.map({ $0.outcome != .hit && $0.outcome != .stale }) ?? true,
      let field = StrictTransportField(value)
    else { return }
    let host = url.origin.host
    let isNews = list.withLock { $0.note(field, of: host, now: now) }
    guard let file, isNews || owed.withLock({ $0[host] }).map({ $0 <= now }) == true else { return }
    owed.withLock { owed in
      // Those that make room are written with the next change of their policy.
      if owed.count >= SecureHostList.limit { owed.removeAll() }
      owed[host] = now + 60
    }
    let known = { @Sendable [self] in list.withLock { $0.entries[host] } }
    let written = try await BlockingWork.run(on: queue) { () throws(HSTSOptions.FileError) in
      try file.write(known, of: host, now: now)
    }
    if written == known() { owed.withLock { $0[host] = nil } }
  }
}

extension ResourceURL {
  /// The same URL with https; `nil` if that is not a valid URL.
  fileprivate var secured: ResourceURL? {
    let rest = string.utf8Slice(Int(layout.authorityStart)..<Int(layout.end))
    guard port == 80 else { return try? ResourceURL("https://\(rest)") }
    // The port is between its colon and the path.
    let before = string.utf8Slice(Int(layout.authorityStart)..<Int(layout.portStart) - 1)
    let after = string.utf8Slice(Int(layout.pathStart)..<Int(layout.end))
    return try? ResourceURL("https://\(before)\(after)")
  }
}
