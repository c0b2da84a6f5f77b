// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Curl && os(Linux)
  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #endif
  import Testing

  @testable import ResourceRequestCurl

  struct EpollPollerTests {
    private let poller: EpollPoller
    private let near: Int32
    private let far: Int32

    init() throws {
      poller = try EpollPoller()
      var pair: [Int32] = [-1, -1]
      #if canImport(Glibc)
        let made = socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &pair)
      #else
        let made = socketpair(AF_UNIX, SOCK_STREAM, 0, &pair)
      #endif
      try #require(made == 0)
      (near, far) = (pair[0], pair[1])
      poller.adopt(near)
    }

    private func end() {
      poller.forget(near)
      for socket in [near, far] { close(socket) }
    }

    private func wait() -> [Readiness] {
      var ready: [(Int32, Readiness)] = []
      poller.wait(milliseconds: 0, into: &ready)
      return ready.map(\.1)
    }

    // A response that arrives as soon as the request is sent ends the exchange before the kernel is told to wait for
    // reading.
    @Test(arguments: [Readiness.write, [.read, .write]])
    func `room to write in is not taken for something that was said`(wanted: Readiness) {
      defer { end() }
      poller.watch(near, for: wanted)
      #expect(wait() == [.write])
      poller.watch(near, for: .read)
      poller.watch(near, for: [])
      #expect(wait() == [])
      #expect(wait() == [])
      _ = send(far, "x", 1, 0)
      #expect(wait() == [.unasked])
      #expect(wait() == [])
    }

    @Test(arguments: [true, false])
    func `what was said is seen at the first look, however short the exchange before it was`(looks: Bool) {
      defer { end() }
      poller.watch(near, for: looks ? .write : .read)
      if looks { #expect(wait() == [.write]) }
      poller.watch(near, for: [])
      _ = send(far, "x", 1, 0)
      #expect(wait() == [.unasked])
    }

    @Test func `a socket that is wanted again after it rested is watched`() {
      defer { end() }
      poller.watch(near, for: .write)
      #expect(wait() == [.write])
      poller.watch(near, for: [])
      #expect(wait() == [])
      _ = send(far, "x", 1, 0)
      poller.watch(near, for: .read)
      #expect(wait() == [.read])
    }
  }
#endif
