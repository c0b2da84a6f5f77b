// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Essentials

/// The destination of a response's body: stdout, or a file that is written completely or not at all.
enum AnswerOutput: Equatable {
  case standardOutput
  /// A regular or missing file: replaced in one step.
  case replaced(String)
  /// A pipe or device: written in place.
  case inPlace(String)
  /// A descriptor that this process inherited, such as `/dev/fd/3`.
  case descriptor(Int32)

  /// Determines how a file is written, before anything is sent.
  ///
  /// - Parameters:
  ///   - path: the file; `-` and `nil` mean stdout.
  ///   - option: the option that names the file, for messages.
  /// - Throws: ``InputError`` if the file cannot be written.
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
      throw InputError("\(option): cannot create a file in \(folder): \(SystemError()); choose another place")
    }
    return .replaced(path)
  }

  /// Whether the output is a terminal, also one that is named as a device.
  var isTerminal: Bool {
    switch self {
    case .standardOutput: return isatty(1) == 1
    case .descriptor(let number): return isatty(number) == 1
    case .replaced: return false
    case .inPlace(let path):
      var facts = stat()
      guard stat(path, &facts) == 0, facts.st_mode & S_IFMT == S_IFCHR else { return false }
      let number = Essentials.open(path, O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
      guard number >= 0 else { return false }
      defer { close(number) }
      return isatty(number) == 1
    }
  }

  /// Text of others in a form for this output: a terminal gets controls written out.
  func shown(_ text: String) -> String { isTerminal ? text.linesWrittenOut : text }

  /// Opens the output, before anything is sent.
  ///
  /// - Parameters:
  ///   - limit: how long to wait for a pipe's reader.
  ///   - subject: what is written, and by which option, for messages.
  /// - Returns: the writer of the output.
  /// - Throws: ``InputError`` if the output cannot be opened.
  func open(within limit: Duration? = nil, for subject: String? = nil) async throws -> AnswerWriter {
    var writer = try await opened(within: limit, for: subject ?? "--output: the response")
    if let subject { writer.subject = subject }
    return writer
  }

  private func opened(within limit: Duration?, for subject: String) async throws -> AnswerWriter {
    do {
      switch self {
      case .standardOutput:
        return AnswerWriter(.standardOutput)
      case .descriptor(let number):
        guard LinkedPath.isInherited(number) else { throw SystemError(EBADF) }
        return AnswerWriter(Descriptor(number: number))
      case .inPlace(let path):
        return AnswerWriter(try await NamedPipe.openToWrite(path, within: limit ?? NamedPipe.patience), to: path)
      case .replaced(let path):
        return AnswerWriter(try ReplacedFile(path))
      }
    } catch let error as SystemError {
      let reason = error.code == ENXIO ? "no process reads it" : "\(error)"
      throw InputError("\(subject) cannot be written: \(reason)", status: .output)
    }
  }
}
