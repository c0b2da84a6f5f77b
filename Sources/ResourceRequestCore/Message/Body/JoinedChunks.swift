// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension OutgoingBody {
  /// Several bodies, one after the other.
  ///
  /// Its length is known, and it can be sent again, where that holds for all.
  static func joined(_ bodies: [OutgoingBody]) -> OutgoingBody {
    OutgoingBody(length: length(of: bodies), isReplayable: bodies.allSatisfy(\.canBeReplayed)) {
      JoinedChunks(bodies: bodies)
    }
  }

  /// The sum of all lengths; `nil` where one is not known, or it is larger than any.
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

/// The chunks of several bodies, one after the other.
struct JoinedChunks: AsyncSequence, Sendable {
  let bodies: [OutgoingBody]

  func makeAsyncIterator() -> Iterator { Iterator(bodies: bodies) }

  struct Iterator: AsyncIteratorProtocol {
    private var bodies: ArraySlice<OutgoingBody>
    private var current: (any AsyncIteratorProtocol<Data, any Error>)?

    init(bodies: [OutgoingBody]) {
      self.bodies = bodies[...]
    }

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
