// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Curl
  import Foundation
  import ResourceRequestKit
  import TestSupport
  import Testing

  /// A login page in response to a stream or a download, with a single connection.
  struct GatewayPageTests {
    enum Page: String, CaseIterable, Sendable {
      case small, chunked, unfinished, large

      func send(over connection: ScriptedConnection) throws {
        let head = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n"
        switch self {
        case .small: try connection.send(head + "Content-Length: 6\r\n\r\n<form>")
        case .chunked: try connection.send(head + "Transfer-Encoding: chunked\r\n\r\n6\r\n<form>\r\n0\r\n\r\n")
        case .unfinished:
          try connection.send(head + "Transfer-Encoding: chunked\r\n\r\n6\r\n<form>\r\n")
          try connection.waitForPeerClose()
        case .large:
          try connection.send(head + "Content-Length: 4000000\r\n\r\n<form>" + String(repeating: "x", count: 3_999_994))
        }
      }
    }

    enum Way: CaseIterable, Sendable {
      case stream, download

      func text(_ request: ResourceRequest, by client: ResourceClient) async throws -> String {
        guard self == .download else { return try await client.stream(request).collect(upTo: .max).text }
        let target = FileManager.default.temporaryDirectory.appending(path: "page-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: target) }
        _ = try await client.download(request, to: target)
        return String(decoding: try Data(contentsOf: URL(filePath: target)), as: UTF8.self)
      }
    }

    struct Form: GatewayChallengeHandler {
      let name = "portal"
      var answer = GatewayChallengeDecision.sendAgain
      let seen = Lock(0)

      func canHandle(_ response: ResourceResponse) -> Bool {
        seen.withLock { $0 = max($0, response.data.count) }
        return response.text.contains("<form")
      }

      func handle(_ response: ResourceResponse, forms: LoginForms) async throws -> GatewayChallengeDecision {
        if answer == .sendAgain { #expect(try await forms.submit("/login", ["user": "ann"]).status == 204) }
        return answer
      }
    }

    private static func portal(_ page: Page) throws -> ScriptedServer {
      let isOpen = Lock(false)
      return try ScriptedServer { connection in
        while let request = try connection.nextRequest() {
          if request.path == "/login" {
            isOpen.withLock { $0 = true }
            try connection.send(ScriptedResponse(204))
          } else if isOpen.withLock(\.self) {
            try connection.send(ScriptedResponse(200, "data"))
          } else {
            try page.send(over: connection)
          }
        }
      }
    }

    private static func client(_ server: ScriptedServer, _ handler: Form) throws -> ResourceClient {
      ResourceClient(
        configuration: ResourceConfiguration(
          gateway: Gateway(serverURL: try ResourceURL(server.url("/mfp"))),
          defaults: ServiceSettings(timeouts: Timeouts(read: .seconds(60), total: .seconds(60)), maxConnections: 1)
        ),
        options: ClientOptions(authorization: AuthorizationOptions(gatewayChallengeHandlers: [handler]))
      )
    }

    @Test(arguments: Way.allCases, Page.allCases)
    func `a page is recognized under every delivery, and does not stand before its login`(
      way: Way,
      page: Page
    ) async throws {
      let server = try Self.portal(page)
      defer { server.stop() }
      let handler = Form()
      #expect(try await way.text(ResourceRequest("/a"), by: Self.client(server, handler)) == "data")
      #expect(server.requests.map(\.path) == ["/mfp/api/a", "/login", "/mfp/api/a"])
      // The body passed to a handler is limited.
      #expect(handler.seen.withLock(\.self) <= 64 << 10)
    }

    @Test(arguments: Way.allCases, [Page.small, .chunked, .large])
    func `a page that a handler accepts is the answer, whole`(way: Way, page: Page) async throws {
      let server = try Self.portal(page)
      defer { server.stop() }
      let text = try await way.text(ResourceRequest("/a"), by: Self.client(server, Form(answer: .accept)))
      #expect(text.utf8.count == (page == .large ? 4_000_000 : 6))
      #expect(text.utf8.starts(with: "<form>".utf8))
    }

    @Test func `the form continues the session of the page, and begins that of what is sent again`() async throws {
      let server = try ScriptedServer { connection in
        while let request = try connection.nextRequest() {
          let cookie = request.header("Cookie") ?? ""
          if request.path == "/login" {
            try connection.send(
              ScriptedResponse(204, headers: [("Set-Cookie", "s=\(cookie.hasSuffix("p=1") ? "in" : "no")")])
            )
          } else if cookie.contains("s=in") {
            try connection.send(ScriptedResponse(200, "data"))
          } else {
            try connection.send(ScriptedResponse(200, headers: [("Set-Cookie", "p=1; Path=/")], "<form>"))
          }
        }
      }
      defer { server.stop() }
      var options = ClientOptions(authorization: AuthorizationOptions(gatewayChallengeHandlers: [Form()]))
      options.cookies = .inMemory
      let gateway = Gateway(serverURL: try ResourceURL(server.url("/mfp")))
      let client = ResourceClient(configuration: ResourceConfiguration(gateway: gateway), options: options)
      #expect(try await client.send(ResourceRequest("/a")).text == "data")
      #expect(server.requests.map(\.path) == ["/mfp/api/a", "/login", "/mfp/api/a"])
    }

    @Test func `a response without a challenge reaches the caller from its first byte`() async throws {
      let body = String(repeating: "0123456789", count: 300_000)
      let server = try ScriptedServer(responses: [ScriptedResponse(200, body)], repeatsLast: true)
      defer { server.stop() }
      let client = try Self.client(server, Form())
      for way in Way.allCases { #expect(try await way.text(ResourceRequest("/a"), by: client) == body) }
    }

    @Test func `an answer that comes slowly is not waited for`() async throws {
      let gate = Gate()
      let server = try ScriptedServer { connection in
        _ = try connection.readRequest()
        try connection.send("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\ndata: 1\n\n")
        try connection.wait(for: gate)
        try connection.send("data: 2\n\n")
      }
      defer { server.stop() }
      var seen: [String] = []
      for try await event in try Self.client(server, Form()).events(ResourceRequest("/a")) {
        seen.append(event.data)
        gate.open()
        if seen.count == 2 { break }
      }
      #expect(seen == ["1", "2"])
    }
  }
#endif
