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
      if state.take(.turnEnded) == .setPauses { setPauses() }
    }

    /// Passes a chunk on, and lets the peer wait where there is no room for more.
    private func pass(_ chunk: Data) {
      guard let stream, !stream.writer.write(chunk) else { return }
      if state.take(.readerFilled) == .setPauses { setPauses() }
    }

    private func setPauses() {
      if let handle { curl_easy_pause(handle.curl, state.pauses.curlMask) }
    }
  }
#endif
