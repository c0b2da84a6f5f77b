// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Logging
  public import Logging
  public import ResourceRequestCore

  extension ClientOptions {
    /// Logs calls, attempts and warnings.
    ///
    /// A finished call is one message: `debug` with a response, `info` for a failure. Attempts after the first are
    /// `debug`, other events `trace`, warnings and rejected configurations `warning`. Messages contain no secrets.
    ///
    /// - Parameter logger: the logger; `nil` for that of the task that makes the call (`withLogger`).
    public mutating func log(to logger: Logger? = nil) {
      environment = environment.observed(by: EventLogging(logger))
    }
  }
#endif
