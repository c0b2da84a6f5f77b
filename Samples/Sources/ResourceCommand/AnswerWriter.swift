// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Essentials
import ResourceRequestKit

/// Writes the bytes of a response to its output.
struct AnswerWriter {
  private let descriptor: Descriptor
  private let file: ReplacedFile?
  /// What is written, for messages.
  var subject = "the response"
  /// Where it goes, if that has a name.
  private let place: String?

  /// Whether the output is a terminal.
  var isTerminal: Bool { isatty(descriptor.number) == 1 }

  /// Writes to stdout, for commands without `--output`.
  static var standardOutput: AnswerWriter {
    var writer = AnswerWriter(.standardOutput)
    writer.subject = "stdout"
    return writer
  }

  /// Writes to an open file.
  init(_ descriptor: Descriptor, to place: String? = nil) {
    self.descriptor = descriptor
    self.place = place
    file = nil
  }

  /// Writes to a file that replaces another one at the end.
  init(_ file: ReplacedFile) {
    descriptor = file.descriptor
    place = nil
    self.file = file
  }

  /// Writes bytes.
  ///
  /// - Throws: ``InputError`` that says what is wrong with the output.
  func write(_ data: Data) throws {
    try writing { () throws(SystemError) in try descriptor.write(data) }
  }

  /// Writes text, to a terminal with controls written out.
  func write(_ text: String) throws {
    try write(Data((isTerminal ? text.linesWrittenOut : text).utf8))
  }

  /// Writes JSON with one member per line, to a terminal with controls written out.
  func write(_ json: JSON) throws {
    let text = json.text(.pretty) + "\n"
    try write(Data((isTerminal ? text.jsonWrittenOut : text).utf8))
  }

  /// Gives the file another name in the same folder, or its own, and has it replace none.
  func name(_ path: String?) {
    if let path { file?.path = path }
    file?.replaces = false
  }

  /// Completes the output.
  ///
  /// - Throws: ``InputError``; a replaced file keeps its old content.
  func finish() throws {
    try writing { () throws(SystemError) in try file?.finish() }
  }

  private func writing(_ body: () throws(SystemError) -> Void) throws {
    do { try body() } catch {
      let place = (file?.path ?? place).map { " to \($0)" } ?? ""
      throw InputError("\(subject) cannot be written\(place): \(error)", status: .output)
    }
  }
}
