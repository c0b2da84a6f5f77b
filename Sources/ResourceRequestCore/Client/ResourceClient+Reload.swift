// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

extension ResourceClient {
  /// Takes another configuration, at once and whole.
  ///
  /// Calls in flight go on with the one they began with, their redirects and attempts too; calls made from now on take
  /// the new one. A service of which nothing has changed, its defaults included, keeps its tokens and logins; connections
  /// and cookies are the client's and stay. The same configuration again changes nothing. The observers are told
  /// (``RequestEvent/Kind/reloaded``).
  ///
  /// - Parameter configuration: the services and the gateway; it was checked when it was read.
  public func reload(_ configuration: ResourceConfiguration) {
    swap { before in before.configuration == configuration ? nil : (configuration, former: before.configuration) }
  }

  /// Goes back to the configuration before the current one, as a generation of its own.
  ///
  /// Only one is kept: after going back there is none until the next reload. A client that watches a file takes what is in
  /// it again when it changes next.
  ///
  /// - Returns: whether there was one to go back to.
  @discardableResult
  public func rollback() -> Bool {
    swap { before in before.former.map { ($0, former: nil) } }
  }

  /// Makes an assembly of what is chosen in view of the one there is, and puts it in its place.
  ///
  /// - Returns: whether anything was chosen.
  @discardableResult
  private func swap(
    _ choose: (Assembly) -> (configuration: ResourceConfiguration, former: ResourceConfiguration?)?
  ) -> Bool {
    let fixed = fixed
    while true {
      let before = assembly
      guard let choice = choose(before) else { return false }
      let next = Assembly(choice.configuration, fixed, after: before, former: choice.former)
      // Somebody else may have been faster; then what they made is what the next one follows.
      let isTaken = current.withLock { current in
        guard current === before else { return false }
        current = next
        return true
      }
      if isTaken {
        reloads.withLock { reloads in
          reloads.taken += 1
          reloads.lastRejection = nil
        }
        tell(.reloaded, next.generation) { $0.configuration = next.configuration.digest }
        return true
      }
    }
  }

  /// Tells the observers that a configuration is not taken, for whoever read it.
  ///
  /// - Parameter error: what is wrong with it.
  public func reject(_ error: ConfigurationError) {
    let shown = error.issues.prefix(10).map(\.inOneLine)
    let rest = error.issues.count - shown.count
    let reason = Redaction.text(shown.joined(separator: "; ") + (rest > 0 ? "; and \(rest) more" : ""))
    reloads.withLock { reloads in
      reloads.rejected += 1
      reloads.lastRejection = reason
    }
    tell(.reloadRejected, generation) { event in
      event.message = "the configuration is not taken, generation \(event.generation) stays: \(reason)"
    }
  }

  private func tell(_ kind: RequestEvent.Kind, _ generation: Int, _ facts: (inout RequestEvent) -> Void) {
    let environment = options.environment
    guard environment.isObserved else { return }
    var event = RequestEvent(id: 0, moment: environment.clock.now, kind: kind)
    event.generation = generation
    facts(&event)
    for observer in environment.observers { observer.observe(event) }
  }
}

extension ConfigurationError.Issue {
  /// Place and message, without the excerpt.
  fileprivate var inOneLine: String {
    let place = line > 0 ? "\(SourcePlace(file: file, line: line, column: column))" : file
    return "\(place): \(message)" + (suggestion.map { "; did you mean \"\($0)\"?" } ?? "")
  }
}
