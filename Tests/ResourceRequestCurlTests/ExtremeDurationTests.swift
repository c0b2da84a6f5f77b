// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Curl
  import Foundation
  import ResourceRequestKit
  import TestSupport
  import Testing

  /// Durations that no clock can represent do not crash the process.
  @Suite(.timeLimit(.minutes(5)))
  struct ExtremeDurationTests {
    private static let extremes: [Duration] = [
      .seconds(Int64.max), .seconds(Int64.min), .nanoseconds(Int64.max), .nanoseconds(Int64.min), .zero, .seconds(-1),
      .seconds(Int64.max) + .nanoseconds(999_999_999), .seconds(Int64.min) - .nanoseconds(999_999_999),
      .milliseconds(Int32.max), .seconds(1 << 33), .seconds(Int64.max / 1000),
    ]

    private func server() throws -> ScriptedServer {
      try ScriptedServer { connection in
        while try connection.nextRequest() != nil { try connection.send(ScriptedResponse(200, "ok")) }
      }
    }

    @Test(arguments: extremes) func `any time may be named for any limit of a request`(time: Duration) async throws {
      let server = try server()
      let client = ResourceClient()
      for set: (inout Timeouts) -> Void in [
        { $0.connect = .after(time) }, { $0.read = .after(time) }, { $0.total = .after(time) },
        { $0 = Timeouts(connect: .after(time), read: .after(time), total: .after(time)) },
      ] {
        var request = ResourceRequest(server.url("/"))
        set(&request.timeouts)
        let sent = request
        // A timeout that has already passed may fail the call; a huge one does not.
        if time > .seconds(60) {
          #expect(try await client.send(sent).text == "ok")
        } else {
          _ = try? await client.send(sent)
        }
        if let stream = try? await client.stream(sent) { _ = try? await stream.collect() }
      }
    }

    @Test(arguments: extremes) func `any time may be named for connections and waits`(time: Duration) async throws {
      let server = try server()
      var options = ConnectionOptions()
      options.idleTime = time
      options.nameCacheTime = time
      let transport = CurlTransport()
      var request = ResolvedRequest(
        method: .post,
        url: try ResourceURL(server.url("/")),
        body: OutgoingBody(Data("x".utf8)),
        options: ExchangeOptions(connection: options)
      )
      request.options.expectContinue = time < .seconds(60) ? .after(time) : nil
      let sent = request
      for _ in 0..<2 { #expect(try await transport.send(sent, context: CallContext()).status == 200) }
      let context = CallContext(deadline: ContinuousClock.now.advanced(by: .nanoseconds(Int64.max)))
      #expect(try await transport.send(sent, context: context).status == 200)
      #expect(await ResourceClient(transport: transport).drain(within: time))
    }
  }
#endif
