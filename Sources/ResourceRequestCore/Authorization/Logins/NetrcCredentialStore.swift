// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// User names and passwords from a `.netrc` file, as other command-line programs read them.
///
/// Read once, when it is made. A file knows hosts without ports and schemes, so what it says goes to any port of a host.
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

  /// The first entry for the host, or else the default one; none where that was refused.
  public func credential(for space: ProtectionSpace, refused: LoginCredential?) async -> LoginCredential? {
    let host = space.origin.host
    let found = machines.first { $0.host?.hasSameBytes(as: host) == true } ?? machines.first { $0.host == nil }
    return found?.credential == refused ? nil : found?.credential
  }
}
