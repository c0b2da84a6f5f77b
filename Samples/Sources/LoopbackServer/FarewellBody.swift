// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import FlyingFox
import FlyingSocks
import Foundation

/// The body of a last answer: sent while a request's body still comes in, which is read and forgotten, and then the
/// connection is closed.
///
/// Closed at once, the client might lose the answer with what it has not sent yet (RFC 9112 §9.6).
struct FarewellBody: AsyncBufferedSequence {
  typealias Element = UInt8

  /// The most bytes to read and forget.
  static let patience = 64 << 20

  let text: Data
  /// What is still to come; `nil` for nothing that could be read.
  let rest: HTTPBodySequence?

  func makeAsyncIterator() -> Iterator { Iterator(text: text, rest: rest) }

  struct Iterator: AsyncBufferedIteratorProtocol {
    var text: Data
    let rest: HTTPBodySequence?

    mutating func next() async throws -> UInt8? { try await nextBuffer(suggested: 1)?.first }

    mutating func nextBuffer(suggested count: Int) async throws -> Data? {
      if !text.isEmpty {
        defer { text = text.dropFirst(count) }
        return text.prefix(count)
      }
      if let rest {
        var forgotten = 0
        for try await chunk in rest {
          forgotten += chunk.count
          if forgotten > FarewellBody.patience { break }
        }
      }
      // An error closes the connection; FlyingFox would otherwise look for the next request in what is left.
      throw SocketError.disconnected
    }
  }
}
