// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestConformance
import ResourceRequestCore
import ResourceRequestTesting
import Testing

@Suite(.timeLimit(.minutes(2)))
struct TransportConformanceTests {
  @Test(arguments: TransportConformance.cases.filter { !$0.needsPeer })
  func `the stub keeps to what needs no peer`(_ conformanceCase: TransportConformance.Case) async throws {
    try await conformanceCase.run(against: StubTransport { _, _ in .text("") }, with: nil)
  }

  @Test func `a report on the stub shows what was left out, and why`() async {
    let report = await TransportConformance.report(on: StubTransport { _, _ in .text("") }, with: nil)
    #expect(report.failures == [])
    #expect(report.outcomes.count == TransportConformance.cases.count)
    #expect(report.description.contains("passed    a deadline that is over lets nothing out"))
    #expect(report.description.contains("excluded  a chunked body is put together: there is no peer to speak to"))
  }

  @Test func `an exclusion of no case is a failure`() async {
    let exclusions = ["no case": "no reason", "a deadline that is over lets nothing out": "a reason"]
    let report = await TransportConformance.report(
      on: StubTransport { _, _ in .text("") },
      with: nil,
      excluding: exclusions
    )
    #expect(report.failures == ["no case"])
    #expect(report.description.contains("excluded  a deadline that is over lets nothing out: a reason"))
  }

  /// Without the cases that first wait for a request: here they would wait until their peer gives up.
  private static let quickCases = TransportConformance.cases.filter { conformanceCase in
    conformanceCase.needsPeer && !conformanceCase.name.contains("cancel")
  }

  @Test(arguments: quickCases)
  func `a transport that answers without asking fails`(_ conformanceCase: TransportConformance.Case) async {
    await #expect(throws: (any Error).self) { try await conformanceCase.run(against: Wrong()) }
  }

  /// Ignores the request and responds with nonsense.
  private struct Wrong: Transport {
    let capabilities = TransportCapabilities(acceptedEncodings: "gzip, deflate", connectsToEndpoints: true)

    func send(_ request: ResolvedRequest, context: CallContext) async throws -> TransportResponse {
      TransportResponse(status: 299, headers: ["Link": "</a>"])
    }
  }
}
