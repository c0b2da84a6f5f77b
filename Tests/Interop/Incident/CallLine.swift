// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Foundation
import ResourceRequestKit

/// The line of output for a call.
struct CallLine {
  /// How a call ended.
  struct End {
    /// The status, or the code of the error.
    let outcome: String
    let isWell: Bool
    /// Measured from when the call was due, so that a program that falls behind does not look fast.
    let took: Duration
    let attempts: [Attempt]

    /// Makes a call and records how it ended.
    init(of request: ResourceRequest, by client: ResourceClient, due: ContinuousClock.Instant) async {
      do {
        let response = try await client.send(request)
        took = due.duration(to: .now)
        outcome = "\(response.status.code)"
        isWell = response.status.isSuccessful
        attempts = response.attempts
      } catch {
        took = due.duration(to: .now)
        outcome = (error as? ResourceError)?.code.rawValue ?? "cancelled"
        isWell = false
        attempts = (error as? ResourceError)?.attempts ?? []
      }
    }
  }

  private struct Line: Encodable {
    struct Attempt: Encodable {
      let endpoint: String?
      let outcome: String
      /// Why no retry followed although one was possible.
      let refusal: String?
    }

    let number: Int
    let at: Double
    let method: String
    let outcome: String
    let well: Bool
    let ms: Double
    let attempts: [Attempt]
  }

  let number: Int
  let at: Double
  let request: ResourceRequest

  /// Writes the line.
  func write(_ end: End) {
    let parts = end.took.components
    let line = Line(
      number: number,
      at: at,
      method: "\(request.method)",
      outcome: end.outcome,
      well: end.isWell,
      ms: Double(parts.seconds) * 1e3 + Double(parts.attoseconds) / 1e15,
      attempts: end.attempts.map {
        .init(endpoint: $0.endpoint, outcome: $0.status.map { "\($0.code)" } ?? "\($0.outcome)", refusal: $0.refusal)
      }
    )
    guard let data = try? JSONEncoder().encode(line) else { return }
    Self.write(data + Data("\n".utf8))
  }

  /// Writes complete lines, so that those of two threads do not mix.
  static func write(_ data: Data) {
    lock.withLock { FileHandle.standardOutput.write(data) }
  }

  private static let lock = NSLock()
}
