// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Essentials

/// Where the answer goes: stdout, or a file that is there whole or not at all.
enum AnswerOutput: Equatable {
  case standardOutput
  /// A regular file, or one that is not there yet: replaced in one step.
  case replaced(String)
  /// A pipe or device: written to as it is.
  case inPlace(String)
  /// A descriptor that this process was started with, such as `/dev/fd/3`.
  case descriptor(Int32)

  /// Decides how a file is written, before anything is sent.
  ///
  /// - Parameters:
  ///   - path: the file; `-` and `nil` are stdout.
  ///   - option: what names it, for messages.
  /// - Throws: ``InputError`` where it cannot be.
  init(_ path: String?, of option: String = "--output") throws {
    guard let path, path != "-" else {
      self = .standardOutput
      return
    }
    guard !path.isEmpty else { throw InputError("\(option): name a file") }
    do {
      self = try Self.place(try LinkedPath.followed(path), named: path, of: option)
    } catch let error as SystemError {
      throw InputError("\(option): \(path) cannot be written: \(error)")
    }
  }

  private static func place(_ path: String, named name: String, of option: String) throws -> AnswerOutput {
    if let number = LinkedPath.descriptor(path) { return number == 1 ? .standardOutput : .descriptor(number) }
    var facts = stat()
    if stat(path, &facts) == 0 {
      switch facts.st_mode & S_IFMT {
      case S_IFDIR: throw InputError("\(option): \(name) is a directory; name a file in it")
      case S_IFREG: break
      default: return .inPlace(path)
      }
      guard access(path, W_OK) == 0 else { throw SystemError() }
    } else {
      guard errno == ENOENT else { throw SystemError() }
      guard !LinkedPath.namesFolder(path) else {
        throw InputError("\(option): \(name) is not a directory; name a file")
      }
    }
    let folder = LinkedPath.folder(of: path)
    guard access(folder, W_OK | X_OK) == 0 else {
      throw InputError("\(option): no file can be made in \(folder); choose another place")
    }
    return .replaced(path)
  }

  /// Whether a person reads it.
  var isTerminal: Bool { self == .standardOutput && isatty(1) == 1 }

  /// Opens it, before anything is sent.
  ///
  /// - Parameter limit: how long a pipe may be without a reader.
  /// - Returns: the file to write to.
  /// - Throws: ``InputError`` where it cannot be opened.
  func open(within limit: Duration? = nil) async throws -> AnswerWriter {
    do {
      switch self {
      case .standardOutput:
        return AnswerWriter(.standardOutput)
      case .descriptor(let number):
        guard fcntl(number, F_GETFD) >= 0 else { throw SystemError() }
        return AnswerWriter(Descriptor(number: number))
      case .inPlace(let path):
        return AnswerWriter(try await NamedPipe.openToWrite(path, within: limit ?? NamedPipe.patience))
      case .replaced(let path):
        return AnswerWriter(try ReplacedFile(path))
      }
    } catch let error as SystemError {
      let reason = error.code == ENXIO ? "no process reads it" : "\(error)"
      throw InputError("--output: the answer cannot be written: \(reason)", status: .output)
    }
  }
}
