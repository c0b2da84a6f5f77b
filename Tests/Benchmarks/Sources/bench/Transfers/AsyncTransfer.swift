// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Peers
  import AsyncHTTPClient
  import Foundation
  import NIOCore

  /// AsyncHTTPClient with streamed bodies; it has no file API, so files are read and written here in the usual way.
  struct AsyncTransfer: TransferContender {
    private let client = HTTPClient(eventLoopGroupProvider: .singleton)

    func upload(file: Transfer) async throws {
      let descriptor = open(file.file, O_RDONLY)
      defer { close(descriptor) }
      try await send(Pieces(count: file.bytes, descriptor: descriptor), file)
    }

    func upload(stream: Transfer) async throws {
      try await send(Pieces(count: stream.bytes, descriptor: -1), stream)
    }

    private func send(_ pieces: Pieces, _ transfer: Transfer) async throws {
      var request = HTTPClientRequest(url: transfer.url)
      request.method = .PUT
      request.body = .stream(pieces, length: .known(Int64(transfer.bytes)))
      let response = try await client.execute(request, timeout: .seconds(600))
      guard response.status == .ok else { throw UnexpectedStatus(code: Int(response.status.code)) }
      _ = try await response.body.collect(upTo: 1 << 20)
      try await client.shutdown()
    }

    func download(_ transfer: Transfer) async throws -> Int {
      let descriptor = open(transfer.file, O_WRONLY | O_CREAT | O_TRUNC, 0o666)
      defer { close(descriptor) }
      var count = 0
      let response = try await client.execute(HTTPClientRequest(url: transfer.url), timeout: .seconds(600))
      for try await chunk in response.body {
        count += chunk.withUnsafeReadableBytes { write(descriptor, $0.baseAddress, $0.count) }
      }
      fsync(descriptor)
      try await client.shutdown()
      return count
    }

    func readSlowly(_ transfer: Transfer) async throws -> Int {
      var reader = SlowReader()
      let response = try await client.execute(HTTPClientRequest(url: transfer.url), timeout: .seconds(600))
      for try await chunk in response.body { await reader.take(chunk.readableBytes) }
      try await client.shutdown()
      return reader.count
    }

    /// Bytes read from a file or generated, on demand.
    private struct Pieces: AsyncSequence, Sendable {
      let count: Int
      let descriptor: Int32

      func makeAsyncIterator() -> Iterator { Iterator(left: count, descriptor: descriptor) }

      struct Iterator: AsyncIteratorProtocol {
        var left: Int
        let descriptor: Int32

        mutating func next() async throws -> ByteBuffer? {
          guard left > 0 else { return nil }
          let size = Swift.min(descriptor < 0 ? 64 << 10 : 256 << 10, left)
          var buffer = ByteBufferAllocator().buffer(capacity: size)
          if descriptor < 0 {
            buffer.writeRepeatingByte(7, count: size)
          } else {
            _ = buffer.writeWithUnsafeMutableBytes(minimumWritableBytes: size) {
              read(descriptor, $0.baseAddress, size)
            }
          }
          left -= buffer.readableBytes
          return buffer
        }
      }
    }
  }
#endif
