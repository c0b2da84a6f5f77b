// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Where a client remembers which hosts want https (HTTP Strict Transport Security, RFC 6797).
///
/// Used where the configuration's key `hsts` is `true`.
public struct HSTSOptions: Sendable, Hashable {
  /// Why a file of hosts cannot be used.
  public struct FileError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What is wrong with which file.
    public let description: String
  }

  let path: String?
  let known: SecureHostList

  /// In memory: what is known ends with the client.
  public static let inMemory = HSTSOptions(path: nil, known: SecureHostList())

  /// In a file, read now and written when something changes; in the form of curl's `--hsts`, so that both can share it.
  ///
  /// A file that is not there yet is empty. Programs that run at once with one file keep one another's changes.
  ///
  /// - Throws: ``FileError`` where the file cannot be read.
  public static func file(_ path: String) throws(FileError) -> HSTSOptions {
    HSTSOptions(path: path, known: try SecureHostFile(path: path).read())
  }
}
