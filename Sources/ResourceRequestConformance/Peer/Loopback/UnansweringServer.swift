// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestCore

/// A port without service.
final class UnansweringServer: ConformanceServer {
  let authority: String
  private let descriptors: Lock<[Int32]>

  init(authority: String, descriptors: [Int32]) {
    self.authority = authority
    self.descriptors = Lock(descriptors)
  }

  deinit { stop() }

  var records: [ConformanceRecord] { [] }

  func wait(until isDone: @escaping @Sendable ([ConformanceRecord]) -> Bool) async throws {
    guard isDone([]) else { throw ConformanceFailure("the case waits for a connection at a port without a server") }
  }

  func stop() {
    for descriptor in descriptors.exchange([]) { LoopbackSocket.end(descriptor) }
  }
}
