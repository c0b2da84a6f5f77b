// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Configuration
import CoreMetrics
import Foundation
import Logging
import ResourceRequestConfiguration
import ResourceRequestKit
import ResourceRequestLifecycle
import ResourceRequestLogging
import ResourceRequestMetrics
import ResourceRequestTracing
import ServiceLifecycle
import Tracing
import UnixSignals

/// A service that calls a backend, with logs, metrics, traces, graceful shutdown and configuration.
///
/// `SERVICE_CONFIG` names the backends' document, `SERVICE_PORT` the port; settings such as
/// `SERVICES_PEOPLE_TIMEOUTS_TOTAL=500ms` override the document.
@main
enum ObservedService {
  static func main() async throws {
    // Without this, a peer that closes early would end the process instead of its own connection.
    signal(SIGPIPE, SIG_IGN)
    let settings = ConfigReader(provider: EnvironmentVariablesProvider())
    let metrics = MetricsText()
    let logger = bootstrap(metrics, level: settings.string(forKey: "service.log", default: "info"))

    var options = ClientOptions()
    options.log(to: logger)
    options.measure()
    var tracing = TracingOptions()
    tracing.tracesCalls = true
    options.trace(tracing)
    // Reloaded whenever the file changes, and on SIGHUP; the environment's settings override it each time.
    let client = try ResourceClient(
      watching: settings.string(forKey: "service.config", default: "backends.json"),
      rereadsOnHangup: true,
      adjusting: { configuration throws(ConfigurationError) in try configuration.overlaid(by: settings) },
      options: options
    )
    let pages = Pages(client: client, metrics: metrics)
    let port = UInt16(clamping: settings.int(forKey: "service.port", default: 0))
    let group = ServiceGroup(
      // Shut down in reverse order: no more pages are requested when the client drains.
      services: [
        ResourceClientService(client), GaugeService(client: client), try WebService(port: port, pages: pages),
      ],
      gracefulShutdownSignals: [.sigterm, .sigint],
      logger: logger
    )
    try await group.run()
  }

  /// Sets up logging, metrics and tracing for the process.
  private static func bootstrap(_ metrics: MetricsText, level: String) -> Logger {
    LoggingSystem.bootstrap { StreamLogHandler.standardError(label: $0) }
    MetricsSystem.bootstrap(metrics)
    InstrumentationSystem.bootstrap(SpanPrinter())
    var logger = Logger(label: "observed-service")
    logger.logLevel = Logger.Level(rawValue: level) ?? .info
    return logger
  }
}

/// Records gauges once a second while the service runs.
struct GaugeService: Service {
  let client: ResourceClient

  func run() async throws {
    try? await cancelWhenGracefulShutdown { try await client.recordGauges(every: .seconds(1)) }
  }
}
