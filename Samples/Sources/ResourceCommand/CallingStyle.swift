// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ArgumentParser
import Dispatch
import Essentials
import ResourceRequestKit
import Synchronization

/// The ways to make a call; the response is the same.
enum CallingStyle: String, CaseIterable, ExpressibleByArgument {
  case async
  case sync
  case callback
  case delegate

  /// Sends a request in this style.
  ///
  /// - Throws: `ResourceError`.
  func send(_ request: ResourceRequest, with client: ResourceClient) async throws -> ResourceResponse {
    switch self {
    case .async:
      try await client.send(request)
    case .sync:
      // The thread blocks, so it must not be one of Swift's pool.
      try await withCheckedThrowingContinuation { continuation in
        DispatchQueue(label: "resource.blocked").async {
          continuation.resume(with: Result { try client.sendAndWait(request) })
        }
      }
    case .callback:
      try await withCheckedThrowingContinuation { continuation in
        client.send(request, on: .main) { continuation.resume(with: $0) }
      }
    case .delegate:
      try await withCheckedThrowingContinuation { continuation in
        client.send(request, delegate: ResumingDelegate(continuation), on: .queue(.main))
      }
    }
  }
}

/// Resumes a waiter with the result of a call.
private final class ResumingDelegate: ResourceRequestDelegate, Sendable {
  private let continuation: CheckedContinuation<ResourceResponse, any Error>

  init(_ continuation: CheckedContinuation<ResourceResponse, any Error>) {
    self.continuation = continuation
  }

  func request(_ handle: RequestHandle, didFinishWith response: ResourceResponse) {
    continuation.resume(returning: response)
  }

  func request(_ handle: RequestHandle, didFailWith error: any Error) {
    continuation.resume(throwing: error)
  }
}
