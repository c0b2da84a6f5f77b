// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Logging
  import Logging
  import ResourceRequestCore

  /// Writes events to a logger.
  final class EventLogging: EventObserver {
    private let given: Logger?
    /// The loggers of the tasks that made calls, for events that come on the transport's threads.
    private let captured = Lock<[UInt64: Logger]>([:])

    init(_ logger: Logger?) {
      given = logger
    }

    var isListening: Bool { (given ?? .current).logLevel <= .warning }

    func observe(_ event: RequestEvent) {
      let logger = logger(for: event)
      let level = event.level
      guard logger.logLevel <= level else { return }
      logger.log(level: level, "\(event.line)", metadata: event.metadata)
    }

    private func logger(for event: RequestEvent) -> Logger {
      if let given { return given }
      switch event.kind {
      case .resolved:
        let logger = Logger.current
        captured.withLock { $0[event.id] = logger }
        return logger
      case .finished, .failed, .cancelled:
        return captured.withLock { $0.removeValue(forKey: event.id) } ?? .current
      default:
        return captured.withLock { $0[event.id] } ?? .current
      }
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
