// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Foundation
import ResourceRequestCore
import ResourceRequestFoundation
import ResourceRequestTesting
import TestSupport
import Testing

@testable import ResourceRequestCalling

/// Queues that drop, repeat or overlap their jobs: a call still ends exactly once.
struct CallbackQueueTests {
  /// How a queue treats a job.
  enum Queue: String, CaseIterable, Sendable {
    case cancelled, forgetful, twice, concurrent

    /// Creates the queue, and an observer that interferes with it if necessary.
    func make() -> (CallbackQueue, Observer) {
      let operations = OperationQueue()
      operations.maxConcurrentOperationCount = 1
      switch self {
      case .cancelled:
        operations.isSuspended = true
        return (.operationQueue(operations), Observer { operations.cancelAllOperations() })
      case .forgetful: return (CallbackQueue { _ in }, Observer {})
      case .twice:
        return (
          CallbackQueue { job in
            job()
            job()
          }, Observer {}
        )
      case .concurrent:
        operations.maxConcurrentOperationCount = 4
        return (.operationQueue(operations), Observer {})
      }
    }

    var drops: Bool { ![.twice, .concurrent].contains(self) }
  }

  /// Repeats an action in the background until it is released.
  final class Observer: Sendable {
    private let task: Task<Void, Never>

    init(_ body: @escaping @Sendable () -> Void) {
      task = Task {
        while !Task.isCancelled {
          body()
          await Task.yield()
        }
      }
    }

    deinit { task.cancel() }
  }

  private var client: ResourceClient {
    ResourceClient(transport: StubTransport { _, _ in .text("whole") })
  }

  @Test(arguments: Queue.allCases)
  func `a completion handler is called once`(kind: Queue) async throws {
    let (queue, observer) = kind.make()
    let outcomes = Lock<[Bool]>([])
    let end = Gate()
    let client = client
    client.send(ResourceRequest("http://h.example/"), on: queue) { outcome in
      outcomes.withLock { $0.append((try? outcome.get()) != nil) }
      end.open()
    }
    try await end.wait()
    #expect(await client.drain(within: .seconds(60)))
    #expect(outcomes.withLock { $0 } == [!kind.drops])
    withExtendedLifetime(observer) {}
  }

  @Test(arguments: Queue.allCases)
  func `a delegate receives exactly one end`(kind: Queue) async throws {
    let (queue, observer) = kind.make()
    let listener = Listener()
    let client = client
    client.send(ResourceRequest("http://h.example/"), delegate: listener, on: queue)
    try await listener.end.wait()
    #expect(await client.drain(within: .seconds(60)))
    #expect(listener.ends.withLock { $0 } == [kind.drops ? "CancellationError" : "finished"])
    withExtendedLifetime(observer) {}
  }

  @Test func `a call that is cancelled does not wait for a queue that is stuck`() async throws {
    let operations = OperationQueue()
    operations.isSuspended = true
    let client = client
    let listener = Listener()
    let told = client.send(ResourceRequest("http://h.example/"), delegate: listener, on: .operationQueue(operations))
    let completed = client.send(ResourceRequest("http://h.example/"), on: .operationQueue(operations)) { _ in }
    told.cancel()
    completed.cancel()
    #expect(await client.drain(within: .seconds(60)))
    #expect(listener.ends.withLock { $0 }.isEmpty)
  }

  private final class Listener: ResourceRequestDelegate, Sendable {
    let ends = Lock<[String]>([])
    let end = Gate()

    func request(_ handle: RequestHandle, didFailWith error: any Error) {
      ends.withLock { $0.append("\(type(of: error))") }
      end.open()
    }

    func request(_ handle: RequestHandle, didFinishWith response: ResourceResponse) {
      ends.withLock { $0.append("finished") }
      end.open()
    }
  }
}
