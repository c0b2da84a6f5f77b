// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

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
