// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestCore
import ResourceRequestTesting
import Testing

struct TransportCapabilitiesTests {
  /// Has the default capabilities, and so does not support endpoints.
  private struct Simple: Transport {
    let capabilities = TransportCapabilities()

    func send(_ request: ResolvedRequest, context: CallContext) async throws -> TransportResponse {
      TransportResponse(status: 204)
    }
  }

  /// Only passes requests on.
  private struct Bare: TransportDecorator {
    let transport: any Transport
  }

  private func request(at endpoint: String?) throws -> ResolvedRequest {
    var request = ResolvedRequest(url: try ResourceURL("https://api.example/"))
    request.endpoint = try endpoint.map { try Endpoint($0, name: "blue") }
    return request
  }

  @Test func `nothing more is taken for granted of a transport than that it sends`() throws {
    let capabilities = TransportCapabilities()
    #expect(capabilities.acceptedEncodings == nil)
    #expect(capabilities.streamsBodies)
    #expect(!capabilities.connectsToEndpoints)
    #expect(!capabilities.needsCurrentThread)
    #expect(capabilities.openConnections == nil)
    try capabilities.check(TLSOptions(caFile: "/nowhere"))
  }

  @Test func `a transport that connects where URLs lead gets no request with an endpoint`() async throws {
    let recording = RecordingTransport(Simple())
    let pipeline = Pipeline([], transport: Bare(transport: recording))
    #expect(try await pipeline.send(request(at: nil), context: CallContext()).status == 204)
    let failure = await #expect(throws: TransportFailure.self) {
      try await pipeline.send(request(at: "10.0.0.7:443"), context: CallContext())
    }
    #expect(failure?.code == .unsupported)
    #expect(failure?.message.contains("blue (10.0.0.7:443)") == true)
    #expect(failure?.mayHaveExecuted == false)
    #expect(recording.requests.count == 1)
  }

  @Test func `transports around another, and a stub, see the endpoint`() async throws {
    let stub = StubTransport { request, _ in .text(request.endpoint?.description ?? "none") }
    let recording = RecordingTransport(FaultyTransport(stub, plan: .scripted([])))
    let pipeline = Pipeline([], transport: recording)
    let response = try await pipeline.send(request(at: "unix:/run/a.sock"), context: CallContext())
    #expect(response.body.bytes.elementsEqual("blue (unix:/run/a.sock)".utf8))
    #expect(stub.requests.map(\.endpoint) == recording.requests.map(\.endpoint))
    #expect(recording.requests.first?.endpoint?.location == .unixSocket("/run/a.sock"))
  }

  @Test func `a stub's limit of exchanges is one of origin and endpoint`() async throws {
    let stub = StubTransport(script: [.silence, .respond(.status(204))])
    var held = try request(at: "10.0.0.7:443")
    held.options.maxConnections = 1
    let first = Task { [held] in try await stub.send(held, context: CallContext()) }
    try await stub.waitForRequests(1)
    var other = try request(at: nil)
    other.options.maxConnections = 1
    #expect(try await stub.send(other, context: CallContext()).status == 204)
    first.cancel()
    _ = await first.result
  }
}
