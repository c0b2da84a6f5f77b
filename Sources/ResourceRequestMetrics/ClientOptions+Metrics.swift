// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Metrics
  public import ResourceRequestCore

  extension ClientOptions {
    /// Records metrics of attempts and of the services' policies.
    ///
    /// The factory is that of the task that makes the call (`withMetricsFactory`), else the process's
    /// (`MetricsSystem`); without one, this costs almost nothing. The names are OpenTelemetry's, and
    /// `resource.client.*` for others; no dimension is a path.
    public mutating func measure() {
      environment = environment.observed(by: AttemptMeasuring())
    }
  }
#endif
