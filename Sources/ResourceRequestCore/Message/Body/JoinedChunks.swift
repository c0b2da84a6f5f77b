// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestPlatform

extension OutgoingBody {
  /// A concatenation of bodies.
  ///
  /// Its length is known, and it is replayable, if that holds for all of them.
  static func joined(_ bodies: [OutgoingBody]) -> OutgoingBody {
    OutgoingBody(length: length(of: bodies), isReplayable: bodies.allSatisfy(\.canBeReplayed)) {
      JoinedChunks(bodies: bodies)
    }
  }

  /// The sum of all lengths; `nil` if one is unknown or the sum overflows.
  private static func length(of bodies: [OutgoingBody]) -> Int? {
    var sum = 0
    for body in bodies {
      guard let length = body.length else { return nil }
      let (longer, overflows) = sum.addingReportingOverflow(length)
      guard !overflows else { return nil }
      sum = longer
    }
    return sum
  }
}

/// The concatenated chunks of several bodies.
struct JoinedChunks: AsyncSequence, Sendable {
  let bodies: [OutgoingBody]

  func makeAsyncIterator() -> Iterator { Iterator(bodies: bodies[...]) }

  struct Iterator: AsyncIteratorProtocol {
    fileprivate var bodies: ArraySlice<OutgoingBody>
    fileprivate var current: (any AsyncIteratorProtocol<Data, any Error>)?

    mutating func next() async throws -> Data? {
      while true {
        if let chunk = try await current?.next(isolation: #isolation) { return chunk }
        current = nil
        guard let body = bodies.popFirst() else { return nil }
        if let bytes = body.bytes {
          if !bytes.isEmpty { return bytes }
        } else {
          current = try await body.chunks().makeAsyncIterator()
        }
      }
    }
  }
}
