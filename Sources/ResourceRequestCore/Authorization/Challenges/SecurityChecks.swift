// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Passes the security checks of a scope with the client's handlers.
final class SecurityChecks: Sendable {
  /// The maximum number of rounds of challenges.
  static let limit = 20

  private let handlers: [String: any SecurityCheckHandler]
  private let turns: Turns

  /// - Parameters:
  ///   - handlers: the handlers.
  ///   - turns: which of them are at work.
  init(_ handlers: [any SecurityCheckHandler], _ turns: Turns) {
    self.turns = turns
    self.handlers = Dictionary(handlers.map { ($0.securityCheck, $0) }) { _, last in last }
  }

  /// Requests a scope until all of its checks are passed.
  ///
  /// A call never waits for a check while it holds another, so that two calls cannot wait for each other.
  ///
  /// - Throws: ``SecurityCheckError``, ``UnknownClient``, or the errors of sending and of the handlers.
  func pass(
    answering answers: JSON.Object = [:],
    _ send: (JSON.Object) async throws -> TransportResponse
  ) async throws {
    var answers = answers
    var owned: [String] = []
    var asked: String?
    // The calls that wait for the same check fail with it, and those that wait for another ask again.
    var failed: (check: String, error: any Error)?
    defer {
      for name in owned {
        let error = failed.flatMap { $0.check.hasSameBytes(as: name) ? $0.error : nil }
        turns.giveBack(name, error.map { .failure($0) } ?? .success(()))
      }
    }
    do {
      for _ in 0..<SecurityChecks.limit {
        let before = turns.rounds
        let reply = PreauthorizationReply(try await send(answers))
        answers = [:]
        switch reply {
        case .passed(let successes):
          await tell(successes, &owned)
          return
        case .challenged(let challenges, let successes):
          await tell(successes, &owned)
          let names = challenges.keys.sorted()
          if let unknown = names.first(where: { handlers[$0] == nil }) {
            throw SecurityCheckError(unknown, .unhandled)
          }
          switch turns.take(names.filter { !owned.contains($0) }, since: before) {
          case .taken:
            break
          case .missed:
            // Another call handled the check in the meantime: it may not challenge again.
            continue
          case .busy(let name):
            for name in owned { turns.giveBack(name) }
            owned = []
            try await turns.wait(for: name)
            continue
          }
          owned = Array(Set(owned + names))
          for name in names {
            asked = name
            answers[name] = try await turns.holding(owned) { try await answer(name, challenges[name] ?? .null) }
          }
          asked = nil
        case .failed(let failures, let successes):
          await tell(successes, &owned)
          for (name, failure) in failures { await handlers[name]?.failed(failure) }
          let name = failures.keys.sorted().first ?? ""
          throw SecurityCheckError(name, .failed, failure: failures[name] ?? .null)
        case .unknownClient:
          throw UnknownClient()
        case .other(let status):
          throw TokenError(status: status, detail: "the gateway does not authorize the scope")
        }
      }
      throw SecurityCheckError(owned.sorted().first ?? "", .endless)
    } catch let error where !(error is CancellationError) && !Task.isCancelled {
      // Where this call was cancelled, those that wait have time left.
      failed = ((error as? SecurityCheckError)?.check ?? asked).map { ($0, error) }
      throw error
    }
  }

  /// The gateway no longer knows the client.
  struct UnknownClient: Error {}

  private func answer(_ name: String, _ challenge: JSON) async throws -> JSON {
    guard let handler = handlers[name] else { throw SecurityCheckError(name, .unhandled) }
    switch try await handler.handle(challenge: challenge) {
    case .answer(let answer): return answer
    case .cancel: throw SecurityCheckError(name, .cancelled)
    }
  }

  private func tell(_ successes: JSON.Object, _ owned: inout [String]) async {
    for (name, success) in successes { await handlers[name]?.succeeded(success) }
    for name in owned where successes[name] != nil { turns.giveBack(name) }
    owned.removeAll { successes[$0] != nil }
  }
}
