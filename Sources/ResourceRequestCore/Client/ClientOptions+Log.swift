// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

extension ClientOptions {
  /// The log that the process was started with, by `RESOURCE_LOG`.
  private static let requestedLog = TextLog.requested()

  /// These options with the log that `RESOURCE_LOG` asks for, where it does.
  package var loggedAsRequested: ClientOptions {
    guard let log = Self.requestedLog else { return self }
    var options = self
    options.environment = environment.observed(by: log)
    return options
  }
}
