// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Cookies in a file: JSON, replaced as a whole, mode 0600.
final class CookieFile: Sendable {
  private let path: String
  /// Held while the file is written, so that an older state never follows a newer one.
  private let writing = Lock(())
  private static let sizeLimit = 32 << 20

  init(path: String) {
    self.path = path
  }

  /// The cookies of the file; none where there is no file.
  func read() throws(CookieOptions.FileError) -> [Cookie] {
    guard access(path, F_OK) == 0 else { return [] }
    let document: JSON
    do throws(BoundedFile.Unreadable) {
      let bytes = try BoundedFile.read(path, limit: Self.sizeLimit)
      do { document = try JSON(parsing: String(decoding: bytes, as: UTF8.self)) } catch {
        throw BoundedFile.Unreadable(reason: "\(error)")
      }
    } catch {
      throw CookieOptions.FileError(description: "the cookies in \(path) cannot be read: \(error.reason)")
    }
    guard document["version"] == 1, let list = document["cookies"].array else {
      throw CookieOptions.FileError(description: "\(path) is no file of cookies, or one of a later version")
    }
    return list.compactMap(Self.cookie)
  }

  /// Writes what there is when its turn comes.
  func write(_ cookies: () -> [Cookie]) throws(CookieOptions.FileError) {
    do {
      try writing.withLock { _ in
        let document: JSON = ["version": 1, "cookies": .array(cookies().map(Self.json))]
        try NewFile.replace(path, with: Data((document.text() + "\n").utf8))
      }
    } catch {
      throw CookieOptions.FileError(description: "the cookies could not be kept: \(error)")
    }
  }

  private static func json(_ cookie: Cookie) -> JSON {
    var object: JSON.Object = [
      "name": .string(cookie.name), "value": .string(cookie.value.reveal()), "domain": .string(cookie.domain),
      "path": .string(cookie.path), "hostOnly": .bool(cookie.isHostOnly), "secure": .bool(cookie.isSecure),
      "httpOnly": .bool(cookie.isHTTPOnly), "created": .number(.init(seconds(cookie.created))),
    ]
    if let expires = cookie.expires { object["expires"] = .number(.init(seconds(expires))) }
    return .object(object)
  }

  private static func seconds(_ date: Date) -> Int { Int(bounded(date.timeIntervalSince1970).rounded(.up)) }

  /// A number of seconds, which in a file may be any, as one that is a date and fits every type: of the years from 1970 to
  /// 9999.
  private static func bounded(_ seconds: Double) -> Double {
    seconds.isNaN ? 0 : min(max(0, seconds), 253_402_300_799)
  }

  private static func cookie(_ json: JSON) -> Cookie? {
    guard let name = json["name"].string, let value = json["value"].string, let domain = json["domain"].string,
      let path = json["path"].string, let created = json["created"].double
    else { return nil }
    // The file may have been changed by hand: what could end a header field is left out.
    guard FieldCharacters.isSendable(name + value) else { return nil }
    return Cookie(
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

extension FieldCharacters {
  fileprivate static func isSendable(_ text: String) -> Bool { text.utf8.allSatisfy(isValue) }
}
