// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestPlatform

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
    if access(path, F_OK) != 0, errno == ENOENT { return nil }
    do {
      let json = try JSON(parsing: BoundedFile.read(path, limit: 64 << 10, trust: .own))
      if let clientID = json["clientID"].string, !clientID.isEmpty { return clientID }
    } catch {
      let reason = (error as? BoundedFile.Unreadable).map { ": \($0.reason)" } ?? ""
      throw failure("the identity in \(path) cannot be read\(reason)", cause: error)
    }
    throw failure("the file \(path) contains no identity; remove it")
  }

  /// Replaces the file, or removes it for `nil`.
  ///
  /// - Throws: ``ResourceError`` with the code `invalidCredentials` if it cannot be written or removed.
  public func save(_ clientID: String?) async throws {
    guard let clientID else {
      guard unlink(path) != 0, errno != ENOENT else { return }
      throw failure("\(SystemFailure("the identity \(path) cannot be removed"))")
    }
    let json: JSON = ["clientID": .string(clientID)]
    do { try NewFile.replace(path, with: json.data()) } catch { throw failure("\(error)", cause: error) }
  }

  private func failure(_ message: String, cause: (any Error)? = nil) -> ResourceError {
    ResourceError(code: .invalidCredentials, message: message, cause: cause)
  }
}

/// Stores the identifier that a gateway assigned to a registered client.
public protocol IdentityStore: Sendable {
  /// Returns the identifier; `nil` if there is none yet.
  ///
  /// - Throws: any error, which fails the calls that wait for a token.
  func load() async throws -> String?

  /// Stores an identifier, or removes it for `nil`.
  ///
  /// - Throws: any error, which fails the calls that wait for a token.
  func save(_ clientID: String?) async throws
}

/// Stores a registered client's identifier in memory.
public final class InMemoryIdentityStore: IdentityStore {
  private let clientID: Lock<String?>

  /// Creates a store; empty by default.
  public init(_ clientID: String? = nil) {
    self.clientID = Lock(clientID)
  }

  /// Returns the stored identifier.
  public func load() async -> String? { clientID.withLock(\.self) }

  /// Stores an identifier.
  public func save(_ clientID: String?) async { self.clientID.withLock { $0 = clientID } }
}
