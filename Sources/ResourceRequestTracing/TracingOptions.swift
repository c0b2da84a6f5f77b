// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Tracing
  public import ResourceRequestCore

  /// Options for tracing a client's calls, and for propagation.
  public struct TracingOptions: Sendable, Hashable {
    /// Whether each call has a span of kind INTERNAL around those of its attempts.
    ///
    /// Its name is `resource` and the service's name. Attempts have spans in any case.
    public var tracesCalls = false
    /// Whether requests to absolute URLs carry the trace; requests to configured services do, as their `"propagate"`
    /// says.
    public var propagatesToAbsoluteURLs = false

    /// Creates options: spans of attempts only, and propagation to configured services only.
    public init() {}
  }

  extension ClientOptions {
    /// Records each attempt as a span, and propagates the trace to the services.
    ///
    /// The tracer is that of the task that makes the call (`withTracer`), else the process's (`InstrumentationSystem`);
    /// without one, this costs almost nothing.
    ///
    /// - Parameter options: what to trace.
    public mutating func trace(_ options: TracingOptions = TracingOptions()) {
      let tracing = AttemptTracing(options)
      environment = environment.observed(by: tracing)
      attemptMiddleware.insert(tracing, at: 0)
    }
  }
#endif
