// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Curl
  import Foundation
  import ResourceRequestKit
  import ResourceRequestTesting
  import TestSupport
  import Testing

  struct EventUpdateTests {
    @Test func `comments, connections and reconnections are visible to whoever asks, in order`() async throws {
      let server = try ScriptedServer(
        responses: [": hello\n\ndata: 1\n\n:\n", "data: 2\r\n: a:b\r\n\r\n"].map {
          ScriptedResponse.chunked(headers: [("Content-Type", "text/event-stream")], [$0])
        } + [ScriptedResponse(503, "no"), ScriptedResponse(204)]
      )
      defer { server.stop() }
      let clock = ManualClock()
      let client = ResourceClient(
        options: ClientOptions(environment: RequestEnvironment(clock: clock, randomBits: { 0 }))
      )
      let updates = client.events(ResourceRequest(server.url("/"))).updates
      let task = Task {
        var seen: [String] = []
        for try await update in updates {
          switch update {
          case .connected(let head): seen.append("connected \(head.status.code)")
          case .event(let event): seen.append("event \(event.data)")
          case .comment(let text): seen.append("comment\(text)")
          case .reconnecting(let wait, let cause):
            seen.append("again in \(wait.components.seconds) \(cause?.response?.status.code ?? 0)")
          }
        }
        return seen
      }
      for _ in 0..<3 {
        try await clock.waitForSleepers()
        clock.advance(by: .seconds(6))
      }
      #expect(
        try await task.value == [
          "connected 200", "comment hello", "event 1", "comment", "again in 3 0", "connected 200", "comment a:b",
          "event 2",
          "again in 3 0", "again in 3 503",
        ]
      )
    }

    @Test func `an error page of any size is passed over, and what is read next is the stream`() async throws {
      let stream = ScriptedResponse.chunked(headers: [("Content-Type", "text/event-stream")], ["data: 1\n\n"])
      let page = String(repeating: "x", count: 2 << 20)
      let server = try ScriptedServer(responses: [stream, ScriptedResponse(503, page), stream, ScriptedResponse(204)])
      defer { server.stop() }
      let clock = ManualClock()
      let client = ResourceClient(
        options: ClientOptions(environment: RequestEnvironment(clock: clock, randomBits: { 0 }))
      )
      let events = client.events(ResourceRequest(server.url("/")))
      let task = Task { try await events.reduce(into: 0) { count, _ in count += 1 } }
      for _ in 0..<3 {
        try await clock.waitForSleepers()
        clock.advance(by: .seconds(6))
      }
      #expect(try await task.value == 2)
    }

    @Test func `the events of a stream are the updates that are events`() async throws {
      let texts = [": a\ndata: 1\n\n", "data: 2\n\n"]
      for readsAll in [true, false] {
        let server = try ScriptedServer(
          responses: texts.map { ScriptedResponse.chunked(headers: [("Content-Type", "text/event-stream")], [$0]) }
            + [ScriptedResponse(204)]
        )
        defer { server.stop() }
        var options = ServerEventOptions()
        options.retry = .milliseconds(100)
        let events = ResourceClient().events(ResourceRequest(server.url("/")), options: options)
        var seen: [String] = []
        if readsAll {
          for try await update in events.updates { if let event = update.event { seen.append(event.data) } }
        } else {
          for try await event in events { seen.append(event.data) }
        }
        #expect(seen == ["1", "2"])
      }
    }
  }
#endif
