// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ArgumentParser
import ResourceRequestKit

/// How the command ends, as scripts rely on it.
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

/// Runs what a command does; an error is one readable line on stderr and a status, with a hint below on a terminal.
///
/// - Parameters:
///   - isSilent: whether the status alone tells.
///   - body: the work of the command.
/// - Throws: `ExitCode`, unless it is a success.
func reporting(silently isSilent: Bool = false, _ body: () async throws -> ExitStatus) async throws {
  let status: ExitStatus
  do {
    status = try await body()
  } catch {
    let note = error as? LimitNote
    let failure: any Error = note?.error ?? error
    // An error of the command's own part of a call says more than that the call failed because of it.
    let error = (failure as? ResourceError)?.inputError ?? failure
    let console = Console.standardError
    if !isSilent { console.write("\(console.red("resource:")) \(error)" + (note.map { "; \($0.text)" } ?? "")) }
    if console.isTerminal, !isSilent, let hint = (error as? ResourceError)?.hint {
      console.write(console.dim("try: \(hint)"))
    }
    status = ExitStatus(error)
  }
  if status != .success { throw ExitCode(status.rawValue) }
}

extension ResourceError {
  /// The error that the command itself found during a call; `nil` for another cause.
  fileprivate var inputError: InputError? {
    var cause = cause
    while let error = cause {
      if let error = error as? InputError { return error }
      cause = (error as? ResourceError)?.cause
    }
    return nil
  }
}
