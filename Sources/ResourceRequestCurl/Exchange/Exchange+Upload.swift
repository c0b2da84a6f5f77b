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
            handedOver(filled)
            return filled > 0 ? filled : answer(next)
          }
          uploadChunk = chunk
        }
        let count = min(buffer.count - filled, uploadChunk.count)
        if let length = request.body?.length, bodySent + filled + count > length {
          return abort("the body has more than the \(length) bytes it was said to have")
        }
        uploadChunk.prefix(count).copyBytes(to: UnsafeMutableRawBufferPointer(rebasing: buffer[filled...]))
        uploadChunk = count < uploadChunk.count ? uploadChunk.dropFirst(count) : Data()
        filled += count
      }
      handedOver(filled)
      return filled
    }

    /// What libcurl is told where there are no bytes.
    private func answer(_ poll: BytePipe.Poll) -> Int {
      switch poll {
      case .nothing, .chunk:
        pauses.insert(.sending)
        return Int(CURL_READFUNC_PAUSE)
      case .end:
        guard let length = request.body?.length, bodySent < length else {
          handedOverEnd()
          return 0
        }
        return abort("the body ended after \(bodySent) of the \(length) bytes it was said to have")
      case .failure(let error):
        failure = failure ?? Upload.failure(error, phase: phase)
      }
      return Int(CURL_READFUNC_ABORT)
    }

    private func abort(_ message: String) -> Int {
      fail(.invalidBody, message)
      return Int(CURL_READFUNC_ABORT)
    }
  }
#endif
