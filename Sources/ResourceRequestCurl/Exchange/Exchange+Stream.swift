// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Curl
  import CCurl
  #if canImport(FoundationEssentials)
    import FoundationEssentials
  #else
    import Foundation
  #endif
  import ResourceRequestCore

  /// The body of a response on its way to the reader of a stream.
  extension Exchange {
    /// Gathers bytes for the reader, who is handed full chunks at once and the rest at the end of the turn.
    func gather(_ bytes: UnsafeRawBufferPointer) {
      guard let gatherer, let handle else { return }
      if gatherer.isEmpty { handle.loop.gathering.append(self) }
      var rest = bytes
      while !rest.isEmpty {
        if let chunk = gatherer.add(&rest) { pass(chunk) }
      }
    }

    /// Hands over what has gathered.
    func passGathered() {
      if let chunk = gatherer?.take() { pass(chunk) }
      if isCompressed, pauses.contains(.receiving), let handle { curl_easy_pause(handle.curl, pauses.curlMask) }
    }

    /// Passes a chunk on, and lets the peer wait where there is no room for more.
    ///
    /// Of an answer that is compressed libcurl (7.88 at least) expands all that it has read. Paused in between, it would
    /// keep the rest itself, unseen by our limits, and fail at 64 MiB: that much is taken, and the pause is for the end of
    /// the turn.
    private func pass(_ chunk: Data) {
      guard let stream, let handle, !stream.writer.write(chunk) else { return }
      pauses.insert(.receiving)
      guard !isCompressed else { return }
      curl_easy_pause(handle.curl, pauses.curlMask)
    }
  }
#endif
