// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Tracing
  public import ResourceRequestCore

  /// What is traced of a client's calls, and where the trace goes on.
  public struct TracingOptions: Sendable, Hashable {
    /// Whether each call has a span of its own, of the kind INTERNAL, around those of its attempts.
    ///
    /// It is called `resource` and the service's name. The attempts have their spans without it too.
    public var tracesCalls = false
    /// Whether requests to absolute URLs carry the trace; those to configured services do, as their `"propagate"` says.
    public var propagatesToAbsoluteURLs = false

    /// Attempts only, and the trace goes to configured services only.
    public init() {}
  }

  extension ClientOptions {
    /// Makes a span of each attempt, and hands the trace on to the services.
    ///
    /// The tracer is the one of the task that makes the call (`withTracer`), else the process's
    /// (`InstrumentationSystem`); where there is none, this costs next to nothing.
    ///
    /// - Parameter options: what is traced.
    public mutating func trace(_ options: TracingOptions = TracingOptions()) {
      let tracing = AttemptTracing(options)
      environment = environment.observed(by: tracing)
      // Outside of the caller's own, so that a signer sees the fields.
      attemptMiddleware.insert(tracing, at: 0)
    }
  }
#endif
