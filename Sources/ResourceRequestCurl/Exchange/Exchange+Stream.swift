// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Curl
  import CCurl
  import ResourceRequestPlatform
  import ResourceRequestCore
  import ResourceRequestLoop

  /// Passes the body of a response to the reader of a stream.
  extension Exchange {
    /// Gathers bytes for the reader: full chunks are delivered at once, the rest at the end of the turn.
    func gather(_ bytes: UnsafeRawBufferPointer) {
      guard let gatherer, let handle else { return }
      if gatherer.isEmpty { handle.loop.gathering.append(self) }
      var rest = bytes
      while !rest.isEmpty {
        if let chunk = gatherer.add(&rest) { pass(chunk) }
      }
    }

    /// Delivers the gathered bytes.
    func passGathered() {
      if let chunk = gatherer?.take() { pass(chunk) }
    }

    /// Delivers a chunk and applies back pressure if the window is full.
    private func pass(_ chunk: Data) {
      guard let stream, !stream.writer.write(chunk) else { return }
      if state.take(.readerFilled) == .setPauses, let handle { ccurl_easy_pause(handle.curl, pauseMask) }
    }
  }
#endif
