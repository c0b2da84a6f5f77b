// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A UUID that names an installation: made once, kept in a file, the same at every start.
public struct ClientIdentity: Sendable, Hashable {
  /// The UUID, in upper case.
  public let id: String

  /// An identity that is known.
  public init(_ id: UUID) {
    self.id = id.uuidString
  }

  /// The identity a file keeps.
  ///
  /// Where there is none yet, one is made and written, readable by its owner alone.
  ///
  /// Of several processes that start at once, all get the identity of the first.
  ///
  /// - Throws: ``ResourceError`` with the code `invalidIdentity` where the file cannot be read or written or holds
  ///   something else.
  public init(file path: String) throws {
    if let kept = try ClientIdentity.read(path) {
      self = kept
      return
    }
    do {
      try NewFile.write(Data((UUID().uuidString + "\n").utf8), to: path)
    } catch {
      throw ResourceError(code: .invalidIdentity, message: "\(error)")
    }
    guard let written = try ClientIdentity.read(path) else {
      throw ResourceError(code: .invalidIdentity, message: "the identity file \(path) vanished while it was made")
    }
    self = written
  }

  private static func read(_ path: String) throws -> ClientIdentity? {
    guard FileManager.default.fileExists(atPath: path) else { return nil }
    let text: String
    do {
      text = String(decoding: try BoundedFile.read(path, limit: 1 << 10), as: UTF8.self)
    } catch {
      throw ResourceError(
        code: .invalidIdentity,
        message: "the identity file \(path) cannot be read: \(error.reason)",
        cause: error
      )
    }
    guard let id = UUID(uuidString: String(text.prefix(whileByte: { $0 != 0x0A && $0 != 0x0D }))) else {
      throw ResourceError(
        code: .invalidIdentity,
        message: "the identity file \(path) holds no UUID; remove it to have a new one made"
      )
    }
    return ClientIdentity(id)
  }
}

extension ResourceError.Code {
  /// The file that keeps the client's identity cannot be used.
  public static let invalidIdentity = ResourceError.Code(rawValue: "invalidIdentity")
}
