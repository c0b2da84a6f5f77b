// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

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
