// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Metrics
  import CoreMetrics
  import Metrics
  public import ResourceRequestCore

  extension ResourceClient {
    /// Records gauges until the task is cancelled: open connections, retry budgets, limits, and the state
    /// of each endpoint, which a reload changes without an event.
    ///
    /// Run it in a task or a service of its own. It retains the client.
    ///
    /// - Parameter interval: the time between two samples; about that of the metrics' collection.
    /// - Throws: `CancellationError`.
    public func recordGauges(every interval: Duration) async throws {
      let clock = options.environment.clock
      while true {
        recordGauges()
        try await clock.sleep(until: clock.now.advanced(by: max(interval, .milliseconds(10))))
      }
    }

    /// Records the gauges once.
    public func recordGauges() {
      let status = status
      if let connections = status.connections {
        for (state, count) in [("active", connections.active), ("idle", connections.idle)] {
          record(Double(count), "http.client.open_connections", [("http.connection.state", state)])
        }
      }
      let names = Set(configuration.services.map { Redaction.reference($0.name) })
      for service in status.services {
        let dimensions = [("service", service.name)]
        // As events name it: calls of the gateway's own have no service.
        let place = names.contains(service.name) ? dimensions : [("service", "none")]
        for endpoint in service.endpoints {
          let isUsed = endpoint.state != .out && endpoint.state != .failing
          record(isUsed ? 1 : 0, "resource.client.endpoint.state", place + [("endpoint", endpoint.name)])
        }
        if let budget = service.retryBudget { record(budget.value, "resource.client.retry.budget", dimensions) }
        guard let concurrency = service.concurrency else { continue }
        record(concurrency.limit, "resource.client.concurrency.limit", dimensions)
        record(Double(concurrency.waiting ?? 0), "resource.client.queue.length", dimensions)
      }
    }

    private func record(_ value: Double, _ label: String, _ dimensions: [(String, String)]) {
      Gauge(label: label, dimensions: dimensions, factory: MetricsSystem.factory).record(value)
    }
  }
#endif
