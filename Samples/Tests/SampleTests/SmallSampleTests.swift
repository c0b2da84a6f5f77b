// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import AdapterGateway
import FlyingFox
import Foundation
import LoopbackServer
import ResourceRequestKit
import Testing

@Suite struct SmallSampleTests {
  private static let backends = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../backends.json").standardized.path

  @Test func `the joke sample prints a joke of the gateway`() async throws {
    let server = try await GatewayServer.start()
    let outcome = try await BuiltProduct.joke.run(server.url + GatewayServer.contextPath)
    #expect(outcome.status == 0)
    #expect(outcome.text.count > 20)
    #expect(outcome.errors.isEmpty)
    await server.stop()
  }

  @Test func `the joke sample says in one line why there is none`() async throws {
    let outcome = try await BuiltProduct.joke.run("http://127.0.0.1:1")
    #expect(outcome.status == 1)
    #expect(outcome.output.isEmpty)
    #expect(outcome.errors.hasPrefix("joke: connectFailed: "))
    #expect(outcome.errors.split(separator: "\n").count == 1)
  }

  @Test func `the tour sees every kind of request answered as it says`() async throws {
    let backend = try await GatewayServer.start()
    let environment = ["BACKEND_URL": backend.url + GatewayServer.contextPath]
    let gateway = try await RunningServer(.gateway, ["--config", Self.backends], environment: environment)
    let outcome = try await BuiltProduct.tour.run([gateway.url, Self.backends], environment: environment)
    #expect(outcome.status == 0)
    #expect(outcome.errors.isEmpty)
    #expect(outcome.text.contains("POST \(gateway.url)/api/adapters/JavaAdapter/users/Ann/B./%C3%9Cmit%2F7?age=31"))
    #expect(outcome.text.contains("302 Found, /mfp/api/adapters/joke/"))
    #expect(outcome.text.contains("? PIN (wrong PIN; 1 attempt left): 9999"))
    #expect(outcome.text.hasSuffix("challengeFailed: the security check \"PIN\" failed\n\n"))
    #expect(try await gateway.end() == 0)
    await backend.stop()
  }

  @Test func `the service asks both backends and passes the caller's deadline on`() async throws {
    let backend = try await GatewayServer.start()
    let adapters = "\(backend.url)/mfp/api/adapters"
    try await withTemporaryFolder { folder in
      let file = folder.appending(path: "backends.json")
      let services = #"{"backendServices": [{"service": "people", "baseUrl": "\#(adapters)/echo"}, "#
      let fast = #"{"service": "jokes", "baseUrl": "\#(adapters)/joke"}]}"#
      try Data((services + fast).utf8).write(to: file)
      let service = try await RunningServer(.service, ["--config", file.path])
      let client = ResourceClient()

      var request = ResourceRequest("\(service.url)/greetings/%C3%9Cmit")
      request.headers["X-Request-Deadline-Ms"] = "30000"
      let answer = try await client.send(request)
      #expect(answer.status == 200)
      #expect(answer.json?["greeting"] == "Good day, Ümit")
      #expect(answer.json?["person"]["path"] == "/mfp/api/adapters/echo/people/%C3%9Cmit")
      #expect(answer.json?["person"]["headers"]["x-request-deadline-ms"] == "30000")
      #expect(answer.json?["joke"].string?.isEmpty == false)

      var wrong = ResourceRequest("\(service.url)/greetings/Ann")
      wrong.headers["X-Request-Deadline-Ms"] = "soon"
      #expect(try await client.send(wrong).status == 400)
      #expect(try await service.end() == 0)
    }
    await backend.stop()
  }

  @Test func `the service answers 504 when a backend takes longer than the caller waits`() async throws {
    let backend = try await GatewayServer.start()
    let adapters = "\(backend.url)/mfp/api/adapters"
    try await withTemporaryFolder { folder in
      let file = folder.appending(path: "backends.json")
      // The path becomes /delay/1000/people/Ann, which takes a second.
      let services = #"{"backendServices": [{"service": "people", "baseUrl": "\#(adapters)/delay/1000"}, "#
      try Data((services + #"{"service": "jokes", "baseUrl": "\#(adapters)/joke"}]}"#).utf8).write(to: file)
      let service = try await RunningServer(.service, ["--config", file.path])
      var request = ResourceRequest("\(service.url)/greetings/Ann")
      request.headers["X-Request-Deadline-Ms"] = "150"
      let answer = try await ResourceClient().send(request)
      #expect(answer.status == 504)
      #expect(answer.json?["code"] == "deadlineExceeded")
      #expect(try await service.end() == 0)
    }
    await backend.stop()
  }

  @Test(arguments: [
    ("GET", "/greetings/..", 400), ("GET", "/greetings/.", 400), ("GET", "/greetings/%2e%2e", 400),
    ("GET", "/greetings/%zz", 400), ("GET", "/greetings/%FF", 400), ("GET", "/greetings/", 400),
    ("POST", "/greetings/Ann", 405), ("GET", "/elsewhere/Ann", 404), ("GET", "/greetings/a/b", 404),
    ("GET", "/greetings/Ann%2F..", 400), ("GET", "/greetings/%7Bname%7D", 200), ("GET", "/greetings/a:b", 200),
    ("GET", "/greetings/a%0D%0Ab", 200), ("GET", "/greetings/404", 404), ("GET", "/greetings/422", 400),
    ("GET", "/greetings/401", 502), ("GET", "/greetings/500", 502),
  ])
  func `the service says whose fault it is`(method: String, target: String, status: Int) async throws {
    let backend = try await GatewayServer.start()
    let adapters = "\(backend.url)/mfp/api/adapters"
    let people = try await LoopbackServer.start(
      handler: ClosureHTTPHandler { request in
        let code = request.path.split(separator: "/").last.flatMap { Int($0) } ?? 200
        return HTTPResponse(statusCode: HTTPStatusCode(code, phrase: "Any"), body: Data("{}".utf8))
      }
    )
    try await withTemporaryFolder { folder in
      let file = folder.appending(path: "backends.json")
      let services = #"{"backendServices": [{"service": "people", "baseUrl": "\#(people.url)"}, "#
      try Data((services + #"{"service": "jokes", "baseUrl": "\#(adapters)/joke"}]}"#).utf8).write(to: file)
      let service = try await RunningServer(.service, ["--config", file.path])
      let request = "\(method) \(target) HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"
      let answer = try await RawExchange.send(request, to: service.url)
      #expect(answer.hasPrefix("HTTP/1.1 \(status) "), "\(answer)")
      #expect(try await service.end() == 0)
    }
    await people.stop()
    await backend.stop()
  }
}
