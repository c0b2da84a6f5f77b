// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Foundation
import ResourceRequestKit

/// The full client: file and stream bodies, downloads, streams.
struct OurTransfer: TransferContender {
  private let client = ResourceClient()

  func upload(file: Transfer) async throws {
    try await send(.file(file.file), to: file.url)
  }

  func upload(stream: Transfer) async throws {
    try await send(.stream(Pieces(count: stream.bytes), length: stream.bytes), to: stream.url)
  }

  private func send(_ body: ResourceRequest.Body, to url: String) async throws {
    var request = ResourceRequest(url, method: .put)
    request.body = body
    let response = try await client.send(request)
    guard response.status == 200 else { throw UnexpectedStatus(code: response.status.code) }
  }

  func download(_ transfer: Transfer) async throws -> Int {
    try await client.download(ResourceRequest(transfer.url), to: transfer.file).size
  }

  func readSlowly(_ transfer: Transfer) async throws -> Int {
    var reader = SlowReader()
    for try await chunk in try await client.stream(ResourceRequest(transfer.url)) { await reader.take(chunk.count) }
    return reader.count
  }

  /// Bytes generated on demand.
  private struct Pieces: AsyncSequence, Sendable {
    let count: Int

    func makeAsyncIterator() -> Iterator { Iterator(left: count) }

    struct Iterator: AsyncIteratorProtocol {
      var left: Int

      mutating func next() async throws -> Data? {
        guard left > 0 else { return nil }
        let piece = Data(repeating: 7, count: Swift.min(64 << 10, left))
        left -= piece.count
        return piece
      }
    }
  }
}
