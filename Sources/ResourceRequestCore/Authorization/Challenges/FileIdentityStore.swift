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

/// Keeps a registered client's name in a file that only its owner may read, and that is whole at any moment.
public struct FileIdentityStore: IdentityStore {
  private let path: String

  /// A store in a file, which need not be there yet; its folder must.
  public init(_ path: String) {
    self.path = path
  }

  /// The name in the file; `nil` where there is no file.
  ///
  /// - Throws: ``ResourceError`` with the code `invalidCredentials` where it cannot be read.
  public func load() async throws -> String? {
    guard access(path, F_OK) == 0 else { return nil }
    do {
      let json = try JSON(parsing: BoundedFile.read(path, limit: 64 << 10))
      if let clientID = json["clientID"].string, !clientID.isEmpty { return clientID }
    } catch {
      throw ResourceError(code: .invalidCredentials, message: "the identity in \(path) cannot be read", cause: error)
    }
    throw ResourceError(code: .invalidCredentials, message: "the file \(path) holds no identity; remove it")
  }

  /// Replaces the file, or removes it.
  ///
  /// - Throws: ``ResourceError`` with the code `invalidCredentials` where it cannot be written.
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
