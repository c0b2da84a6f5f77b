// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Telemetry
  import InMemoryTracing
  import Metrics
  import MetricsTestKit
  import ResourceRequestKit
  import ResourceRequestLogging
  import ResourceRequestMetrics
  import ResourceRequestTracing
  import Tracing

  /// Measures what logs, metrics and traces add to a call.
  enum TelemetryMeasure {
    static func run(_ arguments: Arguments) async throws -> Report {
      let iterations = try arguments.number("iterations", or: 200_000)
      var options = ClientOptions()
      switch arguments.text("with") {
      case "none": break
      case "memory":
        // Both keep everything they receive, so they are emptied regularly, as an exporter would do.
        options.measure()
        options.trace()
        return try await repeated(iterations, options, in: TestMetrics(), InMemoryTracer())
      case "unused":
        options.log()
        options.measure()
        options.trace()
      default: throw Arguments.Fault("--with is none, unused or memory")
      }
      return try await repeated(iterations, options)
    }

    private static func client(_ options: ClientOptions) throws -> ResourceClient {
      let configuration = try ResourceConfiguration(
        json: #"{"backendServices": [{"service": "orders", "baseUrl": "http://127.0.0.1:8080"}]}"#
      )
      return ResourceClient(configuration: configuration, transport: InstantTransport(), options: options)
    }

    private static func repeated(_ iterations: Int, _ options: ClientOptions) async throws -> Report {
      let client = try client(options)
      let request = ResourceRequest("small", service: "orders")
      return try await Repetition.measure(iterations) { _ = try await client.send(request) }
    }

    private static func repeated(
      _ iterations: Int,
      _ options: ClientOptions,
      in metrics: TestMetrics,
      _ tracer: InMemoryTracer
    ) async throws -> Report {
      let client = try client(options)
      let request = ResourceRequest("small", service: "orders")
      return try await withMetricsFactory(metrics) {
        try await withTracer(tracer) {
          var count = 0
          return try await Repetition.measure(iterations) {
            _ = try await client.send(request)
            count += 1
            if count.isMultiple(of: 100) { tracer.clearAll() }
          }
        }
      }
    }
  }
#endif
