// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Foundation
import ResourceRequestKit
import Testing

@Suite struct ConfigDiffTests {
  private static func document(_ members: String) -> String {
    #"{"backendServices": [{"service": "orders", "baseUrl": "https://orders.example", \#(members)}]}"#
  }

  @Test func `findings come by risk, and a risk that is named fails`() async throws {
    try await withTemporaryFolder { folder in
      let (old, new) = (folder.appending(path: "old.json"), folder.appending(path: "new.json"))
      try Data(Self.document(#""timeouts": {"total": "4s"}"#).utf8).write(to: old)
      try Data(Self.document(#""timeouts": {"total": "31s"}, "retry": 3, "cache": true"#).utf8).write(to: new)
      let files = ["config", "diff", old.path, new.path]
      let plain = try await BuiltProduct.resource.run(files)
      #expect(plain.status == 0, "\(plain.errors)")
      #expect(plain.text.hasPrefix("sends more\n  orders: attempts of GET: 1 → 3"), "\(plain.text)")
      #expect(plain.text.contains("orders: worst case of POST: 4 s → 31 s"))
      #expect(plain.text.contains(/keeps more\n +orders: cache: none → true \(.*new\.json:1:/))
      #expect(try await BuiltProduct.resource.run(files + ["--fail-on", "sends-more"]).status == 1)
      let back = ["config", "diff", new.path, old.path]
      #expect(try await BuiltProduct.resource.run(back + ["--fail-on", "keeps-more"]).status == 0)
      #expect(try await BuiltProduct.resource.run(back + ["--fail-on", "neutral"]).status == 1)
      let json = try await BuiltProduct.resource.run(files + ["--as", "json"])
      #expect(try JSON(parsing: json.text)["findings"][0]["risk"] == "sendsMore")
      let simulated = try await BuiltProduct.resource.run(files + ["--as", "json", "--simulate", "stall"])
      #expect(simulated.status == 64 && simulated.errors.contains("choose one"), "\(simulated.errors)")
      let nonsense = try await BuiltProduct.resource.run(files + ["--fail-on", "nonsense"])
      #expect(nonsense.status == 64 && nonsense.errors.contains("keeps-more, "), "\(nonsense.errors)")
      let both = try await BuiltProduct.resource.run(files + ["--simulate", "stall"])
      #expect(
        both.status == 0 && both.text.contains("attempts a call") && both.text.contains("new.json"),
        "\(both.text)"
      )
      let text = Self.document(#""retry": 3"#).replacing("orders.example", with: "other.example")
      try Data(text.utf8).write(to: new)
      let elsewhere = try await BuiltProduct.resource.run(files + ["--simulate", "stall"])
      #expect(elsewhere.status == 2 && elsewhere.text.contains("attempts of GET: 1 → 3"), "\(elsewhere.text)")
      #expect(elsewhere.errors.contains("servers that the old one has not: https://other.example"))
    }
  }
}
