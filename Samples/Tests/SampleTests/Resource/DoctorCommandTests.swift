// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import FlyingFox
import Foundation
import LoopbackServer
import Testing

@Suite struct DoctorCommandTests {
  @Test func `services are looked at side by side, and what is in the way is said`() async throws {
    let well = try await LoopbackServer.start(handler: ClosureHTTPHandler { _ in HTTPResponse(statusCode: .ok) })
    let refusing = try await LoopbackServer.start(
      handler: ClosureHTTPHandler { _ in
        let fields = HTTPHeaders([HTTPHeader("Date"): "Thu, 01 Jan 2026 00:00:00 GMT"])
        return HTTPResponse(statusCode: .unauthorized, headers: fields)
      }
    )
    try await withTemporaryFolder { folder in
      let file = folder.appending(path: "backends.json")
      let document = """
        {"defaults": {"retry": 5}, "backendServices": [
          {"service": "well", "baseUrl": "\(well.url)"},
          {"service": "expired", "baseUrl": "\(refusing.url)", "auth": {"type": "bearer", "token": "hush"}},
          {"service": "dead", "baseUrl": "http://127.0.0.1:1"},
          {"service": "alone", "baseUrl": "\(well.url)", "cache": true,
            "shared": {"server": "valkey://127.0.0.1:1", "use": ["cache"]}},
          {"service": "nameless", "baseUrl": "http://no-such-host.invalid"},
          {"service": "tokenless", "baseUrl": "\(well.url)", "auth":
            {"type": "oauth2", "tokenUrl": "\(refusing.url)", "clientId": "c", "clientSecret": "hush"}},
          {"service": "open", "baseUrl": "\(refusing.url)"}]}
        """
      try Data(document.utf8).write(to: file)
      let all = try await BuiltProduct.resource.run("doctor", "--config", file.path)
      #expect(all.status == 1, "\(all.text)\(all.errors)")
      #expect(all.text.contains(/well +127\.0\.0\.1 .* 200\n/), "\(all.text)")
      #expect(all.text.contains(/expired: the probe was answered 401/))
      #expect(all.text.contains(/open: GET http\S+ returned 401, and the service has no "auth"/), "\(all.text)")
      #expect(all.text.contains(/expired: its clock is [0-9]+ s behind this one/), "\(all.text)")
      #expect(all.text.contains(/dead +ok +FAILED .*connectFailed/))
      #expect(all.text.contains(/nameless +FAILED .*nameNotResolved/))
      #expect(all.text.contains("tokenless: no token: "))
      #expect(all.text.contains("alone: the server of \"shared\" is away: Connection refused"), "\(all.text)")
      #expect(all.text.contains("1 of 7 ready"))
      #expect(!all.text.contains("hush"))
      let one = try await BuiltProduct.resource.run("doctor", "--config", file.path, "--service", "well")
      #expect(one.status == 0 && one.text.contains("1 of 1 ready"), "\(one.text)")
      let placed = try await BuiltProduct.resource.run("doctor", file.path, "--service", "well")
      #expect(placed.status == 0 && placed.text.contains("1 of 1 ready"), "\(placed.text)\(placed.errors)")
      let both = try await BuiltProduct.resource.run("doctor", file.path, "--config", file.path)
      #expect(both.status == 64 && both.errors.contains("choose one"), "\(both.errors)")
      let unknown = try await BuiltProduct.resource.run("doctor", "--config", file.path, "--service", "other")
      #expect(unknown.status == 2 && unknown.errors.contains("well, expired, dead, alone"))
    }
    await well.stop()
    await refusing.stop()
  }

  @Test func `a service whose secret is missing is told, and the others are looked at, in the order of the file`()
    async throws
  {
    let well = try await LoopbackServer.start(handler: ClosureHTTPHandler { _ in HTTPResponse(statusCode: .ok) })
    try await withTemporaryFolder { folder in
      let file = folder.appending(path: "backends.json")
      let document = """
        {"backendServices": [
          {"service": "orders", "baseUrl": "\(well.url)", "auth": {"type": "bearer", "token": "${env:NO_SUCH_VARIABLE}"}},
          {"service": "people", "baseUrl": "\(well.url)"},
          {"service": "bills", "baseUrl": "\(well.url)", "auth": {"type": "bearer", "token": "${env:EMPTY_TOKEN}"}}]}
        """
      try Data(document.utf8).write(to: file)
      let all = try await BuiltProduct.resource.run(
        "doctor",
        "--config",
        file.path,
        environment: ["EMPTY_TOKEN": ""]
      )
      #expect(all.status == 1)
      #expect(
        all.text.contains(/bills: the value of \$\{env:EMPTY_TOKEN\} is empty, .* \(.*backends\.json:4:[0-9]+\)/),
        "\(all.text)"
      )
      #expect(all.text.contains(/orders +- .*-\npeople +127\.0\.0\.1 .* 200\n/), "\(all.text)\(all.errors)")
      #expect(all.text.contains("orders: the environment variable NO_SUCH_VARIABLE is not set"), "\(all.text)")
      #expect(all.text.contains("1 of 3 ready"))
      let simulated = try await BuiltProduct.resource.run("simulate", file.path, "--incident", "stall")
      #expect(simulated.status == 0, "\(simulated.errors)")
      #expect(simulated.errors.contains("orders is left out: the environment variable NO_SUCH_VARIABLE is not set"))
    }
    await well.stop()
  }

  @Test func `a base URL that leads to a body without end is ready, and a server that says nothing was reached`()
    async throws
  {
    // Sends more bytes than the probe reads, and then nothing more.
    let (body, chunks) = AsyncThrowingStream.makeStream(of: Data.self, throwing: (any Error).self)
    let endless = try await LoopbackServer.start(
      handler: ClosureHTTPHandler { _ in
        chunks.yield(Data(count: 1 << 20))
        return HTTPResponse(statusCode: .ok, body: HTTPBodySequence(from: StreamedBytes(chunks: body), count: 1 << 50))
      }
    )
    let silent = try await LoopbackServer.start(
      handler: ClosureHTTPHandler { _ in
        for await _ in AsyncStream<Never>.makeStream().stream {}
        return HTTPResponse(statusCode: .ok)
      }
    )
    try await withTemporaryFolder { folder in
      let file = folder.appending(path: "backends.json")
      let document = """
        {"backendServices": [{"service": "endless", "baseUrl": "\(endless.url)"},
          {"service": "silent", "baseUrl": "\(silent.url)"}]}
        """
      try Data(document.utf8).write(to: file)
      let one = try await BuiltProduct.resource.run("doctor", "--config", file.path, "--service", "endless")
      #expect(one.status == 0 && one.text.contains(/endless .* 200\n/), "\(one.text)")
      let other = try await BuiltProduct.resource.run(
        "doctor",
        "--config",
        file.path,
        "--service",
        "silent",
        "--timeout",
        "1s"
      )
      #expect(other.status == 1 && other.text.contains(/silent +ok +ok .*deadlineExceeded/), "\(other.text)")
    }
    chunks.finish()
    await endless.stop(within: .zero)
    await silent.stop(within: .zero)
  }
}
