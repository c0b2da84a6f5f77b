// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Essentials
import ResourceRequestKit

extension RequestOptions {
  /// Values of `--cookie` that are cookies, as curl tells them apart.
  var givenCookies: [String] { cookies.filter { $0.utf8.contains(UInt8(ascii: "=")) } }
  /// Values of `--cookie` that are files.
  var cookieFiles: [String] { cookies.filter { !$0.utf8.contains(UInt8(ascii: "=")) } }

  /// The cookies of earlier runs; `nil` where none are kept.
  ///
  /// - Throws: ``InputError`` where their file is none.
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
      // A link keeps being one, and the file it is for is replaced.
      return try cookieJar.map { try CookieOptions.file(try LinkedPath.followed($0)) }
    } catch {
      throw InputError("--cookie-jar: \(error)")
    }
  }
}
