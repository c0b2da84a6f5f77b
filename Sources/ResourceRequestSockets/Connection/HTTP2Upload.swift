// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Sockets && os(Linux)
  import ResourceRequestPlatform
  import ResourceRequestCore
  import ResourceRequestLoop

  /// The body of a request, as a session asks for it.
  final class HTTP2Upload: HTTP2BodySource {
    private unowned let exchange: Exchange

    init(_ exchange: Exchange) { self.exchange = exchange }

    var trailers: Headers { exchange.submission.upload?.trailers.withLock(\.self) ?? Headers() }

    func read(into buffer: UnsafeMutableRawBufferPointer) -> HTTP2BodyPiece {
      guard !exchange.outgoing.asks else { return .later }
      guard !exchange.outgoing.isGivenUp else { return .later }
      if let bytes = exchange.request.body?.bytes {
        let start = exchange.outgoing.passed
        let count = min(buffer.count, bytes.count - start)
        bytes.withUnsafeBytes { all in
          UnsafeMutableRawBufferPointer(rebasing: buffer[..<count]).copyMemory(
            from: UnsafeRawBufferPointer(rebasing: all[start..<(start + count)])
          )
        }
        return passed(count, isLast: start + count == bytes.count)
      }
      return readChunks(into: buffer)
    }

    /// Chunks that are there follow one another in a frame.
    private func readChunks(into buffer: UnsafeMutableRawBufferPointer) -> HTTP2BodyPiece {
      guard let upload = exchange.submission.upload else { return passed(0, isLast: true) }
      var total = 0
      filling: while total < buffer.count {
        if exchange.outgoing.chunk.isEmpty {
          switch exchange.next(of: upload) {
          case .chunk(let chunk):
            exchange.outgoing.chunk = chunk
            continue
          // The end, or a failure, is there again when it is asked for.
          case _ where total > 0: break filling
          case .nothing: return .later
          case .end:
            let length = exchange.outgoing.length
            guard length == nil || length == exchange.outgoing.passed else { return fail(.offersTooLittle) }
            return passed(0, isLast: true)
          case .failure(let error): return fail(.offerFailed(error))
          }
        }
        let chunk = exchange.outgoing.chunk
        let count = min(buffer.count - total, chunk.count)
        if let length = exchange.outgoing.length, exchange.outgoing.passed + total + count > length {
          return total > 0 ? passed(total, isLast: false) : fail(.offersTooMuch)
        }
        chunk.prefix(count).copyBytes(to: UnsafeMutableRawBufferPointer(rebasing: buffer[total...]))
        exchange.outgoing.chunk = count < chunk.count ? chunk.dropFirst(count) : .init()
        total += count
      }
      return passed(total, isLast: isWhole(after: total, of: upload))
    }

    /// Whether these bytes are the last.
    ///
    /// The end goes with them: alone it would wait for a window that the server may have no reason to give (RFC 9113 §6.9).
    private func isWhole(after count: Int, of upload: Upload) -> Bool {
      if let length = exchange.outgoing.length { return length == exchange.outgoing.passed + count }
      guard exchange.outgoing.chunk.isEmpty else { return false }
      switch exchange.next(of: upload) {
      case .chunk(let chunk): exchange.outgoing.chunk = chunk
      case .end: return true
      case .nothing, .failure: break
      }
      return false
    }

    private func passed(_ count: Int, isLast: Bool) -> HTTP2BodyPiece {
      // nghttp2 would leave them out, and the stream open.
      guard !isLast || !HTTP2FieldList.isTooLarge(trailers) else {
        return fail(.unsupported("the request's trailers are larger than 1 MiB, which HTTP/2 does not send"))
      }
      exchange.outgoing.passed += count
      exchange.outgoing.wireBytes += count
      exchange.lastActivity = exchange.pool.loop.now
      if let connection = exchange.connection {
        exchange.outgoing.end = connection.bytesSent + connection.waitingBytes + count
      }
      if isLast {
        exchange.outgoing.isBodyEnded = true
        exchange.outgoing.isComplete = true
        exchange.context.emit(.sent)
      }
      return .bytes(count, isLast: isLast)
    }

    private func fail(_ fault: ExchangeFault) -> HTTP2BodyPiece {
      exchange.outgoing.failure = fault
      return .failed
    }
  }
#endif
