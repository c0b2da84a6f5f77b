// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Sockets && os(Linux)
  import Foundation
  import ResourceRequestKit
  import ResourceRequestLoop
  import ResourceRequestTesting
  import TestSupport
  import Testing

  @testable import ResourceRequestSockets

  /// What a caller's thread does while the loop waits.
  @Suite(.enabled(if: FastServer.isPossible), .timeLimit(.minutes(2)))
  struct StandbyTests {
    private struct NotOffered: Error {}

    /// Begins an exchange on this thread, again as often as the loop has other things to do: what a peer sends of itself wakes
    /// it, and on a busy machine its offer ends before a test sees it.
    private func beginAtLast(
      _ request: ResolvedRequest,
      after first: ResolvedRequest,
      on loop: TransportLoop
    ) async throws -> (start: Standby.Start, response: TransportResponse) {
      while true {
        for _ in 0..<10_000 where !loop.mailbox.standby.isOpen { await Task.yield() }
        if loop.mailbox.standby.isOpen, let begun = try? await begin(request, on: loop.mailbox) { return begun }
        _ = try await loop.send(first, context: CallContext())
      }
    }

    private func request(
      _ server: FastServer,
      _ method: RequestMethod = .get,
      body: OutgoingBody? = nil,
      change: (inout ExchangeOptions) -> Void = { _ in }
    ) throws -> ResolvedRequest {
      let connection = server.authorityFile.map { ConnectionOptions(tls: TLSOptions(caFile: $0)) }
      var options = ExchangeOptions(connection: connection ?? ConnectionOptions())
      change(&options)
      return ResolvedRequest(method: method, url: try ResourceURL(server.url()), body: body, options: options)
    }

    /// Begins an exchange on this thread, once the loop offers it.
    private func begin(
      _ request: ResolvedRequest,
      on mailbox: Mailbox,
      _ context: CallContext = CallContext()
    ) async throws -> (start: Standby.Start, response: TransportResponse) {
      try await until { mailbox.standby.isOpen }
      let start = Lock(Standby.Start.declined)
      let response = try await withUnsafeThrowingContinuation { continuation in
        let submission = Submission(
          request: request,
          context: context,
          ticket: Ticket(),
          upload: nil,
          continuation: continuation,
          resumesAtOnce: false
        )
        let answer = mailbox.standby.begin(submission)
        start.withLock { $0 = answer }
        if answer == .declined { continuation.resume(throwing: NotOffered()) }
      }
      return (start.withLock { $0 }, response)
    }

    @Test(arguments: FastServer.Wire.allCases)
    func `requests one after the other are begun by their callers`(_ wire: FastServer.Wire) async throws {
      let server = try FastServer(wire) { FastAnswer(200, Array($0.target.utf8)[...]) }
      defer { server.stop() }
      let loop = try LoopCore.start(.ofProcess, drainTime: .seconds(30))
      _ = try await loop.send(try request(server), context: CallContext())
      for body in [nil, OutgoingBody(Data(repeating: 7, count: 16 << 10)), nil] {
        let request = try request(server, .post, body: body)
        let (start, response) = try await beginAtLast(request, after: try self.request(server), on: loop)
        #expect(start == .begun)
        #expect(response.body.bytes == Data("/".utf8))
        #expect(response.metrics.reusedConnection)
      }
      #expect(server.connectionCount == 1)
    }

    @Test func `what is not brief, or is observed, is left to the loop`() async throws {
      let server = try FastServer { _ in FastAnswer(200, []) }
      let other = try FastServer { _ in FastAnswer(200, []) }
      defer {
        server.stop()
        other.stop()
      }
      let loop = try LoopCore.start(.ofProcess, drainTime: .seconds(30))
      let large = OutgoingBody(Data(repeating: 7, count: (16 << 10) + 1))
      let left = [
        try request(server, .post, body: large),
        try request(server, .post, body: OutgoingBody(Data([1]))) { $0.expectContinue = .seconds(1) },
        try request(server) { $0.wantsNewConnection = true },
        // Where no connection is.
        try request(other),
      ]
      for request in left {
        _ = try await loop.send(try self.request(server), context: CallContext())
        await #expect(throws: NotOffered.self) { try await begin(request, on: loop.mailbox) }
      }
      _ = try await loop.send(try request(server), context: CallContext())
      let observed = CallContext(environment: RequestEnvironment(observer: RecordedEvents()))
      await #expect(throws: NotOffered.self) { try await begin(try request(server), on: loop.mailbox, observed) }
    }

    @Test func `a deadline that comes before the loop is awake wakes it`() async throws {
      let server = try ScriptedServer { connection in
        try connection.readRequest()
        try connection.send("HTTP/1.1 204 No Content\r\n\r\n")
        try connection.readRequest()
        try connection.waitForPeerClose()
      }
      defer { server.stop() }
      let loop = try LoopCore.start(.ofProcess, drainTime: .seconds(30))
      let request = ResolvedRequest(url: try ResourceURL(server.url()))
      _ = try await loop.send(request, context: CallContext())
      let failure = await #expect(throws: TransportFailure.self) {
        try await begin(request, on: loop.mailbox, CallContext(deadline: .now + .milliseconds(100)))
      }
      #expect(failure?.code == .deadlineExceeded)
      // The server was asked, and the loop did not sleep on.
      #expect(server.requests.count == 2)
    }

    @Test func `mail that is there is taken first`() async throws {
      let server = try FastServer { _ in FastAnswer(200, []) }
      defer { server.stop() }
      let mailbox = try Mailbox()
      let core = try LoopCore(mailbox, .ofProcess, drainTime: .seconds(30))
      mailbox.standby.offer(core)
      // It has not fallen asleep.
      #expect(!mailbox.isAsleep)
      await #expect(throws: NotOffered.self) { try await begin(try request(server), on: mailbox) }
      #expect(!mailbox.standby.isOpen)
    }

    @Test func `a loop that nobody uses offers nothing`() async throws {
      let standby = Standby()
      #expect(!standby.isOpen)
      let server = try FastServer { _ in FastAnswer(200, []) }
      defer { server.stop() }
      let loop = try LoopCore.start(.ofProcess, drainTime: .seconds(30))
      #expect(!loop.mailbox.standby.isOpen)
      _ = try await loop.send(try request(server), context: CallContext())
      try await until { loop.mailbox.standby.isOpen }
      // It wakes once more, and then waits for as long as nothing happens.
      try await until { !loop.mailbox.standby.isOpen }
      _ = try await loop.send(try request(server), context: CallContext())
    }
  }
#endif
