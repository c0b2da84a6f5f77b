// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// The hosts that are known to want https, and until when (RFC 6797 §5.3, §8.1, §8.2).
///
/// Pure. Hosts are in canonical form, as an ``Origin`` has them.
struct SecureHostList: Sendable, Hashable {
  /// The stored state of one host.
  struct Entry: Sendable, Hashable {
    /// Seconds since 1970.
    var expires: Int64
    var includesSubdomains: Bool
  }

  /// The most hosts that are remembered; those that end first make room.
  static let limit = 10_000

  private(set) var entries: [String: Entry] = [:]
  /// When each entry ended as of the last change that was worth writing.
  private var told: [String: Int64] = [:]

  init(entries: [String: Entry] = [:]) { self.entries = entries }

  /// Whether requests to a host must use https: it requires this itself, or a domain above it requires it for
  /// subdomains.
  func isSecure(_ host: String, now: Int64) -> Bool {
    guard !entries.isEmpty, !HostName.isAddress(host) else { return false }
    var name = host[...]
    var isItself = true
    while true {
      if let entry = entries[String(name)], entry.expires > now, isItself || entry.includesSubdomains { return true }
      guard let rest = name.cut(atByte: ".").tail, !rest.isEmpty else { return false }
      name = rest
      isItself = false
    }
  }

  /// Records the policy that a host sent over a connection without errors.
  ///
  /// - Returns: whether the change is worth writing to a file: a file is not rewritten with each response because its
  ///   date moved on by less than a twentieth.
  mutating func note(_ field: StrictTransportField, of host: String, now: Int64) -> Bool {
    // An address has no certificate of its own to keep to, and no hosts below it (§8.1.1).
    guard !HostName.isAddress(host) else { return false }
    guard field.maxAge > 0 else {
      told[host] = nil
      return entries.removeValue(forKey: host) != nil
    }
    let entry = Entry(expires: now + field.maxAge, includesSubdomains: field.includesSubdomains)
    let former = entries[host]
    put(entry, of: host, now: now)
    if let former, former.includesSubdomains == entry.includesSubdomains {
      let last = told[host] ?? former.expires
      told[host] = last
      if last > now, abs(entry.expires - last) < field.maxAge / 20 { return false }
    }
    told[host] = entry.expires
    return true
  }

  /// Sets or removes the entry of a host; of too many, those that end first go.
  mutating func put(_ entry: Entry?, of host: String, now: Int64) {
    entries[host] = entry
    if entry == nil { told[host] = nil }
    guard entries.count > Self.limit else { return }
    defer { told = told.filter { entries[$0.key] != nil } }
    entries = entries.filter { $0.value.expires > now }
    guard entries.count > Self.limit else { return }
    let kept = entries.sorted { ($0.value.expires, $0.key) > ($1.value.expires, $1.key) }.prefix(Self.limit * 9 / 10)
    entries = Dictionary(uniqueKeysWithValues: kept.map { ($0.key, $0.value) })
  }
}

/// Where a client remembers HSTS hosts, which it asks by https only (HTTP Strict Transport Security, RFC 6797).
///
/// Used if the configuration's key `hsts` is `true`.
public struct HSTSOptions: Sendable, Hashable {
  /// The reason why a file of hosts cannot be used.
  public struct FileError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The file and what is wrong with it.
    public let description: String
  }

  let path: String?
  let known: SecureHostList

  /// In memory: the hosts are forgotten with the client.
  public static let inMemory = HSTSOptions(path: nil, known: SecureHostList())

  /// In a file, which is read now and written after changes.
  ///
  /// Its format is that of curl's `--hsts`, so both can share it. A missing file counts as empty. Concurrent programs
  /// that share a file keep one another's changes.
  ///
  /// - Throws: ``FileError`` if the file cannot be read.
  public static func file(_ path: String) throws(FileError) -> HSTSOptions {
    HSTSOptions(path: path, known: try SecureHostFile(path: path).read())
  }
}
