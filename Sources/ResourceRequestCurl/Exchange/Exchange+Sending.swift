// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Curl
  import CCurl
  import ResourceRequestCore

  /// What becomes of the connection by how much of the request's body has gone out.
  extension Exchange {
    /// Takes note that libcurl was handed the end of a body; whether it was not too early.
    func handedOverEnd() -> Bool {
      var trailers = 0
      for field in submission.upload?.trailers.withLock(\.self) ?? Headers() {
        trailers += field.name.utf8.count + field.value.utf8.count + 4
      }
      return state.take(.bodyEnded(trailers: trailers)) == .goOn
    }

    /// Says that the connection must not be used again while a part of the body is owed on it.
    ///
    /// Asked from the final head on, each time libcurl calls, since any of the calls may be its last.
    func keepConnectionIfSent() {
      guard state.outgoing.isOwed, let handle else { return }
      let isStream = (head?.httpVersion?.major ?? 1) >= 2
      state.outgoing.taken(isStream ? 0 : Int(clamping: ccurl_sent(handle.curl)), isStream: isStream)
      handle.forbidReuse(state.outgoing.isOwed)
    }
  }
#endif
