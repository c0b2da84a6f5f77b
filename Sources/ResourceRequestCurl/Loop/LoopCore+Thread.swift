// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Curl
  import CCurl
  import ResourceRequestLoop
  import ResourceRequestPlatform

  extension LoopCore {
    /// Starts a thread with libcurl's multi interface.
    static func start(_ budget: SocketBudget, drainTime: Duration) throws -> TransportLoop {
      try CurlLibrary.initialize()
      return try TransportLoop({ runLoop($0) }) { mailbox in
        let core = try LoopCore(mailbox, budget, drainTime: drainTime)
        return (core, core.gauge)
      }
    }
  }

  private func runLoop(_ core: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    guard let core else { return nil }
    // A connection may break during a write; the error reports it, and no signal must end the process.
    var pipe = sigset_t()
    sigemptyset(&pipe)
    sigaddset(&pipe, SIGPIPE)
    pthread_sigmask(SIG_BLOCK, &pipe, nil)
    #if os(Linux)
      ccurl_name_thread("resource-curl")
    #endif
    Unmanaged<LoopCore>.fromOpaque(core).takeRetainedValue().run()
    return nil
  }
#endif
