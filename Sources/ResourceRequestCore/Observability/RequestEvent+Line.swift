// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

extension RequestEvent {
  /// The event as one line without secrets, such as `GET http://h.example/cities, service resorts: 200 OK in 12 ms`.
  public var line: String {
    let asked = request.map { "\($0)" }
    let (what, subject): (String?, String?) =
      switch kind {
      case .finished, .failed, .cancelled: (ending, asked)
      case .attemptStarted:
        ("attempt \(attempt) (\(reason ?? .first))" + (endpoint.map { " at \($0)" } ?? ""), asked)
      case .attemptAnswered, .attemptFailed, .attemptCancelled: ("attempt \(attempt): \(ending)", asked)
      case .warning, .reloadRejected, .rolloutStarted, .rolloutTaken, .rolledBack: (message, nil)
      case .reloaded: ("generation \(generation), configuration \(configuration ?? "unknown")", kind.rawValue)
      case .redirected: ("redirected by \(status.map { "\($0)" } ?? "a status")", asked)
      case .cached: (cache.map { "\($0)" }, asked)
      default: (([kind.rawValue] + [endpoint, peer, message].compactMap(\.self)).joined(separator: " "), asked)
      }
    return [subject, what ?? kind.rawValue].compactMap(\.self).joined(separator: ": ").onOneLine
  }

  /// How a call or an attempt ended, how long it took, and after how many attempts.
  private var ending: String {
    var text = status.map { "\($0)" } ?? code?.rawValue ?? "cancelled"
    if let duration { text += " in \(duration.wholeMilliseconds) ms" }
    if let attempts, attempts != 1 { text += attempts == 0 ? ", nothing sent" : ", \(attempts) attempts" }
    return text
  }
}
