// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Essentials
import ResourceRequestKit

extension RequestOptions {
  /// The values of `--cookie` that are cookies; as in curl, those with a `=`.
  var givenCookies: [String] { cookies.filter { $0.utf8.contains(UInt8(ascii: "=")) } }
  /// The values of `--cookie` that are files.
  var cookieFiles: [String] { cookies.filter { !$0.utf8.contains(UInt8(ascii: "=")) } }

  /// Reads the cookies of earlier runs; `nil` if no jar is used.
  ///
  /// - Throws: ``InputError`` if the file does not hold cookies.
  func makeCookies() throws -> CookieOptions? {
    if cookieJar == nil, let file = cookieFiles.first {
      guard FileManager.default.fileExists(atPath: file) else {
        throw InputError(
          "--cookie: there is no file \(file); write a cookie as name=value, or begin a file with --cookie-jar"
        )
      }
      do { return try CookieOptions.reading(file) } catch { throw InputError("--cookie: \(error)") }
    }
    do {
      // Follows a symbolic link, so that its target is replaced and the link stays.
      return try cookieJar.map { try CookieOptions.file(try LinkedPath.followed($0)) }
    } catch {
      throw InputError("--cookie-jar: \(error)")
    }
  }
}
