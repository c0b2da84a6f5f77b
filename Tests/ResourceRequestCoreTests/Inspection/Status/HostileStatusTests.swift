// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Foundation
import Testing

@testable import ResourceRequestCore
@testable import ResourceRequestInspection

/// A status received from another program, which may contain anything.
struct HostileStatusTests {
  /// A status with every member: `I` stands for an integer, `D` for any number, `T` for a text.
  private static let document = """
    {
      "generation": I, "configuration": "T", "active": I, "connections": { "active": I, "idle": I },
      "reloads": { "taken": I, "rejected": I, "lastRejection": "T", "lastRollout": "T" },
      "rollout": { "generation": I, "configuration": "T", "share": D, "seconds": D, "new": CALLS, "old": CALLS },
      "services": [
        { "name": "T", "origin": "T", "active": I, "totals": TOTALS, "again": { "hedge": I, "T": I }, "hedgesWon": I,
          "latency": LATENCY, "pause": D, "throttled": D, "tokens": [{ "scope": "T", "seconds": D }],
          "endpoints": [ENDPOINT, ENDPOINT], "retryBudget": { "value": -1e300, "limit": D },
          "concurrency": { "value": D, "limit": D, "waiting": I },
          "cache": { "entries": I, "bytes": I, "limit": I, "results": { "hit": I } } },
        { "name": "elsewhere", "active": I, "totals": TOTALS, "again": {}, "hedgesWon": I, "latency": LATENCY,
          "endpoints": [], "tokens": [] }
      ]
    }
    """

  private static let parts = [
    (
      "ENDPOINT",
      #"{"name":"T","state":"T","reason":"T","seconds":D,"active":I,"priority":I,"weight":I,"totals":TOTALS,"latency":LATENCY}"#
    ),
    (
      "TOTALS",
      #"{"success":I,"redirect":I,"clientError":I,"serverError":I,"failed":I,"cancelled":I,"failures":{"T":I}}"#
    ),
    ("LATENCY", #"{"median":D,"p95":D,"p99":D,"steps":[{"seconds":D,"count":I},{"seconds":D,"count":I}],"sum":D}"#),
    ("CALLS", #"{"all":I,"refused":I,"failed":I}"#),
  ]

  private static func status(_ whole: String, _ number: String, _ text: String) throws -> ClientStatus {
    var document = document
    for (name, part) in parts { document = document.replacing(name, with: part) }
    document = document.replacing(#""T""#, with: "\"\(text)\"")
    document.replace(/\bI\b/, with: whole)
    document.replace(/\bD\b/, with: number)
    return try ResourceJSONDecoder().decode(from: Data(document.utf8))
  }

  @Test(arguments: ["0", "1", "9223372036854775807", "-9223372036854775808"], ["0", "7.5", "1e300", "-1e300"])
  func `any number is shown`(whole: String, number: String) throws {
    let status = try Self.status(whole, number, "name")
    for columns in [0, 60, 100] { #expect(status.text(columns: columns).contains("name")) }
    #expect(status.prometheusText.contains("resource_client_calls_active \(whole)") || whole.count > 15)
  }

  @Test(arguments: [#"\u001b[2J"#, #"\u009b2J"#, #"a\nb"#, #"\r\u0000\u007f"#])
  func `a name moves no cursor and begins no line`(text: String) throws {
    let plain = try Self.status("1", "1", "name").text(columns: 1000)
    let shown = try Self.status("1", "1", text).text(columns: 1000)
    #expect(!shown.unicodeScalars.contains { $0.properties.generalCategory == .control && $0 != "\n" }, "\(shown)")
    #expect(shown.split(separator: "\n").count == plain.split(separator: "\n").count)
  }
}
