// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Whether the attempts of a request carried only the credentials that its cache partition was computed from.
///
/// Middleware of the program may sign each attempt, and a cookie jar may change while a request waits for its turn.
package final class SentCredentials: Sendable {
  private struct State {
    /// The fields and URLs with which attempts began: the SDK put their credentials on.
    var known: [(headers: Headers, url: ResourceURL)] = []
    var hasOthers = false
  }

  private let cookie: String?
  private let state = Lock(State())

  /// - Parameter cookie: the `Cookie` field that is expected of the jar.
  init(expecting cookie: String?) {
    self.cookie = cookie
  }

  /// Whether an attempt carried other credentials.
  var hasOthers: Bool { state.withLock { $0.hasOthers } }

  /// Notes a request at the beginning of an attempt.
  func begin(_ headers: Headers, _ url: ResourceURL) {
    state.withLock { $0.known.append((headers, url)) }
  }

  /// Notes the same request as it is sent.
  func send(_ headers: Headers, _ url: ResourceURL) {
    let known = state.withLock { $0.known }
    if isOther(headers, url, than: known) { state.withLock { $0.hasOthers = true } }
  }

  private func isOther(
    _ headers: Headers,
    _ url: ResourceURL,
    than known: [(headers: Headers, url: ResourceURL)]
  ) -> Bool {
    let urls = known.filter { $0.url.string.hasSameBytes(as: url.string) }
    if urls.isEmpty, url.hasSecretItems { return true }
    if urls.contains(where: { $0.headers.sharesStorage(with: headers) }), cookie == nil { return false }
    // The caller's own field is not the jar's.
    let isJars = !known.contains { $0.headers.contains("Cookie") }
    if isJars, headers.values(for: "Cookie") != (cookie.map { [$0] } ?? []) { return true }
    return headers.contains { field in
      !known.contains { $0.headers.contains { $0.isIdentical(to: field) } }
        && !FieldCharacters.equalNames(field.name, "Cookie") && SensitiveNames.identify(field: field.name)
    }
  }
}

extension ResourceURL {
  /// Whether the name of an item of its query suggests a secret.
  package var hasSecretItems: Bool {
    guard layout.hasQuery, let query else { return false }
    return query.split(atByte: "&", omittingEmpty: true).contains(where: Self.isSecret)
  }

  /// Its query without such items; `nil` if nothing is left of it.
  var openQuery: String? {
    let items = query?.split(atByte: "&", omittingEmpty: true).filter { !Self.isSecret($0) } ?? []
    return items.isEmpty ? nil : items.joined(separator: "&")
  }

  private static func isSecret(_ item: Substring) -> Bool {
    SensitiveNames.contains(PercentEncoding.decodeLeniently(item.cut(atByte: "=").head, plusIsSpace: true))
  }
}

extension SensitiveNames {
  /// Common fields that need no closer look.
  private static let common = ["Accept", "User-Agent", "Accept-Encoding", "Accept-Language", "Cache-Control"]

  /// Whether a header field of this name carries credentials.
  static func identify(field name: String) -> Bool {
    !common.contains { FieldCharacters.equalNames($0, name) } && contains(name)
  }
}
