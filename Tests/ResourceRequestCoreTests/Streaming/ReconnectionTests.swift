// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Testing

@testable import ResourceRequestCore
@testable import ResourceRequestStreaming

struct ReconnectionTests {
  @Test func `the wait is the server's, and doubles with each failure in a row`() {
    var reconnection = Reconnection(ServerEventOptions())
    #expect(reconnection.wait(isFailure: false, retry: nil, bits: 0) == .seconds(3))
    #expect(reconnection.wait(isFailure: false, retry: .seconds(1), bits: 0) == .seconds(1))
    #expect(reconnection.wait(isFailure: true, retry: .seconds(1), bits: 0) == .seconds(1))
    #expect(reconnection.wait(isFailure: true, retry: .seconds(1), bits: 0) == .seconds(2))
    #expect(reconnection.wait(isFailure: true, retry: .seconds(1), bits: 0) == .seconds(4))
    reconnection.succeeded()
    #expect(reconnection.wait(isFailure: true, retry: .seconds(1), bits: 0) == .seconds(1))
  }

  @Test func `chance adds up to half`() {
    var reconnection = Reconnection(ServerEventOptions())
    #expect(reconnection.wait(isFailure: false, retry: .seconds(2), bits: 1000) == .seconds(3))
    #expect(reconnection.wait(isFailure: false, retry: .seconds(2), bits: 500) == .seconds(2.5))
  }

  @Test func `no wait is shorter than a tenth of a second or longer than the longest`() {
    var options = ServerEventOptions()
    options.longestWait = .seconds(5)
    options.failureLimit = nil
    var reconnection = Reconnection(options)
    #expect(reconnection.wait(isFailure: false, retry: .zero, bits: 0) == .milliseconds(100))
    #expect(reconnection.wait(isFailure: false, retry: .seconds(86_400), bits: .max) == .seconds(5))
    for _ in 0..<1000 {
      let wait = reconnection.wait(isFailure: true, retry: nil, bits: .max)
      #expect(wait.map { $0 <= .seconds(5) } == true)
    }
  }

  @Test func `what a server names for one end is kept to, within the longest wait`() {
    var reconnection = Reconnection(ServerEventOptions())
    #expect(reconnection.wait(isFailure: true, retry: .seconds(1), named: .seconds(20), bits: 0) == .seconds(20))
    #expect(reconnection.wait(isFailure: true, retry: .seconds(1), named: .zero, bits: 0) == .seconds(2))
    #expect(reconnection.wait(isFailure: true, retry: .seconds(1), named: .seconds(20), bits: 1000) == .seconds(30))
    #expect(reconnection.wait(isFailure: true, retry: nil, named: .seconds(86_400), bits: .max) == .seconds(60))
  }

  @Test func `it gives up after so many failures in a row`() {
    var options = ServerEventOptions()
    options.failureLimit = 2
    var reconnection = Reconnection(options)
    #expect(reconnection.wait(isFailure: true, retry: nil, bits: 0) != nil)
    #expect(reconnection.wait(isFailure: true, retry: nil, bits: 0) != nil)
    #expect(reconnection.wait(isFailure: true, retry: nil, bits: 0) == nil)
  }

  @Test(arguments: ["text/event-stream", "text/event-stream; charset=utf-8", "Text/Event-Stream;x=y"])
  func `a 200 of the right type opens`(type: String) {
    #expect(EventStreamDecision.decide(200, ["Content-Type": type]) == .open)
  }

  @Test func `everything else ends or is refused`() {
    #expect(EventStreamDecision.decide(204, Headers()) == .end)
    for (status, headers) in [
      (200, ["Content-Type": "text/html"]), (200, [:]), (201, ["Content-Type": "text/event-stream"]),
    ]
      as [(Status, Headers)]
    {
      guard case .refuse(_, _, isPassing: false) = EventStreamDecision.decide(status, headers) else {
        Issue.record("\(status) \(headers)")
        continue
      }
    }
    guard case .refuse(.unsuccessfulStatus, _, isPassing: true) = EventStreamDecision.decide(503, Headers()) else {
      Issue.record("503")
      return
    }
  }
}
