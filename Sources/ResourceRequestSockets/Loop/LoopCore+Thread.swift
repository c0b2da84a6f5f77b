// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Sockets && os(Linux)
  import CLoop
  import ResourceRequestLoop

  extension LoopCore {
    /// Starts a thread with sockets.
    static func start(_ budget: SocketBudget, drainTime: Duration) throws -> TransportLoop {
      try TransportLoop({ runLoop($0) }) { mailbox in
        let core = try LoopCore(mailbox, budget, drainTime: drainTime)
        return (core, core.gauge)
      }
    }
  }

  private func runLoop(_ core: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    guard let core else { return nil }
    cloop_name_thread("resource-loop")
    ExitGate.enter()
    // Its connections are freed with it, within the gate.
    Unmanaged<LoopCore>.fromOpaque(core).takeRetainedValue().run()
    ExitGate.leave()
    return nil
  }
#endif
