// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestConformance
import ResourceRequestFoundation
import Testing

@Suite(.timeLimit(.minutes(2)))
struct URLSessionConformanceTests {
  @Test(.serialized, arguments: TransportConformance.cases)
  func `URLSession keeps to what every transport must do`(_ conformanceCase: TransportConformance.Case) async throws {
    let transport = URLSessionTransport()
    if let reason = URLSessionExclusions.notRun[conformanceCase.name] {
      try Test.cancel(Comment(rawValue: reason))
    }
    guard let reason = URLSessionExclusions.gaps[conformanceCase.name] else {
      return try await conformanceCase.run(against: transport)
    }
    await withKnownIssue(Comment(rawValue: reason)) {
      try await conformanceCase.run(against: transport)
    }
  }

  @Test func `every exclusion names a case`() {
    let names = Set(TransportConformance.cases.map(\.name))
    let excluded = Set(URLSessionExclusions.gaps.keys).union(URLSessionExclusions.notRun.keys)
    #expect(excluded.subtracting(names) == [])
  }
}
