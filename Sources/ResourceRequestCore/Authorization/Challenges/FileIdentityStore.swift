// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestPlatform

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Stores a registered client's identifier in a file that only its owner can read and that is replaced atomically.
public struct FileIdentityStore: IdentityStore {
  private let path: String

  /// Creates a store for a file, which need not exist yet; its folder must.
  public init(_ path: String) {
    self.path = path
  }

  /// Returns the identifier in the file; `nil` if there is no file.
  ///
  /// - Throws: ``ResourceError`` with the code `invalidCredentials` if it cannot be read.
  public func load() async throws -> String? {
    guard access(path, F_OK) == 0 else { return nil }
    do {
      let json = try JSON(parsing: BoundedFile.read(path, limit: 64 << 10, trust: .own))
      if let clientID = json["clientID"].string, !clientID.isEmpty { return clientID }
    } catch {
      let reason = (error as? BoundedFile.Unreadable).map { ": \($0.reason)" } ?? ""
      throw ResourceError(
        code: .invalidCredentials,
        message: "the identity in \(path) cannot be read\(reason)",
        cause: error
      )
    }
    throw ResourceError(code: .invalidCredentials, message: "the file \(path) contains no identity; remove it")
  }

  /// Replaces the file, or removes it for `nil`.
  ///
  /// - Throws: ``ResourceError`` with the code `invalidCredentials` if it cannot be written.
  public func save(_ clientID: String?) async throws {
    guard let clientID else {
      unlink(path)
      return
    }
    let json: JSON = ["clientID": .string(clientID)]
    do { try NewFile.replace(path, with: json.data()) } catch {
      throw ResourceError(code: .invalidCredentials, message: "\(error)", cause: error)
    }
  }
}
