// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Curl
  import CCurl
  import ResourceRequestCore
  import ResourceRequestLoop

  /// Whether the connection can be reused, by how much of the request's body was sent.
  extension Exchange {
    /// Notes that libcurl received the end of a body; returns whether that was not too early.
    func handedOverEnd() -> Bool {
      let fields = submission.upload?.trailers.withLock(\.self) ?? Headers()
      let trailers = fields.reduce(0) { $0 + $1.name.utf8.count + $1.value.utf8.count + 4 }
      return state.take(.bodyEnded(trailers: trailers)) == .goOn
    }

    /// Forbids reusing the connection while a part of the body is unsent.
    ///
    /// Called from the final head on at each callback, since any of them may be the last.
    func keepConnectionIfSent() {
      guard state.outgoing.isOwed, let handle else { return }
      let isStream = (head?.httpVersion?.major ?? 1) >= 2
      state.outgoing.taken(isStream ? 0 : Int(clamping: ccurl_sent(handle.curl)), isStream: isStream)
      handle.forbidReuse(state.outgoing.isOwed)
    }
  }
#endif
