// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestTesting
import TestSupport
import Testing

@testable import ResourceRequestCore

/// Which observers receive which events.
struct EventInterestTests {
  /// An observer with an interest.
  private struct Observer: EventObserver {
    let interest: EventInterest
    let events = RecordedEvents()

    func observe(_ event: RequestEvent) { events.observe(event) }
  }

  private static let combinations: [[EventInterest]] = EventInterest.allCases.flatMap { first in
    EventInterest.allCases.flatMap { second in EventInterest.allCases.map { [first, second, $0] } }
  }

  /// The kinds of events that observers with these interests receive from a call.
  private static func kinds(
    _ interests: [EventInterest],
    _ responder: @escaping StubTransport.Responder
  ) async -> [[RequestEvent.Kind]] {
    let observers = interests.map { Observer(interest: $0) }
    let options = ClientOptions(environment: RequestEnvironment(observers: observers))
    let client = ResourceClient(transport: StubTransport(responder), options: options)
    _ = try? await client.send(ResourceRequest("http://a.example/"))
    return observers.map(\.events.kinds)
  }

  @Test(arguments: combinations)
  func `a call that goes well is told to those who want all of it`(interests: [EventInterest]) async {
    let told = await Self.kinds(interests) { _, _ in .text("ok") }
    let whole: [RequestEvent.Kind] = [.resolved, .attemptStarted, .attemptAnswered, .finished]
    #expect(told == interests.map { $0 == .all ? whole : [] })
  }

  @Test(arguments: combinations)
  func `that a call failed is told to those who want what is notable too`(interests: [EventInterest]) async {
    let told = await Self.kinds(interests) { _, _ in
      throw TransportFailure(code: .connectFailed, message: "refused", phase: .connecting)
    }
    let whole: [RequestEvent.Kind] = [.resolved, .attemptStarted, .attemptFailed, .failed]
    let wanted: [EventInterest: [RequestEvent.Kind]] = [.all: whole, .notable: [.failed], .none: []]
    #expect(told == interests.map { wanted[$0] })
  }

  @Test func `a notable event says what was asked, although those before it were told to nobody`() async throws {
    let observer = Observer(interest: .notable)
    let options = ClientOptions(environment: RequestEnvironment(observers: [observer]))
    let client = ResourceClient(
      transport: StubTransport { request, _ in
        guard request.url.path.hasPrefix("/2") else { return .status(307, headers: ["Location": "/2?token=hunter2"]) }
        throw TransportFailure(code: .connectFailed, message: "refused", phase: .connecting)
      },
      options: options
    )
    _ = try? await client.send(ResourceRequest("http://a.example/1"))
    let asked = try #require(observer.events.events.first?.request)
    #expect("\(asked)" == "GET http://a.example/2?token=‹redacted›")
    #expect(asked.target == "/2")
  }

  @Test func `events of several observers come in their order, whatever their interests are`() async {
    struct Named: EventObserver {
      let name: String
      let interest: EventInterest
      let told: Lock<[String]>

      func observe(_ event: RequestEvent) {
        if event.kind == .failed { told.withLock { $0.append(name) } }
      }
    }
    let told = Lock<[String]>([])
    let observers = [("a", EventInterest.notable), ("b", .all), ("c", .none), ("d", .notable)]
      .map { Named(name: $0, interest: $1, told: told) }
    let options = ClientOptions(environment: RequestEnvironment(observers: observers))
    let client = ResourceClient(
      transport: StubTransport { _, _ in
        throw TransportFailure(code: .connectFailed, message: "refused", phase: .connecting)
      },
      options: options
    )
    _ = try? await client.send(ResourceRequest("http://a.example/"))
    #expect(told.withLock(\.self) == ["a", "b", "d"])
  }

  @Test(
    arguments: [
      .resolved, .queued, .connected, .sent, .head, .redirected, .finished, .attemptStarted, .attemptAnswered,
      .attemptFailed, .attemptCancelled, .failed, .warning, .cached, .reloaded, .reloadRejected, .cancelled,
      .retryRefused, .endpointEjected, .endpointReturned, .rolloutStarted, .rolloutTaken, .rolledBack,
    ] as [RequestEvent.Kind]
  )
  func `an event is notable exactly if it is logged at the level info`(kind: RequestEvent.Kind) {
    let event = RequestEvent(id: 1, moment: ManualClock().now, kind: kind)
    #expect(kind.isNotable == (event.logLevel <= .info))
    #expect(RequestEvent.Kind(rawValue: kind.rawValue).level == kind.level)
  }

  @Test(arguments: RequestEvent.Level.allCases)
  func `a log asks for no more than it writes`(level: RequestEvent.Level) {
    let log = TextLog(level: level) { _ in }
    #expect(log.interest == (level > .info ? .all : .notable))
  }
}
