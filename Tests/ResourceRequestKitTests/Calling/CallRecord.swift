// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Curl
  import Dispatch
  import Foundation
  import ResourceRequestKit
  import TestSupport

  /// A dispatch queue that can tell whether code runs on it.
  struct MarkedQueue: Sendable {
    private static let key = DispatchSpecificKey<UUID>()
    private let id = UUID()
    let queue: DispatchQueue

    init() {
      queue = DispatchQueue(label: "test.marked")
      queue.setSpecific(key: MarkedQueue.key, value: id)
    }

    /// Whether the current code runs on the queue.
    var isCurrent: Bool { DispatchQueue.getSpecific(key: MarkedQueue.key) == id }
  }

  /// Records what a call reports, in order, and whether all of it was reported on the expected queue.
  final class CallRecord: ResourceRequestDelegate, Sendable {
    private let notes = Lock<(lines: [String], isOnQueue: Bool)>(([], true))
    private let queue: MarkedQueue?
    private let change: @Sendable (String, RequestHandle?) -> Void
    let end = Gate()

    init(on queue: MarkedQueue? = nil, _ change: @escaping @Sendable (String, RequestHandle?) -> Void = { _, _ in }) {
      self.queue = queue
      self.change = change
    }

    var lines: [String] { notes.withLock { $0.lines } }
    var isOnQueue: Bool { notes.withLock { $0.isOnQueue } }

    func note(_ line: String, _ handle: RequestHandle? = nil) {
      let isOnQueue = queue?.isCurrent ?? true
      notes.withLock { notes in
        notes.lines.append(line)
        notes.isOnQueue = notes.isOnQueue && isOnQueue
      }
      change(line, handle)
    }

    func request(_ handle: RequestHandle, didReceive head: ResponseHead) {
      note("response \(head.status.code)", handle)
    }

    func request(_ handle: RequestHandle, didReceive data: Data) { note("data \(data.count)", handle) }

    func request(_ handle: RequestHandle, didFailWith error: any Error) {
      note("failure \((error as? ResourceError)?.code.rawValue ?? "\(type(of: error))")", handle)
      end.admit()
    }

    func request(_ handle: RequestHandle, didFinishWith response: ResourceResponse) {
      note("finish \(response.text)", handle)
      end.admit()
    }

    /// Records the outcome passed to a completion handler.
    func complete(_ outcome: Result<ResourceResponse, any Error>) {
      switch outcome {
      case .success(let response): note("success \(response.status.code)")
      case .failure(let error): note("failure \((error as? ResourceError)?.code.rawValue ?? "\(type(of: error))")")
      }
      end.admit()
    }
  }

  /// Runs code that may block on a thread of its own.
  func onPlainThread<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
      Thread { continuation.resume(with: Result(catching: body)) }.start()
    }
  }
#endif
