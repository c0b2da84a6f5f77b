// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Crypto
import Foundation

/// A private key in a PEM file that only its owner may read.
struct KeyFile {
  let path: String

  /// Loads the key; creates the file with a new key if it is missing.
  ///
  /// If two programs create the file at once, both use the key of the first one.
  func loadOrMake() throws(KeyFileError) -> P256.Signing.PrivateKey {
    if let key = try load() { return key }
    try make()
    guard let key = try load() else { throw KeyFileError("the key file \(path) was removed while it was made") }
    return key
  }

  private func load() throws(KeyFileError) -> P256.Signing.PrivateKey? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      if errno == ENOENT { return nil }
      throw failure("cannot be read")
    }
    let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    var facts = stat()
    guard fstat(descriptor, &facts) == 0 else { throw failure("cannot be read") }
    guard facts.st_uid == geteuid() else {
      throw KeyFileError("the key file \(path) belongs to another user; remove it, and a new one is made")
    }
    guard facts.st_mode & 0o077 == 0 else {
      throw KeyFileError("the key file \(path) can be read by others than its owner; run: chmod 600 '\(path)'")
    }
    guard let bytes = try? handle.read(upToCount: 64 << 10), let text = String(validating: bytes, as: UTF8.self),
      let key = try? P256.Signing.PrivateKey(pemRepresentation: text)
    else { throw KeyFileError("the key file \(path) holds no P-256 key in PEM; remove it, and a new one is made") }
    return key
  }

  /// Writes a new key to a temporary file and links it to the path, unless another program has created the file.
  private func make() throws(KeyFileError) {
    let temporary = "\(path).\(UUID().uuidString)"
    let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw failure("cannot be made") }
    defer { unlink(temporary) }
    let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    let text = P256.Signing.PrivateKey().pemRepresentation + "\n"
    do {
      try handle.write(contentsOf: Data(text.utf8))
      try handle.synchronize()
    } catch {
      throw KeyFileError("the key file \(path) cannot be written: \(error.localizedDescription)")
    }
    // Unlike a rename, a link does not replace a file that was created meanwhile.
    guard link(temporary, path) == 0 || errno == EEXIST else { throw failure("cannot be made") }
  }

  private func failure(_ what: String) -> KeyFileError {
    KeyFileError("the key file \(path) \(what): \(String(cString: strerror(errno)))")
  }
}
