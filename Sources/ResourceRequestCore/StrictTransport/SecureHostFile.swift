// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestPlatform

/// A file of hosts that want https, in curl's form: a line is `host "20261231 23:59:59"`, in UTC, and a dot before the host
/// says that those below it want it too.
struct SecureHostFile: Sendable {
  let path: String
  private static let sizeLimit = 4 << 20

  /// The hosts of the file; none if it does not exist.
  func read() throws(HSTSOptions.FileError) -> SecureHostList {
    guard access(path, F_OK) == 0 else { return SecureHostList() }
    do throws(BoundedFile.Unreadable) {
      let bytes = try BoundedFile.read(path, limit: Self.sizeLimit, trust: .kept)
      return Self.parse(String(decoding: bytes, as: UTF8.self))
    } catch {
      throw HSTSOptions.FileError(description: "the hosts in \(path) cannot be read: \(error.reason)")
    }
  }

  /// Merges one host's change into the current content of the file, so that changes of other programs stay.
  ///
  /// - Parameters:
  ///   - entry: asked once the file is locked, so that an older state never follows a newer one.
  ///   - host: the host.
  ///   - now: the time, in seconds since 1970.
  /// - Returns: what was written.
  /// - Throws: ``HSTSOptions/FileError``.
  @discardableResult
  func write(
    _ entry: () -> SecureHostList.Entry?,
    of host: String,
    now: Int64
  ) throws(HSTSOptions.FileError) -> SecureHostList.Entry? {
    do {
      let lock = try FolderLock(of: path)
      defer { lock.end() }
      var list = try read()
      let entry = entry()
      list.put(entry, of: host, now: now)
      try NewFile.replace(path, with: Data(Self.text(list.entries, now: now).utf8))
      return entry
    } catch {
      throw HSTSOptions.FileError(description: "an HSTS host could not be stored: \(error)")
    }
  }

  /// Lines that are none are passed over: the file may have been changed by hand.
  static func parse(_ text: String) -> SecureHostList {
    var entries: [String: SecureHostList.Entry] = [:]
    for line in text.split(whereByte: { $0 == 0x0A || $0 == 0x0D }) where !line.begins(withBytesOf: "#") {
      let parts = line.trimmingBlanks().cut(atByte: " ")
      let host = parts.head.dropping(prefix: ".") ?? parts.head[...]
      guard entries.count < SecureHostList.limit,
        let date = parts.tail?.trimming(whereByte: { $0 == 0x22 || $0 == 0x20 }),
        let expires = seconds(date), let origin = try? Origin("https://\(host)"), origin.port == 443
      else { continue }
      entries[origin.host] = SecureHostList.Entry(
        expires: expires,
        includesSubdomains: parts.head.begins(withBytesOf: ".")
      )
    }
    return SecureHostList(entries: entries)
  }

  static func text(_ entries: [String: SecureHostList.Entry], now: Int64) -> String {
    var text = "# Hosts that want https (RFC 6797), in the form of curl's --hsts.\n"
    for (host, entry) in entries.sorted(by: { $0.key < $1.key }) where entry.expires > now {
      let digits = CivilTime(secondsSince1970: entry.expires).compact
      let (day, time) = (digits.utf8.prefix(8), Array(digits.utf8.dropFirst(8)))
      let clock = [time[0..<2], time[2..<4], time[4...]].map { String(decoding: $0, as: UTF8.self) }
      text += "\(entry.includesSubdomains ? "." : "")\(host) \"\(String(decoding: day, as: UTF8.self)) "
      text += clock.joined(separator: ":") + "\"\n"
    }
    return text
  }

  /// `20261231 23:59:59`, or `unlimited`.
  private static func seconds(_ date: Substring) -> Int64? {
    if date.hasSameBytes(as: "unlimited") { return 253_402_300_799 }
    let digits = date.utf8.filter { $0 != 0x20 && $0 != 0x3A }
    guard digits.count == 14, let number = DecimalDigits.value(digits).map(Int64.init) else { return nil }
    let (day, time) = (number / 1_000_000, number % 1_000_000)
    guard let civil = CivilDate(year: day / 10_000, month: day / 100 % 100, day: day % 100) else { return nil }
    return civil.daysSinceEpoch * 86_400 + time / 10_000 * 3600 + time / 100 % 100 * 60 + time % 100
  }
}
