// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import AdapterGateway
import Foundation
import LoopbackServer
import Testing

/// The exit statuses that scripts rely on, tested with the built program.
@Suite struct ExitStatusTests {
  /// Arguments after `send`; `GATEWAY` stands for the URL of a running gateway.
  @Test(arguments: [
    (0, "GET /adapters/joke --gateway GATEWAY"),
    (0, "GET /adapters/status/204 --gateway GATEWAY"),
    (0, "GET /adapters/joke/random --gateway GATEWAY"),
    (1, "GET /adapters/joke/random --gateway GATEWAY --no-redirects"),
    (1, "GET /adapters/status/404 --gateway GATEWAY"),
    (1, "GET /adapters/status/500 --gateway GATEWAY"),
    (2, "GET cities --service nobody"),
    (2, "GET http://127.0.0.1:1/ --service nobody"),
    (2, "GET /relative/without/gateway"),
    (2, "GET /x --config /no/such/file"),
    (3, "GET http://127.0.0.1:1/"),
    (3, "GET /adapters/delay/1000 --gateway GATEWAY --timeout 50ms"),
    (3, "GET /adapters/delay/1000 --gateway GATEWAY --read-timeout 50ms"),
    (3, "GET /adapters/joke/random --gateway GATEWAY --max-redirects 0"),
    (64, ""),
    (64, "GET"),
    (64, "G(T http://127.0.0.1:1/"),
    (64, "GET ftp://127.0.0.1/"),
    (64, "GET http://127.0.0.1:1/ --header no-colon"),
    (64, "GET http://127.0.0.1:1/ --header Bad(Name:3"),
    (64, "GET http://127.0.0.1:1/ --query no-equals"),
    (64, "GET http://127.0.0.1:1/ --param {"),
    (64, "POST http://127.0.0.1:1/ --json {]"),
    (64, "POST http://127.0.0.1:1/ --json @/no/such/file"),
    (64, "POST http://127.0.0.1:1/ --body @/no/such/file"),
    (64, "POST http://127.0.0.1:1/ --data @/no/such/file"),
    (64, "POST http://127.0.0.1:1/ --data @/etc/hostname --data text"),
    (64, "POST http://127.0.0.1:1/ --json 1 --form a=b"),
    (64, "POST http://127.0.0.1:1/ --param 1 --json 1"),
    (64, "POST http://127.0.0.1:1/ --form a=b --content-type text/plain"),
    (64, "GET /adapters/{missing} --gateway GATEWAY"),
    (64, "GET /../../admin --gateway GATEWAY"),
    (64, "GET /%2e%2e/admin --gateway GATEWAY"),
    (64, "GET /x --gateway nowhere"),
    (64, "GET http://127.0.0.1:1/ --timeout soon"),
    (64, "GET http://127.0.0.1:1/ --timeout 0s"),
    (64, "GET http://127.0.0.1:1/ --timeout 2"),
    (64, "GET http://127.0.0.1:1/ --max-redirects -1"),
    (64, "GET http://127.0.0.1:1/ --max-redirects 1 --no-redirects"),
    (64, "GET http://127.0.0.1:1/ --output /no/such/folder/file"),
    (64, "GET http://127.0.0.1:1/ --output /tmp"),
    (64, "GET http://127.0.0.1:1/ --nonsense"),
  ])
  func `every outcome has its exit status, and what is no answer is on stderr`(status: Int32, line: String) async throws
  {
    let server = try await GatewayServer.start()
    let arguments = line.split(separator: " ").map {
      $0 == "GATEWAY" ? server.url + GatewayServer.contextPath : String($0)
    }
    let outcome = try await BuiltProduct.resource.run(["send"] + arguments)
    #expect(outcome.status == status, "\(line): \(outcome.errors)")
    if status > 1 {
      #expect(outcome.output.isEmpty)
      #expect(!outcome.errors.isEmpty)
    } else {
      // A response that fails without a body is told.
      #expect(outcome.errors == (line.contains("--no-redirects") ? "resource: 302 Found\n" : ""))
    }
    await server.stop(within: .zero)
  }

  @Test func `a header with a line end is refused by name and never sent`() async throws {
    let outcome = try await BuiltProduct.resource.run(
      "send",
      "GET",
      "http://127.0.0.1:1/",
      "--header",
      "X-A: b\r\nX-C: d"
    )
    #expect(outcome.status == 64)
    #expect(outcome.errors.contains("X-A"))
  }

  @Test func `a failure is one line that says what to do`() async throws {
    let outcome = try await BuiltProduct.resource.run("send", "GET", "cities", "--service", "nobody")
    #expect(outcome.errors.split(separator: "\n").count == 1)
    #expect(outcome.errors.hasPrefix("resource: unknownService: "))
  }

  @Test func `an answer that cannot be written is told apart from none`() async throws {
    let server = try await GatewayServer.start()
    let url = "\(server.url)/mfp/api/adapters/joke"
    let outcome = try await BuiltProduct.resource.run("send", "GET", url, "--output", "/dev/full")
    #expect(outcome.status == 74)
    await server.stop()
  }
}
