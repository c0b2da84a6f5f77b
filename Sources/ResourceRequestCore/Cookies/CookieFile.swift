// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Dispatch
import ResourceRequestPlatform

/// Stores cookies in a file, as JSON, or in Netscape's form if the file has it; replaced atomically, mode 0600.
///
/// Other programs may write it too: changes are merged into its current content.
final class CookieFile: Sendable {
  private let path: String
  private let trust: FileTrust
  /// The cookies of the last read or write; locked during a write, so that an older state never follows a newer one.
  private let last: Lock<[CookieJar.Cookie.Identity: CookieJar.Cookie]>
  /// Where writes of the client wait for one another: whoever comes after another finds nothing to write.
  private let queue = DispatchQueue(label: "resource-request.cookies")
  /// Whether the last write of the client has failed: the next does not wait again for who has the folder.
  private let isHeldUp = Lock(false)
  private static let sizeLimit = 32 << 20

  /// Creates the store of a file.
  ///
  /// - Parameters:
  ///   - path: the path.
  ///   - known: the cookies already read from it.
  ///   - trust: whose file is believed.
  init(path: String, known: [CookieJar.Cookie] = [], trust: FileTrust = .kept) {
    self.path = path
    self.trust = trust
    last = Lock(Self.byIdentity(known))
  }

  /// Reads the cookies of the file; none if it is missing or empty.
  func read() throws(CookieOptions.FileError) -> [CookieJar.Cookie] { try readWithForm().cookies }

  /// Reads the cookies of the file and whether it has Netscape's form.
  private func readWithForm() throws(CookieOptions.FileError) -> (cookies: [CookieJar.Cookie], isNetscape: Bool) {
    guard access(path, F_OK) == 0 else { return ([], false) }
    let document: JSON
    do throws(BoundedFile.Unreadable) {
      let bytes = try BoundedFile.read(path, limit: Self.sizeLimit, trust: trust)
      if bytes.isEmpty { return ([], false) }
      if NetscapeCookies.isForm(of: bytes) { return (NetscapeCookies.read(bytes), true) }
      do { document = try JSON(parsing: String(decoding: bytes, as: UTF8.self)) } catch {
        throw BoundedFile.Unreadable(reason: "\(error)")
      }
    } catch {
      throw CookieOptions.FileError(description: "the cookies in \(path) cannot be read: \(error.reason)")
    }
    guard document["version"] == 1, let list = document["cookies"].array else {
      throw CookieOptions.FileError(description: "\(path) is not a cookie file, or one of a later version")
    }
    return (list.compactMap(Self.cookie), false)
  }

  /// Writes the changes, if there are any, in turn and keeps those of other programs.
  func write(
    waiting tries: Int = FolderLock.tries,
    _ cookies: () -> [CookieJar.Cookie]
  ) throws(CookieOptions.FileError) {
    do {
      try last.withLock { last in
        let own = cookies()
        guard Self.byIdentity(own) != last else { return }
        let lock = try FolderLock(of: path, tries: tries)
        defer { lock.end() }
        let (others, isNetscape) = try readWithForm()
        let merged = Self.merge(own, changedFrom: last, into: others)
        let document: JSON = ["version": 1, "cookies": .array(merged.map(Self.json))]
        let text = isNetscape ? NetscapeCookies.text(of: merged) : document.text() + "\n"
        try NewFile.replace(path, with: Data(text.utf8))
        last = Self.byIdentity(own)
      }
    } catch {
      throw CookieOptions.FileError(description: "the cookies could not be stored: \(error)")
    }
  }

  /// Writes the changes without a thread of Swift.
  func writeApart(_ cookies: @escaping @Sendable () -> [CookieJar.Cookie]) async throws(CookieOptions.FileError) {
    try await BlockingWork.run(on: queue) { [self] () throws(CookieOptions.FileError) in
      try write(waiting: isHeldUp.exchange(true) ? 1 : FolderLock.tries, cookies)
      isHeldUp.withLock { $0 = false }
    }
  }

  /// Merges the changes since the last read or write into the content of the file.
  private static func merge(
    _ own: [CookieJar.Cookie],
    changedFrom last: [CookieJar.Cookie.Identity: CookieJar.Cookie],
    into others: [CookieJar.Cookie]
  ) -> [CookieJar.Cookie] {
    let kept = byIdentity(own)
    var merged = others.compactMap { cookie -> CookieJar.Cookie? in
      let identity = cookie.identity
      guard let mine = kept[identity] else { return last[identity] == nil ? cookie : nil }
      return last[identity] == mine ? cookie : mine
    }
    let there = Set(others.map(\.identity))
    merged += own.filter { !there.contains($0.identity) && last[$0.identity] != $0 }
    return merged
  }

  private static func byIdentity(_ cookies: [CookieJar.Cookie]) -> [CookieJar.Cookie.Identity: CookieJar.Cookie] {
    Dictionary(cookies.map { ($0.identity, $0) }) { $1 }
  }

  private static func json(_ cookie: CookieJar.Cookie) -> JSON {
    var object: JSON.Object = [
      "name": .string(cookie.name), "value": .string(cookie.value.reveal()), "domain": .string(cookie.domain),
      "path": .string(cookie.path), "hostOnly": .bool(cookie.isHostOnly), "secure": .bool(cookie.isSecure),
      "httpOnly": .bool(cookie.isHTTPOnly), "created": .number(.init(seconds(cookie.created))),
    ]
    if let expires = cookie.expires { object["expires"] = .number(.init(seconds(expires))) }
    return .object(object)
  }

  private static func seconds(_ date: Date) -> Int { Int(bounded(date.timeIntervalSince1970).rounded(.up)) }

  /// Limits a number of seconds from a file to a valid date: the years 1970 to 9999.
  private static func bounded(_ seconds: Double) -> Double {
    seconds.isNaN ? 0 : min(max(0, seconds), 253_402_300_799)
  }

  private static func cookie(_ json: JSON) -> CookieJar.Cookie? {
    guard let name = json["name"].string, let value = json["value"].string, let domain = json["domain"].string,
      let path = json["path"].string, let created = json["created"].double
    else { return nil }
    // The file may have been edited: bytes that could end a header field are refused.
    guard (name + value).utf8.allSatisfy(FieldCharacters.isValue) else { return nil }
    return CookieJar.Cookie(
      name: name,
      value: Secret(value),
      domain: domain,
      isHostOnly: json["hostOnly"].bool ?? true,
      path: path,
      expires: json["expires"].double.map { Date(timeIntervalSince1970: bounded($0)) },
      isSecure: json["secure"].bool ?? true,
      isHTTPOnly: json["httpOnly"].bool ?? true,
      created: Date(timeIntervalSince1970: bounded(created))
    )
  }
}
