// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import AdapterGateway
import Foundation
import LoopbackServer
import ResourceRequestKit
import Testing

@Suite struct StatusCommandTests {
  @Test func `the status of the sample service is shown as table, JSON and Prometheus text`() async throws {
    let backend = try await GatewayServer.start()
    let adapters = "\(backend.url)/mfp/api/adapters"
    try await withTemporaryFolder { folder in
      let file = folder.appending(path: "backends.json")
      let services = #"{"backendServices": [{"service": "people", "baseUrl": "\#(adapters)/echo", "retry": 2}, "#
      try Data((services + #"{"service": "jokes", "baseUrl": "\#(adapters)/joke"}]}"#).utf8).write(to: file)
      let service = try await RunningServer(.service, ["--config", file.path])
      #expect(try await ResourceClient().send(ResourceRequest("\(service.url)/greetings/Ann")).status == 200)

      let table = try await BuiltProduct.resource.run("status", service.url)
      #expect(table.status == 0, "\(table.errors)")
      #expect(table.text.contains(/people +.* 1 +0 +0 +0 +0 +\d/), "\(table.text)")
      let json = try await BuiltProduct.resource.run("status", "\(service.url)/status", "--as", "json")
      #expect(try JSON(parsing: json.text)["generation"] == 1)
      let kept = folder.appending(path: "kept.json")
      try json.output.write(to: kept)
      let metrics = try await BuiltProduct.resource.run("status", kept.path, "--as", "prometheus").text
      #expect(metrics.contains(#"resource_client_attempts_total{service="jokes",outcome="2xx"} 1"#), "\(metrics)")
      let served = try await ResourceClient().send(ResourceRequest("\(service.url)/metrics"))
      #expect(served.headers["Content-Type"]?.hasPrefix("text/plain; version=0.0.4") == true)

      // Without a terminal, `top` prints one table without control sequences.
      let top = try await BuiltProduct.resource.run("top", service.url)
      #expect(top.status == 0 && top.text.contains("people") && !top.text.contains("\u{1B}"))
      #expect(try await service.end() == 0)
    }
    await backend.stop()
  }

  @Test(arguments: ["/no/such/file", "http://127.0.0.1:1", "/etc/hosts"])
  func `what has no status is one line on stderr`(_ place: String) async throws {
    let outcome = try await BuiltProduct.resource.run("status", place)
    #expect(outcome.status != 0)
    #expect(outcome.output.isEmpty)
    #expect(
      outcome.errors.hasPrefix("resource: ") && outcome.errors.split(separator: "\n").count == 1,
      "\(outcome.errors)"
    )
  }
}
