// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// User names and passwords from a `.netrc` file, as other command-line programs read them.
///
/// Read once, when it is made. What it says of a machine goes to any port of that host, where the request itself named
/// the host; `machine host:port` means that port alone. Where a redirect led to the host, it goes over TLS only, or to the
/// port named, and what it says of `default` does not go at all: the first server chose who gets it.
public struct NetrcCredentialStore: CredentialStore {
  private let machines: [(host: String?, credential: LoginCredential)]

  /// Reads a file.
  ///
  /// - Throws: ``ResourceError`` with the code `invalidCredentials` where it cannot be read, or its form is wrong; it
  ///   tells the line and none of the words.
  public init(contentsOf path: String) throws {
    let bytes: [UInt8]
    do { bytes = try BoundedFile.read(path, limit: 1 << 20) } catch {
      throw ResourceError(code: .invalidCredentials, message: "the file \(path) cannot be read: \(error.reason)")
    }
    try self.init(text: String(decoding: bytes, as: UTF8.self), name: path)
  }

  init(text: String, name: String) throws {
    var reader = NetrcReader(text)
    do { machines = try reader.machines() } catch let fault as NetrcReader.Fault {
      throw ResourceError(code: .invalidCredentials, message: "\(name):\(fault.line): \(fault.message)")
    }
  }

  /// The first entry for the host, or else the default one where no redirect led there; none where that was refused.
  public func credential(for space: ProtectionSpace, refused: LoginCredential?) async -> LoginCredential? {
    let found = machines.first { machine in
      guard let name = machine.host else { return false }
      if name.hasSameBytes(as: "\(space.origin.host):\(space.origin.port)") { return true }
      guard !space.isRedirectTarget || space.origin.isSecure else { return false }
      return name.hasSameBytes(as: space.origin.host)
    }
    let standard = space.isRedirectTarget ? nil : machines.first { $0.host == nil }
    let credential = (found ?? standard)?.credential
    return credential == refused ? nil : credential
  }
}
