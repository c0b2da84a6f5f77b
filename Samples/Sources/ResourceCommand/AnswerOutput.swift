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
        // Foundation writes another file beside it and renames it.
        try data.write(to: URL(filePath: path), options: .atomic)
      }
    } catch {
      throw InputError("the answer cannot be written: \(error.localizedDescription)", status: .output)
    }
  }
}
