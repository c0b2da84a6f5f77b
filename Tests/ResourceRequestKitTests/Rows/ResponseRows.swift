// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Curl
  import Foundation
  import ResourceRequestKit
  import TestSupport
  import Testing

  /// Responses as the caller receives them: rows W10, W11, W16, A3, A5, A6, R4, R7, C4.
  struct ResponseRows {
    @Test func `W10: text, JSON, status, headers and data are read from an answer, also from a failure`() async throws {
      let body = #"{"value":{"joke":"é","id":7}}"#
      let fields = [
        ("Content-Type", "application/json"), ("Set-Cookie", "a=1"), ("Set-Cookie", "b=2"), ("X-Odd~Name", "1"),
      ]
      let server = try ScriptedServer(responses: [
        ScriptedResponse(200, headers: fields, body), ScriptedResponse(500, headers: fields, body),
        ScriptedResponse(200, headers: [], "[1,2]"), ScriptedResponse(200, headers: [], "true"),
        ScriptedResponse(204, headers: [], ""),
      ])
      let client = ResourceClient()
      for status in [Status(200), 500] {
        let response = try await client.send(ResourceRequest(server.url()))
        #expect(response.status == status)
        #expect(response.text == body)
        #expect(response.json?["value"]["id"].int == 7)
        #expect(response.data == Data(body.utf8))
        #expect(response.headers.values(for: "set-cookie") == ["a=1", "b=2"])
        #expect(response.headers["X-Odd~Name"] == "1")
      }
      #expect(try await client.send(ResourceRequest(server.url())).json == [1, 2])
      #expect(try await client.send(ResourceRequest(server.url())).json == true)
      let empty = try await client.send(ResourceRequest(server.url()))
      #expect(empty.status == 204 && empty.json == nil && empty.text.isEmpty)
    }

    @Test func `W11: a request that takes longer than its timeout ends with deadlineExceeded`() async throws {
      let server = try ScriptedServer { connection in
        try connection.readRequest()
        try connection.waitForPeerClose()
      }
      let request = ResourceRequest(server.url("/slow"), timeout: .milliseconds(50))
      let error = await #expect(throws: ResourceError.self) { try await ResourceClient().send(request) }
      #expect(error?.code == .deadlineExceeded)
      #expect(error?.mayHaveExecuted == true)
      #expect(error?.request?.url?.path == "/slow")
      try await server.waitForPeerClose()
    }

    @Test func `W16: an adapter's result is readable as a value`() async throws {
      let server = try ScriptedServer(responses: [
        ScriptedResponse(
          200,
          headers: [("Content-Type", "application/json")],
          #"{"statusCode":502,"isSuccessful":false,"errors":["down"],"resultSet":[{"id":1}],"own":"x"}"#
        ),
        ScriptedResponse(200, headers: [], #"{"isSuccessful":true,"array":[1,2]}"#),
        ScriptedResponse(200, headers: [], "[1]"),
      ])
      let client = ResourceClient()
      let failed = try await client.send(ResourceRequest(server.url())).successful()
      let result = try #require(failed.adapterResult)
      #expect(!result.isSuccessful)
      #expect(result.statusCode == 502)
      #expect(result.errors == ["down"])
      #expect(result.resultSet?.first?["id"].int == 1)
      #expect(result.payload["own"] == "x")
      #expect(try await client.send(ResourceRequest(server.url())).adapterResult?.array == [1, 2])
      #expect(try await client.send(ResourceRequest(server.url())).adapterResult == nil)
    }

    private func redirecting() throws -> ScriptedServer {
      try ScriptedServer(responses: [
        ScriptedResponse(302, headers: [("Location", "next?x=1")], "moved"),
        ScriptedResponse(200, headers: [], "here"),
      ])
    }

    @Test func `A3: redirects are followed to the final answer`() async throws {
      let server = try redirecting()
      let response = try await ResourceClient().send(ResourceRequest(server.url("/a/first#part")))
      #expect(response.text == "here")
      #expect(response.url.string == server.url("/a/next?x=1#part"))
      #expect(response.redirects.map(\.status) == [302])
      #expect(response.redirects.map(\.url.string) == [server.url("/a/first#part")])
      #expect(response.redirects.map(\.location) == ["next?x=1"])
      #expect(server.requests.map(\.target) == ["/a/first", "/a/next?x=1"])
    }

    @Test func `A3: a request may refuse redirects, or decide in code`() async throws {
      var request = ResourceRequest(try redirecting().url("/a"))
      let refusing = try redirecting()
      request = ResourceRequest(refusing.url("/a"))
      request.redirects = .refuse
      let refused = try await ResourceClient().send(request)
      #expect(refused.status == 302 && refused.text == "moved" && refused.redirects.isEmpty)
      for follows in [true, false] {
        let server = try redirecting()
        request = ResourceRequest(server.url("/a"))
        request.redirects = .decide { proposal in follows && proposal.destination.path == "/next" }
        #expect(try await ResourceClient().send(request).status == (follows ? 200 : 302))
        #expect(server.requests.count == (follows ? 2 : 1))
      }
    }

    @Test func `A5: a nested JSON object is read from the answer`() async throws {
      struct Joke: Decodable, Equatable {
        struct Value: Decodable, Equatable {
          var id: Int
          var joke: String
        }
        var value: Value
      }
      let answer = ScriptedResponse(
        200,
        headers: [("Content-Type", "application/json")],
        #"{"type":"success","value":{"id":268,"joke":"Time waits for no man."}}"#
      )
      let server = try ScriptedServer(responses: [answer, answer])
      let client = ResourceClient()
      let json = try await client.send(ResourceRequest(server.url())).json
      #expect(json?["value"]["joke"].string == "Time waits for no man.")
      #expect(json?["value"]["id"].int == 268)
      let joke = try await client.value(Joke.self, for: ResourceRequest(server.url()))
      #expect(joke.value == Joke.Value(id: 268, joke: "Time waits for no man."))
    }

    @Test func `A6: the joke's request and its answer`() async throws {
      let jokes = ["Time waits for no man.", "Bern is slow — on purpose."]
      let server = try ScriptedServer(
        responses: jokes.map { joke in
          ScriptedResponse(200, headers: [], #"{"type":"success","value":{"id":1,"joke":"\#(joke)"}}"#)
        }
      )
      let request = ResourceRequest(server.url("/jokes/random"))
      for joke in jokes {
        let response = try await ResourceClient().send(request).successful()
        #expect(response.json?["value"]["joke"].string == joke)
      }
      #expect(server.requests.map(\.target) == ["/jokes/random", "/jokes/random"])
    }

    @Test func `R4: the connection timeout and the read timeout are two`() async throws {
      let silent = try ScriptedServer { connection in
        try connection.readRequest()
        try connection.send("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nab")
        try connection.waitForPeerClose()
      }
      var request = ResourceRequest(silent.url())
      // Long enough for the head on a slow machine.
      request.timeouts.read = .seconds(5)
      let read = await #expect(throws: ResourceError.self) { try await ResourceClient().send(request) }
      #expect(read?.code == .readTimeout)
      #expect(read?.attempts.map(\.phase) == [.receiving])

      let listener = try SilentListener()
      request = ResourceRequest(listener.url())
      request.timeouts.connect = .milliseconds(60)
      let connect = await #expect(throws: ResourceError.self) { try await ResourceClient().send(request) }
      #expect(connect?.code == .connectTimeout)
      #expect(connect?.mayHaveExecuted == false)
    }

    @Test func `R7: status and error message are on the answer, and a hook sees it first`() async throws {
      struct Login: ParameterizedRequest {
        struct Value: Decodable, Sendable { var ok: Bool }
        struct Refused: Error { var status: Status, message: String? }
        var url: String

        func makeRequest() -> ResourceRequest { ResourceRequest(url) }

        func afterResponse(_ response: ResourceResponse) throws {
          if let message = response.json?["message"].string { throw Refused(status: response.status, message: message) }
        }
      }
      let server = try ScriptedServer(responses: [
        ScriptedResponse(403, headers: [], #"{"message":"blocked"}"#),
        ScriptedResponse(200, headers: [], #"{"ok":true}"#),
        ScriptedResponse(404, headers: [], "nothing"),
      ])
      let client = ResourceClient()
      let refused = await #expect(throws: Login.Refused.self) { try await client.value(for: Login(url: server.url())) }
      #expect(refused?.status == 403)
      #expect(refused?.message == "blocked")
      #expect(try await client.value(for: Login(url: server.url())).ok)
      let missing = await #expect(throws: ResourceError.self) { try await client.value(for: Login(url: server.url())) }
      #expect(missing?.code == .unsuccessfulStatus)
      #expect(missing?.response?.status == 404)
      #expect(missing?.response?.text == "nothing")
    }

    @Test func `C4: the failing URL is part of the error`() async throws {
      let closed = try ClosedPort()
      let error = await #expect(throws: ResourceError.self) {
        try await ResourceClient().send(ResourceRequest(closed.url("/gone?token=s3cret&page=2")))
      }
      #expect(error?.code == .connectFailed)
      #expect(error?.request?.url?.string == closed.url("/gone?token=s3cret&page=2"))
      #expect("\(try #require(error))".contains("/gone?token=‹redacted›&page=2"))
      #expect(error?.isRetryable == true)
      #expect(error?.mayHaveExecuted == false)
    }
  }
#endif
