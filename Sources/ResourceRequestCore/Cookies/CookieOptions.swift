// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Where a client keeps its cookies.
///
/// Every client made with these options has its own.
public struct CookieOptions: Sendable, Hashable {
  /// Why a file of cookies cannot be used.
  public struct FileError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What is wrong with which file, without the values of cookies.
    public let description: String
  }

  let path: String?
  let cookies: [CookieJar.Cookie]

  /// In memory: they end with the client.
  public static let inMemory = CookieOptions(path: nil, cookies: [])

  /// In a file, read now and written anew at every change, readable by its owner only.
  ///
  /// It holds cookies without an end too, as curl's does, so that a login survives from one run of a program to the
  /// next. A file that is not there yet is empty. Programs that run at once with one file keep one
  /// another's changes, and see them the next time they read it.
  ///
  /// A file in Netscape's form, which curl and wget write, keeps that form; a new one is JSON.
  ///
  /// - Throws: ``FileError`` where the file cannot be read or is no file of cookies.
  public static func file(_ path: String) throws(FileError) -> CookieOptions {
    CookieOptions(path: path, cookies: try CookieFile(path: path).read())
  }

  /// In memory, beginning with the cookies of a file, which is JSON or has Netscape's form.
  ///
  /// The file is read now and never written.
  ///
  /// - Throws: ``FileError`` where the file cannot be read or is no file of cookies.
  public static func reading(_ path: String) throws(FileError) -> CookieOptions {
    CookieOptions(path: nil, cookies: try CookieFile(path: path).read())
  }
}
