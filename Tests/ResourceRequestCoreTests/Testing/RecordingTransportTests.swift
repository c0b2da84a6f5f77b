// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Foundation
import ResourceRequestCore
import ResourceRequestTesting
import Testing

@Suite(.timeLimit(.minutes(5)))
struct RecordingTransportTests {
  @Test func `requests and their outcomes are kept in order`() async throws {
    let stub = StubTransport(script: [.respond(.status(204)), .fail(.connectFailed, phase: .connecting)])
    let recording = RecordingTransport(stub)
    let request = ResolvedRequest(url: try ResourceURL("http://a.example/"))
    _ = try await recording.send(request, context: CallContext())
    await #expect(throws: TransportFailure.self) { try await recording.send(request, context: CallContext()) }
    #expect(recording.requests == [request, request])
    #expect(recording.exchanges[0].response?.status == 204)
    #expect((recording.exchanges[1].error as? TransportFailure)?.code == .connectFailed)
  }

  @Test func `a printed exchange shows no secret and no body`() async throws {
    let recording = RecordingTransport(StubTransport { _, _ in .text("hush", headers: ["Set-Cookie": "hush"]) })
    let request = ResolvedRequest(
      method: .post,
      url: try ResourceURL("http://hush:hush@a.example/x?token=hush&page=2"),
      headers: ["Authorization": "hush", "X-Api-Key": "hush", "Accept": "text/plain"],
      body: OutgoingBody(Data("hush".utf8))
    )
    _ = try await recording.send(request, context: CallContext())
    let exchange = try #require(recording.exchanges.first)
    var dumped = ""
    dump(exchange, to: &dumped)
    for text in ["\(exchange)", String(reflecting: exchange), dumped] { #expect(!text.contains("hush")) }
    #expect("\(exchange)".contains("Accept: text/plain"))
    #expect("\(exchange)".contains("page=2"))
    #expect("\(exchange)".contains("→ 200 OK"))
  }

  @Test func `a recorded stream is its reader's, and ends when it goes`() async throws {
    let dropped = RecordedEvents()
    let recording = RecordingTransport(
      StubTransport { _, context in
        let (stream, _) = IncomingStream.makeStream(window: .max) {
        } whenCancelled: {
          dropped.observe(RequestEvent(id: 0, moment: context.clock.now, kind: .cancelled))
        }
        return TransportResponse(status: 200, body: IncomingBody(stream))
      }
    )
    var request = ResolvedRequest(url: try ResourceURL("http://a.example/"))
    request.options.streamWindow = 100
    _ = try await recording.send(request, context: CallContext())
    try await dropped.wait(for: .cancelled)
    #expect(recording.exchanges[0].isStreamed)
    #expect(recording.exchanges[0].response?.status == 200)
    #expect("\(recording.exchanges[0])".hasSuffix("a stream"))
  }

  @Test func `a decorator can do what the transport inside can`() {
    struct Picky: Transport {
      let capabilities = TransportCapabilities(
        acceptedEncodings: "br",
        streamsBodies: false,
        connectsToEndpoints: true,
        needsCurrentThread: { true },
        tlsCheck: { _ throws(TLSFault) in throw TLSFault(.key, "no such key") }
      )

      func send(_ request: ResolvedRequest, context: CallContext) async throws -> TransportResponse {
        TransportResponse(status: 204)
      }
    }
    let transports: [any Transport] = [
      RecordingTransport(Picky()), FaultyTransport(Picky(), plan: .scripted([])),
      FaultyTransport(RecordingTransport(Picky()), plan: .scripted([])),
    ]
    for transport in transports {
      let capabilities = transport.capabilities
      #expect(capabilities.acceptedEncodings == "br")
      #expect(!capabilities.streamsBodies)
      #expect(capabilities.connectsToEndpoints)
      #expect(capabilities.needsCurrentThread)
      #expect(throws: TLSFault.self) { try capabilities.check(TLSOptions()) }
    }
  }
}
