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
      guard !file.isEmpty else { throw InputError("--cookie: write a cookie as name=value, or name a file") }
      guard FileManager.default.fileExists(atPath: file) else {
        throw InputError(
          "--cookie: there is no file \(file); write a cookie as name=value, or begin a file with --cookie-jar"
        )
      }
      guard !GivenFile.isPipe(file) else { throw InputError("--cookie: it is a pipe; write its text to a file") }
      do { return try CookieOptions.reading(file) } catch { throw InputError("--cookie: \(error)") }
    }
    guard let cookieJar else { return nil }
    // Cookies that cannot be kept would be missed in the next run only, so this is checked before anything is sent.
    guard case .replaced(let path) = try AnswerOutput(cookieJar, of: "--cookie-jar") else {
      throw InputError("--cookie-jar: \(cookieJar) is no regular file; name one, or read cookies with --cookie FILE")
    }
    do { return try CookieOptions.file(path) } catch { throw InputError("--cookie-jar: \(error)") }
  }

  /// Makes sure that the file of `--cookie-jar` has the cookies that servers have set.
  ///
  /// - Throws: ``InputError`` if it cannot be written.
  func keepCookies(of client: ResourceClient) throws {
    do { try client.cookies?.save() } catch { throw InputError("--cookie-jar: \(error)", status: .output) }
  }
}
