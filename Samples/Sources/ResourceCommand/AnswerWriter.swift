// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Essentials

/// Takes the bytes of an answer to where they go.
struct AnswerWriter {
  private let descriptor: Descriptor
  private let file: ReplacedFile?

  /// Where commands write that have no `--output`.
  static var standardOutput: AnswerWriter { AnswerWriter(.standardOutput) }

  /// Writes to an open file.
  init(_ descriptor: Descriptor) {
    self.descriptor = descriptor
    file = nil
  }

  /// Writes to a file that is put in its place at the end.
  init(_ file: ReplacedFile) {
    descriptor = file.descriptor
    self.file = file
  }

  /// Writes bytes.
  ///
  /// - Throws: ``InputError`` that says what is wrong with the place.
  func write(_ data: Data) throws {
    try writing { () throws(SystemError) in try descriptor.write(data) }
  }

  /// Says that all bytes are there.
  ///
  /// - Throws: ``InputError``; a file that was there before still is.
  func finish() throws {
    try writing { () throws(SystemError) in try file?.finish() }
  }

  private func writing(_ body: () throws(SystemError) -> Void) throws {
    do { try body() } catch { throw InputError("the answer cannot be written: \(error)", status: .output) }
  }
}
