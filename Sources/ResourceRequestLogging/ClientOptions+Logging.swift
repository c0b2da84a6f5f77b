// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Logging
  public import Logging
  public import ResourceRequestCore

  extension ClientOptions {
    /// Logs calls, attempts and warnings.
    ///
    /// A call that ends is one message: at `debug` where it has its answer, at `info` where it failed. Attempts after the
    /// first are `debug`, everything else on the way `trace`; warnings and configurations that are refused `warning`.
    /// Nothing that is logged holds a secret.
    ///
    /// - Parameter logger: the logger; the one of the task that makes the call (`withLogger`) unless named.
    public mutating func log(to logger: Logger? = nil) {
      environment = environment.observed(by: EventLogging(logger))
    }
  }
#endif
