// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

public import ResourceRequestPlatform

/// A UUID that names an installation: generated once, stored in a file, the same at every start.
public struct ClientIdentity: Sendable, Hashable {
  /// The UUID, in upper case.
  public let id: String

  /// Creates an identity from a known UUID.
  public init(_ id: UUID) {
    self.id = id.uuidString
  }

  /// Reads the identity from a file.
  ///
  /// If the file does not exist, a new identity is generated and written, readable by its owner only.
  ///
  /// If several processes start at once, all of them get the identity of the first.
  ///
  /// - Throws: ``ResourceError`` with the code `invalidIdentity` if the file cannot be read or written, or has other
  ///   contents.
  public init(file path: String) throws {
    if let kept = try ClientIdentity.read(path) {
      self = kept
      return
    }
    do {
      try NewFile.write(Data((UUID().uuidString + "\n").utf8), to: path)
    } catch {
      throw ClientIdentity.failure("\(error)")
    }
    guard let written = try ClientIdentity.read(path) else {
      throw ClientIdentity.failure("the identity file \(path) vanished while it was made")
    }
    self = written
  }

  private static func read(_ path: String) throws -> ClientIdentity? {
    guard FileManager.default.fileExists(atPath: path) else { return nil }
    let text: String
    do {
      text = String(decoding: try BoundedFile.read(path, limit: 1 << 10, trust: .kept), as: UTF8.self)
    } catch {
      throw failure("the identity file \(path) cannot be read: \(error.reason)", cause: error)
    }
    guard let id = UUID(uuidString: String(text.prefix(whileByte: { $0 != 0x0A && $0 != 0x0D }))) else {
      throw failure("the identity file \(path) holds no UUID; remove it to have a new one made")
    }
    return ClientIdentity(id)
  }

  private static func failure(_ message: String, cause: (any Error)? = nil) -> ResourceError {
    ResourceError(code: .invalidIdentity, message: message, cause: cause)
  }
}

extension ResourceError.Code {
  /// The file with the client's identity cannot be used.
  public static let invalidIdentity = ResourceError.Code("invalidIdentity")
}
