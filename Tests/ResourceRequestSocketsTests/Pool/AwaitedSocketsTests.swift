// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Sockets && os(Linux)
  import ResourceRequestCore
  import ResourceRequestLoop
  import Testing

  @testable import ResourceRequestSockets

  /// What counts while a name is being looked up.
  @Suite(.timeLimit(.minutes(2)))
  struct AwaitedSocketsTests {
    @Test func `a connection whose name is being looked up has its place already`() async throws {
      let mailbox = try Mailbox()
      // Room for one connection.
      let core = try LoopCore(mailbox, SocketBudget(descriptors: 4), drainTime: .seconds(30))
      let request = ResolvedRequest(url: try ResourceURL("http://name.invalid/"))
      let made = Lock<[Submission]>([])
      let calls = (0..<3).map { _ in
        Task {
          _ = try await withUnsafeThrowingContinuation { continuation in
            let submission = Submission(
              request: request,
              context: CallContext(),
              ticket: Ticket(),
              upload: nil,
              continuation: continuation,
              remaining: nil,
              resumesAtOnce: false
            )
            made.withLock { $0.append(submission) }
          }
        }
      }
      while made.withLock(\.count) < calls.count { await Task.yield() }
      let submissions = made.withLock(\.self)
      for submission in submissions { core.accept(submission) }
      #expect(core.pools.values.map(\.openings.count) == [1])
      #expect(core.awaitedSockets == 1)
      for submission in submissions {
        submission.ticket.markCancelled()
        mailbox.cancel(submission.ticket)
      }
      mailbox.close()
      end(core)
      #expect(core.awaitedSockets == 0)
      for call in calls { await #expect(throws: CancellationError.self) { try await call.value } }
    }

    @Test func `names that are not found leave half of the places to addresses`() async throws {
      let mailbox = try Mailbox()
      // Room for six connections.
      let core = try LoopCore(mailbox, SocketBudget(descriptors: 12), drainTime: .seconds(30))
      let urls = try (0..<8).map { try ResourceURL("http://name\($0).invalid/") } + [ResourceURL("http://127.0.0.1:9/")]
      let made = Lock<[Submission]>([])
      let calls = urls.map { url in
        Task {
          _ = try await withUnsafeThrowingContinuation { continuation in
            let submission = Submission(
              request: ResolvedRequest(url: url),
              context: CallContext(),
              ticket: Ticket(),
              upload: nil,
              continuation: continuation,
              remaining: nil,
              resumesAtOnce: false
            )
            made.withLock { $0.append(submission) }
          }
        }
      }
      while made.withLock(\.count) < calls.count { await Task.yield() }
      let submissions = made.withLock(\.self).sorted { one, _ in one.request.url.origin.host.hasSuffix("invalid") }
      for submission in submissions { core.accept(submission) }
      #expect(core.awaitedSockets == 3 && core.unnamed.count == 5)
      #expect(
        core.pools.values.first { $0.lane.origin.host.hasSuffix("1") && $0.lane.origin.port == 9 }?.isStarved == false
      )
      for submission in submissions {
        submission.ticket.markCancelled()
        mailbox.cancel(submission.ticket)
      }
      mailbox.close()
      end(core)
      #expect(core.awaitedSockets == 0)
      for call in calls { await #expect(throws: (any Error).self) { try await call.value } }
    }

    /// Lets the loop take its mail, until it ends.
    private func end(_ core: LoopCore) {
      ExitGate.enter()
      core.run()
      ExitGate.leave()
    }
  }
#endif
