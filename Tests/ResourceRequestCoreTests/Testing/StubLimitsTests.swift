// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Foundation
import ResourceRequestCore
import ResourceRequestTesting
import TestSupport
import Testing

/// The stub refuses, or fails, what libcurl refuses or fails.
@Suite(.timeLimit(.minutes(5)))
struct StubLimitsTests {
  private func request(
    _ method: RequestMethod = .get,
    _ change: (inout ResolvedRequest) -> Void = { _ in }
  ) throws -> ResolvedRequest {
    var request = ResolvedRequest(method: method, url: try ResourceURL("http://stub.example/"))
    change(&request)
    return request
  }

  private func failure(
    of request: ResolvedRequest,
    over stub: StubTransport,
    _ context: CallContext = CallContext()
  ) async -> TransportFailure? {
    await #expect(throws: TransportFailure.self) { try await stub.send(request, context: context) }
  }

  // MARK: The request

  @Test func `a file that cannot be read is a failure`() async throws {
    let client = ResourceClient(transport: StubTransport { _, _ in .status(200) })
    var request = ResourceRequest("http://stub.example/", method: .post)
    request.body = .file("/nonexistent/file")
    let sent = request
    let error = await #expect(throws: ResourceError.self) { try await client.send(sent) }
    #expect(error?.code == .invalidBody)
  }

  @Test func `a bound body is read as its documentation writes it, and the responder sees its bytes`() async throws {
    let stub = StubTransport { request, _ in .data(request.body?.bytes ?? Data()) }
    let client = ResourceClient(transport: stub)
    let (writer, body) = ResourceRequest.Body.bound()
    var request = ResourceRequest("http://stub.example/", method: .put)
    request.body = body
    async let response = client.send(request)
    for row in 0..<1000 { try await writer.write(Data("row \(row);".utf8) + Data(repeating: 7, count: 1000)) }
    writer.finish()
    #expect(try await response.data.count == (0..<1000).reduce(0) { $0 + "row \($1);".utf8.count + 1000 })
    #expect(try await stub.requests.first?.body?.bytes == response.data)
  }

  @Test func `a body that can be read once is not sent again after a 307`() async throws {
    let client = ResourceClient(
      transport: StubTransport(script: [.respond(.status(307, headers: ["Location": "/x"])), .respond(.status(200))])
    )
    var request = ResourceRequest("http://stub.example/", method: .put)
    request.body = .stream(AsyncThrowingStream { $0.finish() })
    let sent = request
    let error = await #expect(throws: ResourceError.self) { try await client.send(sent) }
    #expect(error?.code == .bodyNotReplayable)
  }

  @Test(arguments: [3, 7]) func `a body of another length than it says is a failure`(count: Int) async throws {
    let body = OutgoingBody(length: 5, isReplayable: true) {
      AsyncThrowingStream { continuation in
        continuation.yield(Data(repeating: 7, count: count))
        continuation.finish()
      }
    }
    let stub = StubTransport { _, _ in .status(200) }
    #expect(await failure(of: try request(.put) { $0.body = body }, over: stub)?.code == .invalidBody)
  }

  @Test func `what makes a body and fails is the cause of the failure`() async throws {
    struct Broken: Error {}
    let body = OutgoingBody(length: nil, isReplayable: true) {
      AsyncThrowingStream { $0.finish(throwing: Broken()) }
    }
    let failure = await failure(of: try request(.put) { $0.body = body }, over: StubTransport { _, _ in .status(200) })
    #expect(failure?.code == .invalidBody)
    #expect(failure?.cause is Broken)
  }

  @Test func `a body that is never finished ends at the deadline`() async throws {
    let clock = ManualClock()
    let context = CallContext(
      environment: RequestEnvironment(clock: clock),
      deadline: clock.now.advanced(by: .seconds(5))
    )
    let body = OutgoingBody(length: nil, isReplayable: true) { AsyncThrowingStream { _ in } }
    let stub = StubTransport { _, _ in .status(200) }
    let request = try request(.put) { $0.body = body }
    let task = Task { try await stub.send(request, context: context) }
    try await stub.waitForRequests()
    clock.advance(by: .seconds(5))
    let failure = await #expect(throws: TransportFailure.self) { try await task.value }
    #expect(failure?.code == .deadlineExceeded)
  }

  @Test func `a HEAD with a body is refused as over libcurl`() async throws {
    let stub = StubTransport { _, _ in .status(200) }
    let request = try request(.head) { $0.body = OutgoingBody(Data("x".utf8)) }
    #expect(await failure(of: request, over: stub)?.code == .unsupported)
    #expect(stub.requests.isEmpty)
  }

  // MARK: Time

  /// Whether or not the responder heeds its cancellation.
  @Test(arguments: [true, false])
  func `a responder that is slower than the read timeout is a failure`(heeds: Bool) async throws {
    let clock = ManualClock()
    let (entered, gate) = (Gate(), Gate())
    let stub = StubTransport { _, context in
      // The timeout is already set: it starts before the responder is called.
      entered.open()
      if heeds {
        try await context.clock.sleep(until: context.clock.now.advanced(by: .seconds(10)))
      } else {
        await Task { try? await gate.wait() }.value
      }
      return .status(200)
    }
    defer { gate.open() }
    let request = try request { $0.options.readTimeout = .seconds(5) }
    let task = Task {
      try await stub.send(request, context: CallContext(environment: RequestEnvironment(clock: clock)))
    }
    try await entered.wait()
    clock.advance(by: .seconds(5))
    let failure = await #expect(throws: TransportFailure.self) { try await task.value }
    #expect(failure?.code == .readTimeout)
    #expect(failure?.phase == .sent)
  }

  @Test func `a responder that is slower than the deadline is a failure`() async throws {
    let clock = ManualClock()
    let stub = StubTransport { _, context in
      try await context.clock.sleep(until: context.clock.now.advanced(by: .seconds(10)))
      return .status(200)
    }
    let context = CallContext(
      environment: RequestEnvironment(clock: clock),
      deadline: clock.now.advanced(by: .seconds(5))
    )
    let request = try request()
    let task = Task { try await stub.send(request, context: context) }
    try await clock.waitForSleepers()
    clock.advance(by: .seconds(5))
    let failure = await #expect(throws: TransportFailure.self) { try await task.value }
    #expect(failure?.code == .deadlineExceeded)
  }

  @Test func `a scripted answer later than the read timeout is a failure`() async throws {
    let clock = ManualClock()
    let stub = StubTransport(script: [.after(.seconds(3), .respond(.status(200))), .silence])
    let request = try request { $0.options.readTimeout = .seconds(2) }
    let context = CallContext(environment: RequestEnvironment(clock: clock))
    for _ in 0..<2 {
      let task = Task { try await stub.send(request, context: context) }
      try await clock.waitForSleepers()
      #expect(clock.advanceToNextSleeper() == .seconds(2))
      let failure = await #expect(throws: TransportFailure.self) { try await task.value }
      #expect(failure?.code == .readTimeout)
    }
  }

  @Test func `a delay of any length is one`() async throws {
    let request = try request { $0.options.readTimeout = .unlimited }
    for delay in [Duration.seconds(Int64.max), .seconds(Int64.min), .nanoseconds(-1)] {
      let clock = ManualClock()
      let context = CallContext(environment: RequestEnvironment(clock: clock))
      let stub = StubTransport(script: [.after(delay, .after(delay, .respond(.status(204)))), .respond(.status(204))])
      let faulty = FaultyTransport(stub, plan: FaultPlan { $0 == 1 ? .delay(delay) : nil })
      for _ in 0..<2 {
        let task = Task { try await faulty.send(request, context: context) }
        if delay > .zero {
          try await clock.waitForSleepers()
          clock.advanceToNextSleeper()
        }
        #expect(try await task.value.status == 204)
      }
    }
  }

  // MARK: The response

  @Test func `a head beyond the limit is a failure`() async throws {
    let stub = StubTransport { _, _ in .status(200, headers: ["X": String(repeating: "x", count: 1000)]) }
    let request = try request { $0.options.headLimit = 1000 }
    #expect(await failure(of: request, over: stub)?.code == .headTooLarge)
  }

  @Test(arguments: [(RequestMethod.head, Status(200)), (.get, 204), (.get, 304)])
  func `an answer that has no body comes without one`(method: RequestMethod, status: Status) async throws {
    let stub = StubTransport { _, _ in .text("body", status: status, headers: ["Content-Length": "100"]) }
    let response = try await stub.send(request(method), context: CallContext())
    #expect(response.body.bytes.isEmpty)
    #expect(response.headers["Content-Length"] == "100")
  }

  @Test(arguments: [0, 99, 100, 101, 1000, 1 << 60])
  func `a body has the length that is announced`(length: Int) async throws {
    let stub = StubTransport { _, _ in
      .data(Data(repeating: 7, count: 100), headers: ["Content-Length": "\(length)"])
    }
    let request = try request()
    switch length {
    case ...100:
      #expect(try await stub.send(request, context: CallContext()).body.bytes.count == length)
    default:
      let code = await failure(of: request, over: stub)?.code
      #expect(code == (length == 1 << 60 ? .bodyTooLarge : .connectionClosed))
    }
  }

  @Test(arguments: [Status(100), 101, 99, 0, 1000]) func `a status that ends no exchange is a failure`(status: Status)
    async throws
  {
    let stub = StubTransport { _, _ in .status(status) }
    #expect(await failure(of: try request(), over: stub)?.code == .protocolViolation)
  }

  @Test(arguments: ["a\r\nb", "a\nb", "a\0"]) func `a field that no line can hold is a failure`(value: String)
    async throws
  {
    let stub = StubTransport { _, _ in .status(200, headers: ["X": value]) }
    #expect(await failure(of: try request(), over: stub)?.code == .protocolViolation)
  }

  @Test func `a body is not limited where a stream is asked for, and comes with its window`() async throws {
    let bytes = SeededGenerator.bytes(1_000_000)
    let stub = StubTransport { _, _ in .data(bytes) }
    let request = try request {
      $0.options.bodyLimit = 10
      $0.options.streamWindow = 64 << 10
    }
    let stream = try #require(try await stub.send(request, context: CallContext()).body.stream)
    var received = Data()
    while let chunk = try await stream.next() {
      #expect(chunk.count <= 64 << 10)
      received += chunk
    }
    #expect(received == bytes)
    #expect(stream.end != nil)
  }

  @Test func `a responder's stream is taken in where none is asked for, within the limits`() async throws {
    let stub = StubTransport { _, _ in
      let (stream, writer) = IncomingStream.makeStream(window: .max)
      _ = writer.write(Data("abc".utf8))
      _ = writer.write(Data("def".utf8))
      writer.finish(IncomingStream.End(trailers: ["X": "1"]))
      return TransportResponse(status: 200, body: IncomingBody(stream))
    }
    let response = try await stub.send(request(), context: CallContext())
    #expect(response.body.bytes == Data("abcdef".utf8))
    #expect(response.trailers == ["X": "1"])
    #expect(await failure(of: try request { $0.options.bodyLimit = 5 }, over: stub)?.code == .bodyTooLarge)
  }

  @Test func `a steady drip is no silence, however long it takes in all`() async throws {
    let clock = ManualClock()
    let (source, writer) = IncomingStream.makeStream(window: .max)
    let stub = StubTransport { _, _ in TransportResponse(status: 200, body: IncomingBody(source)) }
    let request = try request {
      $0.options.readTimeout = .seconds(2)
      $0.options.streamWindow = 100
    }
    let context = CallContext(environment: RequestEnvironment(clock: clock))
    let stream = try #require(try await stub.send(request, context: context).body.stream)
    for byte in UInt8(0)..<20 {
      clock.advance(by: .milliseconds(1500))
      _ = writer.write(Data([byte]))
      #expect(try await stream.next() == Data([byte]))
    }
    writer.finish(IncomingStream.End())
    #expect(try await stream.next() == nil)
  }

  @Test func `a stream that falls silent fails its reader, and one that is dropped tells its maker`() async throws {
    let clock = ManualClock()
    let dropped = RecordedEvents()
    let stub = StubTransport { _, context in
      let (stream, writer) = IncomingStream.makeStream(window: .max) {
      } whenCancelled: {
        dropped.observe(RequestEvent(id: 0, moment: clock.now, kind: .cancelled))
      }
      _ = writer.write(Data("abc".utf8))
      return TransportResponse(status: 200, body: IncomingBody(stream))
    }
    let request = try request {
      $0.options.readTimeout = .seconds(5)
      $0.options.streamWindow = 100
    }
    let context = CallContext(environment: RequestEnvironment(clock: clock))
    var stream = try await stub.send(request, context: context).body.stream
    #expect(try await stream?.next() == Data("abc".utf8))
    let reader = Task { [stream] in try await stream?.next() }
    // Advances the clock until the timeout, whenever the stub has started it.
    try await until {
      guard dropped.events.isEmpty else { return true }
      clock.advance(by: .seconds(5))
      return false
    }
    let failure = await #expect(throws: TransportFailure.self) { try await reader.value }
    #expect(failure?.code == .readTimeout)
    stream = try await stub.send(request, context: CallContext()).body.stream
    _ = try await stream?.next()
    stream = nil
    try await dropped.wait(for: .cancelled, count: 2)
  }
}
