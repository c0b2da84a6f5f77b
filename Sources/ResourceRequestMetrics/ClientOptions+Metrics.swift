// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Metrics
  public import ResourceRequestCore

  extension ClientOptions {
    /// Measures every attempt, and what the policies of services do.
    ///
    /// The factory is the one of the task that makes the call (`withMetricsFactory`), else the process's
    /// (`MetricsSystem`); where there is none, this costs next to nothing. The names are those of OpenTelemetry, and
    /// `resource.client.*` for what has none; no dimension holds a path.
    public mutating func measure() {
      environment = environment.observed(by: AttemptMeasuring())
    }
  }
#endif
