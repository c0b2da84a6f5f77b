// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Reads user names and passwords from a `.netrc` file, as other command-line programs do.
///
/// The file is read once. A `machine` entry applies to any port of that host if the request itself named the host;
/// `machine host:port` applies to that port only. If a redirect led to the host, the entry applies over TLS or to a
/// named port only, and `default` does not apply at all, since the first server chose the target.
public struct NetrcCredentialStore: CredentialStore {
  private let machines: [(host: String?, credential: LoginCredential)]

  /// Reads a file.
  ///
  /// - Throws: ``ResourceError`` with the code `invalidCredentials` if it cannot be read or is malformed; it names the
  ///   line and quotes no word.
  public init(contentsOf path: String) throws {
    let bytes: [UInt8]
    do { bytes = try BoundedFile.read(path, limit: 1 << 20) } catch {
      throw ResourceError(code: .invalidCredentials, message: "the file \(path) cannot be read: \(error.reason)")
    }
    try self.init(text: String(decoding: bytes, as: UTF8.self), name: path)
  }

  init(text: String, name: String) throws {
    var reader = NetrcReader(rest: text[...].utf8)
    do { machines = try reader.machines() } catch let fault as NetrcReader.Fault {
      throw ResourceError(code: .invalidCredentials, message: "\(name):\(fault.line): \(fault.message)")
    }
  }

  /// Returns the first entry for the host, or else the default entry unless a redirect led there; `nil` if that one was
  /// refused.
  public func credential(for space: ProtectionSpace, refused: LoginCredential?) async -> LoginCredential? {
    let found = machines.first { machine in
      guard let name = machine.host else { return false }
      if name.hasSameBytes(as: "\(space.origin.writtenHost):\(space.origin.port)") { return true }
      guard !space.isRedirectTarget || space.origin.isSecure else { return false }
      // Other programs write an IPv6 address without brackets.
      return name.hasSameBytes(as: space.origin.writtenHost)
        || !space.origin.isFullyQualified && name.hasSameBytes(as: space.origin.bareHost)
    }
    let standard = space.isRedirectTarget ? nil : machines.first { $0.host == nil }
    let credential = (found ?? standard)?.credential
    return credential == refused ? nil : credential
  }
}
