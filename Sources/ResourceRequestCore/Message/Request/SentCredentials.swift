// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Whether the attempts of a request carried only the credentials that its cache partition was computed from, and the
/// fields and the URL by which its response is stored.
///
/// Middleware of the program may sign or change each attempt, and a cookie jar may change while a request waits for its
/// turn.
package final class SentCredentials: Sendable, Hashable {
  private struct State {
    /// The fields and URLs with which attempts began: the SDK put their credentials on.
    var known: [(headers: Headers, url: ResourceURL)] = []
    var hasOthers = false
    /// The fields of attempts that were changed under way.
    var changed: [Headers] = []
    var hasOtherURL = false
  }

  private let cookie: String?
  private let state = Lock(State())

  /// - Parameter cookie: the `Cookie` field that is expected of the jar.
  init(expecting cookie: String?) {
    self.cookie = cookie
  }

  // It takes no part in comparisons of requests.
  package static func == (one: SentCredentials, other: SentCredentials) -> Bool { true }
  package func hash(into hasher: inout Hasher) {}

  /// Whether an attempt carried other credentials.
  var hasOthers: Bool { state.withLock { $0.hasOthers } }

  /// Notes a request at the beginning of an attempt.
  func begin(_ headers: Headers, _ url: ResourceURL) {
    state.withLock { $0.known.append((headers, url)) }
  }

  /// Notes the same request as it is sent.
  func send(_ headers: Headers, _ url: ResourceURL) {
    let known = state.withLock { $0.known }
    let urls = known.filter { $0.url.string.hasSameBytes(as: url.string) }
    let isUnchanged = urls.contains { $0.headers.sharesStorage(with: headers) }
    if isUnchanged, cookie == nil { return }
    let isOther = urls.isEmpty && url.hasSecretItems || isOther(headers, than: known)
    state.withLock { state in
      if isOther { state.hasOthers = true }
      if urls.isEmpty, !known.contains(where: { isSame($0.url, url) }) { state.hasOtherURL = true }
      if !isUnchanged { state.changed.append(headers) }
    }
  }

  /// Whether an attempt was sent to another URL than it began with, or with fields that are not the same in what matters.
  func hasChanged(_ isSame: (_ sent: Headers, _ begun: Headers) -> Bool) -> Bool {
    let state = state.withLock(\.self)
    return state.hasOtherURL
      || state.changed.contains { sent in !state.known.contains { isSame(sent, $0.headers) } }
  }

  /// Whether two URLs differ at most in which characters without a meaning of their own are percent-encoded: a signer may
  /// need its own spelling.
  private func isSame(_ one: ResourceURL, _ other: ResourceURL) -> Bool { Self.plain(one) == Self.plain(other) }

  private static let delimiters = ByteSet("%/?#&=+;")

  private static func plain(_ url: ResourceURL) -> [UInt8] {
    url.string.withUTF8Bytes { bytes in
      var (plain, index) = ([UInt8](), 0)
      while index < bytes.count {
        let value = PercentEncoding.triple(in: bytes, at: index).flatMap { byte in
          byte < 0x80 && !delimiters.contains(byte) ? byte : nil
        }
        plain.append(value ?? bytes[index])
        index += value == nil ? 1 : 3
      }
      return plain
    }
  }

  private func isOther(_ headers: Headers, than known: [(headers: Headers, url: ResourceURL)]) -> Bool {
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
