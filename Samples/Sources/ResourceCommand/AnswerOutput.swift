// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Foundation

/// Where the answer goes: stdout, or a file that is there whole or not at all.
enum AnswerOutput: Equatable {
  case standardOutput
  /// A regular file, or one that is not there yet: replaced in one step.
  case replaced(String)
  /// A pipe or device: written to as it is.
  case inPlace(String)

  /// Decides how a file is written, before anything is sent.
  ///
  /// - Throws: ``InputError`` where it cannot be.
  init(_ path: String?) throws {
    guard let path, path != "/dev/stdout" else {
      self = .standardOutput
      return
    }
    let url = URL(filePath: path).resolvingSymlinksInPath()
    let type = try? FileManager.default.attributesOfItem(atPath: url.path)[.type] as? FileAttributeType
    switch type {
    case .typeDirectory?:
      throw InputError("--output: \(path) is a directory; name a file in it")
    case .typeRegular? where !path.hasPrefix("/dev/"), nil:
      let folder = url.deletingLastPathComponent().path
      guard FileManager.default.isWritableFile(atPath: folder) else {
        throw InputError("--output: no file can be made in \(folder); choose another place")
      }
      self = .replaced(url.path)
    default:
      self = .inPlace(path)
    }
  }

  /// Writes the answer.
  ///
  /// - Throws: ``InputError`` that says what is wrong with the place.
  func write(_ data: Data) throws {
    do {
      switch self {
      case .standardOutput:
        try FileHandle.standardOutput.write(contentsOf: data)
      case .inPlace(let path):
        let handle = try FileHandle(forWritingTo: URL(filePath: path))
        try handle.write(contentsOf: data)
        try handle.close()
      case .replaced(let path):
        try Self.replace(path, by: data)
      }
    } catch {
      throw InputError("the answer cannot be written: \(error.localizedDescription)", status: .output)
    }
  }

  /// Writes another file beside it, with its permissions, and renames it.
  private static func replace(_ path: String, by data: Data) throws {
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    let permissions = (attributes?[.posixPermissions] as? NSNumber)?.uint32Value
    let temporary = "\(path).\(UUID().uuidString)"
    let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, permissions ?? 0o666)
    guard descriptor >= 0 else { throw POSIXError(.init(rawValue: errno) ?? .EIO) }
    do {
      // What `open` was given is cut by the mask of the process.
      if let permissions { fchmod(descriptor, permissions) }
      let handle = FileHandle(fileDescriptor: descriptor)
      try handle.write(contentsOf: data)
      try handle.close()
      guard rename(temporary, path) == 0 else { throw POSIXError(.init(rawValue: errno) ?? .EIO) }
    } catch {
      unlink(temporary)
      throw error
    }
  }
}
