// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import FlyingFox
import FlyingSocks
import Foundation

/// The body of the last response on a connection, sent while the rest of the request's body is read and discarded; then
/// the connection is closed.
///
/// If the connection were closed at once, the client could lose the response while it is still sending (RFC 9112 §9.6).
struct FarewellBody: AsyncBufferedSequence {
  typealias Element = UInt8

  /// The most bytes to read and discard.
  static let patience = 64 << 20

  let text: Data
  /// The unread rest of the request's body; `nil` if there is nothing left to read.
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
      // Throwing closes the connection; FlyingFox would otherwise read the next request from the rest.
      throw SocketError.disconnected
    }
  }
}
