// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Dispatch
import Foundation
import ResourceRequestTesting
import Testing

@testable import ResourceRequestCalling
@testable import ResourceRequestCore

/// Calls with callbacks and delegates, and blocking calls, over a stub.
struct CallingTests {
  /// A queue whose jobs run when the test runs them.
  private final class HeldQueue: Sendable {
    private let jobs = Lock<[@Sendable () -> Void]>([])
    private let arrivals = AsyncStream.makeStream(of: Void.self)

    var callbackQueue: CallbackQueue {
      CallbackQueue { job in
        self.jobs.withLock { $0.append(job) }
        self.arrivals.continuation.yield()
      }
    }

    func waitForJobs(_ count: Int) async throws {
      var iterator = arrivals.stream.makeAsyncIterator()
      for _ in 0..<count { await iterator.next() }
      // The stream is at its end for who is cancelled.
      try Task.checkCancellation()
    }

    var count: Int { jobs.withLock { $0.count } }

    func runNext() {
      let job = jobs.withLock { $0.isEmpty ? nil : $0.removeFirst() }
      job?()
    }
  }

  private final class Watcher: ResourceRequestDelegate, Sendable {
    let calls = Lock<[String]>([])
    func request(_ handle: RequestHandle, didReceive head: ResponseHead) { calls.withLock { $0.append("head") } }
    func request(_ handle: RequestHandle, didReceive data: Data) { calls.withLock { $0.append("data") } }
    func request(_ handle: RequestHandle, didFailWith error: any Error) { calls.withLock { $0.append("failure") } }
    func request(_ handle: RequestHandle, didFinishWith response: ResourceResponse) {
      calls.withLock { $0.append("finish") }
    }
    var seen: [String] { calls.withLock { $0 } }
  }

  private let request = ResourceRequest("http://h.example/")

  private func client(_ answer: TransportResponse = .text("ok")) -> ResourceClient {
    ResourceClient(transport: StubTransport { _, _ in answer })
  }

  @Test func `cancelled between the answer and the callback, a completion hears of the cancellation`() async throws {
    let queue = HeldQueue()
    let outcomes = Lock<[Result<ResourceResponse, any Error>]>([])
    let handle = client().send(request, on: queue.callbackQueue) { outcome in outcomes.withLock { $0.append(outcome) } }
    try await queue.waitForJobs(1)
    handle.cancel()
    queue.runNext()
    let all = outcomes.withLock { $0 }
    #expect(all.count == 1)
    #expect(throws: CancellationError.self) { try all.first?.get() }
  }

  @Test func `cancelled before it starts, a completion still comes once`() async throws {
    let queue = HeldQueue()
    let count = Lock(0)
    let handle = client().send(request, on: queue.callbackQueue) { _ in count.withLock { $0 += 1 } }
    handle.cancel()
    try await queue.waitForJobs(1)
    queue.runNext()
    queue.runNext()
    #expect(count.withLock { $0 } == 1)
  }

  @Test(arguments: 0...3)
  func `a delegate hears nothing after a cancellation, however far the call was`(heard: Int) async throws {
    let queue = HeldQueue()
    let watcher = Watcher()
    let client = client()
    let handle = client.send(request, delegate: watcher, on: queue.callbackQueue)
    while watcher.seen.count < heard {
      try await queue.waitForJobs(1)
      queue.runNext()
    }
    // Unless the delegate has been told of the end, its next callback is queued.
    if heard < 3 { try await queue.waitForJobs(1) }
    handle.cancel()
    while queue.count > 0 { queue.runNext() }
    #expect(await client.drain(within: .seconds(60)))
    while queue.count > 0 { queue.runNext() }
    #expect(watcher.seen == Array(["head", "data", "finish"].prefix(heard)))
  }

  @Test func `an answer without a body is a head and an end`() async throws {
    let queue = HeldQueue()
    let watcher = Watcher()
    client(.status(204)).send(request, delegate: watcher, on: queue.callbackQueue)
    while watcher.seen.last != "finish" {
      try await queue.waitForJobs(1)
      queue.runNext()
    }
    #expect(watcher.seen == ["head", "finish"])
  }

  @Test func `a body of parts that is left coded is delivered as it comes`() async throws {
    let queue = HeldQueue()
    let watcher = Watcher()
    var request = request
    request.decodesContent = false
    let fields: Headers = ["Content-Type": "multipart/mixed; boundary=b", "Content-Encoding": "gzip"]
    client(.text("coded", headers: fields)).send(request, delegate: watcher, on: queue.callbackQueue)
    while watcher.seen.last != "finish", watcher.seen.last != "failure" {
      try await queue.waitForJobs(1)
      queue.runNext()
    }
    #expect(watcher.seen == ["head", "data", "finish"])
  }

  @Test func `a completion that asks for success gets the response or the error, once`() async throws {
    for (status, expected) in [(Status(200), "success"), (404, "failure unsuccessfulStatus")] {
      let queue = HeldQueue()
      let calls = Lock<[String]>([])
      client(.text("x", status: status)).send(request, on: queue.callbackQueue) { outcome in
        let call =
          switch Result(catching: { try outcome.get().successful() }) {
          case .success: "success"
          case .failure(let error): "failure \((error as? ResourceError)?.code.rawValue ?? "")"
          }
        calls.withLock { $0.append(call) }
      }
      try await queue.waitForJobs(1)
      while queue.count > 0 { queue.runNext() }
      #expect(calls.withLock { $0 } == [expected])
    }
  }

  @Test func `a blocking call where the transport needs the thread is refused`() {
    struct Needy: Transport {
      func send(_ request: ResolvedRequest, context: CallContext) async throws -> TransportResponse { .text("ok") }
      let capabilities = TransportCapabilities(needsCurrentThread: { true })
    }
    let client = ResourceClient(transport: Needy())
    let error = #expect(throws: ResourceError.self) { try client.sendAndWait(request) }
    #expect(error?.code == .wouldBlock)
    #expect(error?.mayHaveExecuted == false)
  }

  @Test func `the immediate queue calls back where the answer comes in`() async throws {
    let text = await withCheckedContinuation { continuation in
      client().send(request, on: .immediate) { continuation.resume(returning: (try? $0.get().text) ?? "") }
    }
    #expect(text == "ok")
  }

  @Test func `the main queue is the process's`() async throws {
    // On Linux its jobs need not run on the main thread.
    let key = DispatchSpecificKey<Bool>()
    DispatchQueue.main.setSpecific(key: key, value: true)
    let isMain = await withCheckedContinuation { continuation in
      client().send(request, on: .main) { _ in
        continuation.resume(returning: DispatchQueue.getSpecific(key: key) ?? false)
      }
    }
    #expect(isMain)
  }
}
