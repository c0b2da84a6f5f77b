// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Essentials

/// Writes the bytes of a response to its output.
struct AnswerWriter {
  private let descriptor: Descriptor
  private let file: ReplacedFile?

  /// Writes to stdout, for commands without `--output`.
  static var standardOutput: AnswerWriter { AnswerWriter(.standardOutput) }

  /// Writes to an open file.
  init(_ descriptor: Descriptor) {
    self.descriptor = descriptor
    file = nil
  }

  /// Writes to a file that replaces another one at the end.
  init(_ file: ReplacedFile) {
    descriptor = file.descriptor
    self.file = file
  }

  /// Writes bytes.
  ///
  /// - Throws: ``InputError`` that says what is wrong with the output.
  func write(_ data: Data) throws {
    try writing { () throws(SystemError) in try descriptor.write(data) }
  }

  /// Completes the output.
  ///
  /// - Throws: ``InputError``; a replaced file keeps its old content.
  func finish() throws {
    try writing { () throws(SystemError) in try file?.finish() }
  }

  private func writing(_ body: () throws(SystemError) -> Void) throws {
    do { try body() } catch { throw InputError("the response cannot be written: \(error)", status: .output) }
  }
}
