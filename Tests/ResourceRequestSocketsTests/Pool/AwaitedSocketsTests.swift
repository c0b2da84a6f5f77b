// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Sockets && os(Linux)
  import ResourceRequestCore
  import ResourceRequestLoop
  import TestSupport
  import Testing

  @testable import ResourceRequestSockets

  /// What counts while a name is being looked up.
  @Suite(.timeLimit(.minutes(2)))
  struct AwaitedSocketsTests {
    private typealias Calls = [Task<Void, any Error>]

    /// What callers submit for URLs, in their order, and their calls.
    private func submissions(to urls: [String]) async throws -> ([Submission], Calls) {
      let made = Lock<[Submission]>([])
      var calls: Calls = []
      for url in urls {
        let request = ResolvedRequest(url: try ResourceURL(url))
        calls.append(
          Task {
            _ = try await withUnsafeThrowingContinuation { continuation in
              let submission = Submission(
                request: request,
                context: CallContext(),
                ticket: Ticket(),
                upload: nil,
                continuation: continuation,
                resumesAtOnce: false
              )
              made.withLock { $0.append(submission) }
            }
          }
        )
        try await until { made.withLock(\.count) == calls.count }
      }
      return (made.withLock(\.self), calls)
    }

    /// Cancels what was submitted, and ends the loop.
    private func cancel(_ submissions: [Submission], _ core: LoopCore) {
      for submission in submissions {
        submission.ticket.markCancelled()
        core.mailbox.cancel(submission.ticket)
      }
      core.mailbox.close()
      end(core)
    }

    @Test func `a connection whose name is being looked up has its place already`() async throws {
      // Room for one connection.
      let core = try LoopCore(Mailbox(), SocketBudget(descriptors: 4), drainTime: .seconds(30))
      let (submissions, calls) = try await submissions(to: Array(repeating: "http://name.invalid/", count: 3))
      for submission in submissions { core.accept(submission) }
      #expect(core.pools.values.map(\.openings.count) == [1])
      #expect(core.awaitedSockets == 1)
      cancel(submissions, core)
      #expect(core.awaitedSockets == 0)
      for call in calls { await #expect(throws: CancellationError.self) { try await call.value } }
    }

    @Test func `names that are not found leave half of the places to addresses`() async throws {
      // Room for six connections.
      let core = try LoopCore(Mailbox(), SocketBudget(descriptors: 12), drainTime: .seconds(30))
      let urls = (0..<8).map { "http://name\($0).invalid/" } + ["http://127.0.0.1:9/"]
      let (submissions, calls) = try await submissions(to: urls)
      for submission in submissions { core.accept(submission) }
      #expect(core.awaitedSockets == 3 && core.unnamed.count == 5)
      #expect(
        core.pools.values.first { $0.lane.origin.host.hasSuffix("1") && $0.lane.origin.port == 9 }?.isStarved == false
      )
      cancel(submissions, core)
      #expect(core.awaitedSockets == 0)
      for call in calls { await #expect(throws: (any Error).self) { try await call.value } }
    }

    @Test func `attempts to further addresses leave other transports their sockets`() throws {
      let budget = SocketBudget.ofProcess
      let core = try LoopCore(Mailbox(), budget, drainTime: .seconds(30))
      core.openSockets = budget.exchanges / 2
      // Its own, and more of others.
      budget.note(budget.exchanges * 2)
      #expect(!core.hasRoomForTrials)
      budget.note(-budget.exchanges * 2)
      core.openSockets = 0
      core.mailbox.close()
      end(core)
    }

    /// Lets the loop take its mail, until it ends.
    private func end(_ core: LoopCore) {
      ExitGate.enter()
      core.run()
      ExitGate.leave()
    }
  }
#endif
