// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Curl
  import CCurl
  #if canImport(FoundationEssentials)
    import FoundationEssentials
  #else
    import Foundation
  #endif
  import ResourceRequestCore

  extension Exchange {
    /// Fills a buffer of libcurl's from a body that is made while it is sent, with all of it that there is by now: each
    /// buffer is one call of the kernel.
    func readChunks(from upload: BytePipe, into buffer: UnsafeMutableRawBufferPointer) -> Int {
      var filled = 0
      while filled < buffer.count {
        if uploadChunk.isEmpty {
          let next = upload.poll()
          // What comes after these bytes is asked for again, once they are on their way.
          guard case .chunk(let chunk) = next else {
            return filled > 0 ? handOver(filled) : answer(next)
          }
          uploadChunk = chunk
        }
        let count = min(buffer.count - filled, uploadChunk.count)
        guard state.take(.offers(filled + count)) == .goOn else { return Int(CURL_READFUNC_ABORT) }
        uploadChunk.prefix(count).copyBytes(to: UnsafeMutableRawBufferPointer(rebasing: buffer[filled...]))
        uploadChunk = count < uploadChunk.count ? uploadChunk.dropFirst(count) : Data()
        filled += count
      }
      return handOver(filled)
    }

    func handOver(_ count: Int) -> Int {
      state.take(.handedOver(count)) == .goOn ? count : Int(CURL_READFUNC_ABORT)
    }

    /// What libcurl is told where there are no bytes.
    private func answer(_ poll: BytePipe.Poll) -> Int {
      switch poll {
      case .nothing, .chunk:
        return Int(state.take(.hasNothingToSend) == .pause ? CURL_READFUNC_PAUSE : CURL_READFUNC_ABORT)
      case .end:
        return handedOverEnd() ? 0 : Int(CURL_READFUNC_ABORT)
      case .failure(let error):
        uploadFailure = uploadFailure ?? Upload.failure(error, phase: phase)
        found(.offerFailed)
        return Int(CURL_READFUNC_ABORT)
      }
    }
  }
#endif
