// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Curl
  import CCurl
  #if canImport(FoundationEssentials)
    import FoundationEssentials
  #else
    import Foundation
  #endif
  import ResourceRequestCore

  /// The body of an answer on its way to the reader of a stream.
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
    }

    /// Passes a chunk on, and lets the peer wait where there is no room for more.
    private func pass(_ chunk: Data) {
      guard let stream, let handle, !stream.write(chunk) else { return }
      pauses.insert(.receiving)
      curl_easy_pause(handle.curl, pauses.curlMask)
    }
  }
#endif
