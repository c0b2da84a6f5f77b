// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Curl
  import Dispatch
  import Foundation
  import ResourceRequestKit
  import TestSupport

  /// A queue of a test's own that knows itself.
  struct MarkedQueue: Sendable {
    private static let key = DispatchSpecificKey<UUID>()
    private let id = UUID()
    let queue: DispatchQueue

    init() {
      queue = DispatchQueue(label: "test.marked")
      queue.setSpecific(key: MarkedQueue.key, value: id)
    }

    /// Whether this is called on it.
    var isCurrent: Bool { DispatchQueue.getSpecific(key: MarkedQueue.key) == id }
  }

  /// What a call was told, in order, and whether that was where it asked to be told.
  final class CallRecord: ResourceRequestDelegate {
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

    /// Takes a completion's outcome.
    func complete(_ outcome: Result<ResourceResponse, any Error>) {
      switch outcome {
      case .success(let response): note("success \(response.status.code)")
      case .failure(let error): note("failure \((error as? ResourceError)?.code.rawValue ?? "\(type(of: error))")")
      }
      end.admit()
    }
  }

  /// Runs code on a thread of its own, which may block.
  func onPlainThread<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
      Thread { continuation.resume(with: Result(catching: body)) }.start()
    }
  }
#endif
