// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

public import ResourceRequestPlatform

/// The cookies of one client: stores those that servers set and sends them back.
///
/// The client makes it from ``CookieOptions`` and never shares it. With a file, every change is written before the
/// response is delivered, so that the program may end at any time.
///
/// It stores up to 180 cookies of a site (a registered domain with its subdomains, as far as that is known) and 3,000
/// in total; the oldest is evicted. Only the last 180 cookies of a response are read.
public final class CookieJar: Sendable {
  private let state: Lock<CookieStore>
  private let file: CookieFile?

  init(_ options: CookieOptions) {
    state = Lock(CookieStore(options.cookies))
    file = options.path.map { CookieFile(path: $0, known: options.cookies) }
  }

  /// All cookies, by domain and in the order they were first set, including expired ones that were not replaced.
  public var cookies: [CookieJar.Cookie] {
    state.withLock { $0.all }
  }

  /// Removes all cookies, or those of a domain.
  ///
  /// - Throws: ``CookieOptions/FileError`` if the file cannot be written; the cookies are removed nevertheless.
  public func removeAll(of domain: String? = nil) throws(CookieOptions.FileError) {
    state.withLock { state in
      guard let domain else { return state.removeAll() }
      let name = (try? HostName(domain[...])).map { $0.text + ($0.isFullyQualified ? "." : "") }
      state.removeAll(of: name ?? domain)
    }
    try save()
  }

  /// The value of the `Cookie` field for a request (RFC 6265 §5.4); `nil` if no cookie matches.
  func field(for url: ResourceURL, now: Date) -> String? {
    let found = state.withLock { $0.matching(url, now: now) }
    guard !found.isEmpty else { return nil }
    // Longer paths first, then the older ones.
    let sorted = found.enumerated().sorted { one, other in
      let (a, b) = (one.element, other.element)
      return (b.path.utf8.count, a.created, one.offset) < (a.path.utf8.count, b.created, other.offset)
    }
    return sorted.map { _, cookie in (cookie.name.isEmpty ? "" : cookie.name + "=") + cookie.value.reveal() }
      .joined(separator: "; ")
  }

  /// Stores the cookies of a response: the last fields if there are more than the limit of a site.
  func take(_ fields: [String], from url: ResourceURL, now: Date) async throws(CookieOptions.FileError) {
    let new = fields.suffix(CookieStore.limits.answer).compactMap {
      SetCookie($0).flatMap { CookieRules.cookie($0, from: url, now: now) }
    }
    guard !new.isEmpty else { return }
    state.withLock { state in
      for cookie in new { state.put(cookie, fromOpenConnection: !url.origin.isSecure, now: now) }
    }
    try await file?.writeApart { self.cookies }
  }

  /// Writes changes to the file that it does not have yet.
  ///
  /// The client writes every change itself. If the file cannot be written, responses do not fail: the client emits a
  /// ``RequestEvent/Kind/warning``. A program that must not lose cookies calls this before it ends.
  ///
  /// - Throws: ``CookieOptions/FileError`` if the file cannot be written.
  public func save() throws(CookieOptions.FileError) {
    try file?.write { self.cookies }
  }
}

/// How a client stores its cookies.
///
/// Each client made with these options has its own cookies.
public struct CookieOptions: Sendable, Hashable {
  /// The reason why a cookie file cannot be used.
  public struct FileError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The file and its fault, without values of cookies.
    public let description: String
  }

  let path: String?
  let cookies: [CookieJar.Cookie]

  /// Stores cookies in memory: they end with the client.
  public static let inMemory = CookieOptions(path: nil, cookies: [])

  /// Stores cookies in a file, which is read now and replaced after every change, readable by its owner only.
  ///
  /// Session cookies are stored too, as curl does, so that a login survives from one run of a program to the next. A
  /// missing file counts as empty. Concurrent programs keep each other's changes and see them the next time they read
  /// the file.
  ///
  /// A file in Netscape's form, which curl and wget write, keeps that form; a new one is JSON. A file of another user, or
  /// one that all may write to, is refused.
  ///
  /// - Throws: ``FileError`` if the file cannot be read or is not a cookie file.
  public static func file(_ path: String) throws(FileError) -> CookieOptions {
    CookieOptions(path: path, cookies: try CookieFile(path: path).read())
  }

  /// Stores cookies in memory, starting with those of a file as JSON or in Netscape's form.
  ///
  /// The file is read now and never written.
  ///
  /// - Throws: ``FileError`` if the file cannot be read or is not a cookie file.
  public static func reading(_ path: String) throws(FileError) -> CookieOptions {
    CookieOptions(path: nil, cookies: try CookieFile(path: path, trust: .named).read())
  }
}

extension CookieJar {
  /// A cookie (RFC 6265).
  public struct Cookie: Sendable, Hashable {
    /// The name; empty for a value alone.
    public let name: String
    /// The value, as the server wrote it.
    public let value: Secret
    /// The domain in canonical form.
    public let domain: String
    /// Whether it is sent to ``domain`` only, not to its subdomains.
    package let isHostOnly: Bool
    /// The path: it is sent to this path and those below it.
    public let path: String
    /// The expiry; `nil` for a session cookie, which ends with the client unless a file keeps it.
    public let expires: Date?
    /// Whether it is sent over TLS only.
    public let isSecure: Bool
    /// Whether browsers hide it from scripts.
    public let isHTTPOnly: Bool
    /// The time when it was first set.
    package internal(set) var created: Date

    /// The identity of a cookie (RFC 6265 §5.3).
    struct Identity: Hashable {
      let name: ExactText
      let domain: ExactText
      let path: ExactText
      let isHostOnly: Bool
    }

    var identity: Identity {
      Identity(name: ExactText(name), domain: ExactText(domain), path: ExactText(path), isHostOnly: isHostOnly)
    }

    func isOver(at now: Date) -> Bool { expires.map { $0 <= now } ?? false }
  }
}
