// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Logging
  import Logging
  import ResourceRequestCore

  /// Writes events to a logger.
  final class EventLogging: EventObserver {
    private let given: Logger?
    /// The loggers of the tasks that made calls, for events that come on the transport's threads.
    ///
    /// Those events are below `info`, so a logger that logs nothing below it is not kept; the only other one, a warning about
    /// changed files of TLS, then goes to the process's logger.
    private let captured = Lock<[UInt64: Logger]>([:])

    init(_ logger: Logger?) {
      given = logger
    }

    var interest: EventInterest {
      switch (given ?? .current).logLevel {
      case .trace, .debug: .all
      case .info, .notice, .warning: .notable
      case .error, .critical: .none
      }
    }

    func observe(_ event: RequestEvent) {
      let level = event.level
      guard let logger = logger(for: event, level), logger.logLevel <= level else { return }
      logger.log(level: level, "\(event.line)", metadata: event.metadata)
    }

    /// The logger of an event; `nil` if its call has none that would log it.
    private func logger(for event: RequestEvent, _ level: Logger.Level) -> Logger? {
      if let given { return given }
      let kept: Logger?
      switch event.kind {
      case .resolved:
        let logger = Logger.current
        guard logger.logLevel < .info else { return nil }
        captured.withLock { $0[event.id] = logger }
        kept = logger
      case .finished, .failed, .cancelled: kept = captured.withLock { $0.removeValue(forKey: event.id) }
      default: kept = captured.withLock { $0[event.id] }
      }
      return kept ?? (level < .info ? nil : .current)
    }
  }

  extension RequestEvent {
    fileprivate var level: Logger.Level {
      switch logLevel {
      case .warning: .warning
      case .info: .info
      case .debug: .debug
      case .trace: .trace
      }
    }

    fileprivate var metadata: Logger.Metadata {
      var metadata: Logger.Metadata = ["call": "\(id)"]
      if hop > 1 { metadata["hop"] = "\(hop)" }
      if attempt > 0 { metadata["attempt"] = "\(attempt)" }
      metadata["service"] = request?.service.map { "\($0)" }
      metadata["endpoint"] = endpoint.map { "\($0)" }
      metadata["status"] = status.map { "\($0.code)" }
      metadata["error"] = code.map { "\($0.rawValue)" }
      if generation > 0 { metadata["generation"] = "\(generation)" }
      return metadata
    }
  }
#endif

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
