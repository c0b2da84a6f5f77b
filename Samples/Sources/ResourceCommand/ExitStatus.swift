// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ArgumentParser
import ResourceRequestKit

/// The exit status of the command, which scripts rely on.
enum ExitStatus: Int32 {
  case success = 0
  case unsuccessfulAnswer = 1
  case configuration = 2
  case noAnswer = 3
  case usage = 64
  case output = 74
  case interrupted = 130

  /// The exit status for the status of a response.
  init(_ status: Status) {
    self = status.isSuccessful ? .success : .unsuccessfulAnswer
  }

  /// The exit status for an error.
  init(_ error: any Error) {
    switch error {
    case is ConfigurationError: self = .configuration
    case let error as InputError: self = error.status
    case let error as ResourceError: self = ExitStatus(error.code)
    default: self = .noAnswer
    }
  }

  private init(_ code: ResourceError.Code) {
    switch code {
    case .unknownService, .absoluteURLWithService, .noGateway, .invalidCredentials:
      self = .configuration
    case .invalidURL, .invalidTemplate, .invalidPathParameter, .invalidHeader, .invalidBody, .pathEscapesBase,
      .unsupported:
      self = .usage
    case .fileFailed:
      self = .output
    case .unsuccessfulStatus:
      self = .unsuccessfulAnswer
    default:
      self = .noAnswer
    }
  }
}

/// Runs a command and reports an error as one line on stderr and an exit status, on a terminal with a hint below.
///
/// - Parameters:
///   - isSilent: whether to report errors by the exit status alone.
///   - body: the work of the command.
/// - Throws: `ExitCode`, unless the status is a success.
func reporting(silently isSilent: Bool = false, _ body: () async throws -> ExitStatus) async throws {
  let status: ExitStatus
  do {
    status = try await body()
  } catch {
    let note = error as? LimitNote
    let failure: any Error = note?.error ?? error
    // An error that the command itself caused in a call says more than the call's error.
    let error = (failure as? ResourceError)?.inputError ?? failure
    let console = Console.standardError
    if !isSilent {
      let text = text(of: error, isTerminal: console.isTerminal) + (note.map { "; \($0.text)" } ?? "")
      // What a server says must not end the line, in a log either.
      let line = error is ResourceError ? text.controlsWrittenOut : console.shown(text)
      console.write("\(console.red("resource:")) \(line)")
    }
    if console.isTerminal, !isSilent, let hint = (error as? ResourceError)?.hint {
      console.write(console.dim("try: \(hint)"))
    }
    status = ExitStatus(error)
  }
  if status != .success { throw ExitCode(status.rawValue) }
}

/// What is said of an error: elsewhere than on a terminal in one line, without the line of a configuration that it is about.
private func text(of error: any Error, isTerminal: Bool) -> String {
  guard let error = error as? ConfigurationError, !isTerminal else { return "\(error)" }
  return error.issues.map { $0.line(withSource: false) }.joined(separator: "; ")
}

extension ResourceError {
  /// The command's own error that made a call fail; `nil` for another cause.
  fileprivate var inputError: InputError? {
    var cause = cause
    while let error = cause {
      if let error = error as? InputError { return error }
      cause = (error as? ResourceError)?.cause
    }
    return nil
  }
}
