// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Essentials
import ResourceRequestKit

/// Records the exchanges of a call, for the file that `--har` names.
struct HARFile {
  /// Receives the exchanges.
  let recorder = FlightRecorder()
  private let output: AnswerOutput

  /// Checks that the file can be written, before anything is sent; `nil` without `--har`.
  ///
  /// - Throws: ``InputError`` if it cannot be written.
  init?(_ path: String?) throws {
    guard let path else { return nil }
    output = try AnswerOutput(path, of: "--har")
    // Later the number may be that of a file of the command's own.
    if case .descriptor(let number) = output, !LinkedPath.isInherited(number) {
      throw InputError("--har: \(path) cannot be written: \(SystemError(EBADF))", status: .output)
    }
  }

  /// Writes the exchanges, readable by the file's owner only.
  ///
  /// - Throws: ``InputError`` if the file cannot be written.
  func write() throws {
    do {
      switch output {
      case .standardOutput: try AnswerWriter.standardOutput.write(recorder.har())
      case .descriptor(let number): try AnswerWriter(Descriptor(number: number)).write(recorder.har())
      case .replaced(let path), .inPlace(let path): try recorder.write(to: path)
      }
    } catch {
      throw InputError("--har: the recording cannot be written: \(error)", status: .output)
    }
  }
}
