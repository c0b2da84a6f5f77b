// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Curl
  import Foundation
  import ResourceRequestKit
  import TestSupport
  import Testing

  /// Requests as the server receives them: rows W1 to W8 of the requirements.
  struct RequestRows {
    @Test(arguments: ["GET", "POST", "PUT", "DELETE", "PATCH", "HEAD", "OPTIONS", "TRACE", "PROPFIND"])
    func `W1: a request is made from a path and a method`(name: String) async throws {
      let backends = try Backends()
      let method = try #require(RequestMethod(name))
      let response = try await backends.client.send(ResourceRequest("/x", method: method))
      #expect(response.status == 200)
      let seen = try #require(try await backends.server.waitForRequests())
      #expect(seen.method == name)
      #expect(seen.target == "/mfp/api/x")
      #expect(response.data.isEmpty == (name == "HEAD"))
    }

    @Test func `W1: a request is made from a URL`() async throws {
      let server = try ScriptedServer.echo()
      let response = try await ResourceClient().send(ResourceRequest(server.url("/a?b=c")))
      #expect(try EchoedRequest(json: response.data).target == "/a?b=c")
    }

    @Test func `W2: a relative adapter path lies below the gateway, a full URL reaches an external resource`()
      async throws
    {
      let backends = try Backends()
      let external = try ScriptedServer.echo()
      #expect(try await backends.echo("/adapters/Js/proc").target == "/mfp/api/adapters/Js/proc")
      #expect(try await backends.echo("adapters/Java/a/b").target == "/mfp/api/adapters/Java/a/b")
      #expect(try await backends.echo("").target == "/mfp/api")
      #expect(try await backends.echo(external.url("/x")).target == "/x")
      #expect(external.requests.count == 1)
    }

    @Test func `W3: path parameters are placed in the path, safely encoded`() async throws {
      let seen = try await Backends().echo("/adapters/A/users/{first}/{middle}/{last}") {
        $0.pathParameters = ["first": "Ann", "middle": "a/b?c#d%", "last": "Ümit .."]
      }
      #expect(seen.target == "/mfp/api/adapters/A/users/Ann/a%2Fb%3Fc%23d%25/%C3%9Cmit%20..")
      await #expect(throws: ResourceError.self) {
        try await Backends().echo("/users/{id}") { $0.pathParameters["id"] = ".." }
      }
    }

    @Test func `W4: a set query parameter replaces, an appended one repeats, a removed one is gone`() async throws {
      let seen = try await Backends().echo("/x") {
        $0.query.append("a", 1)
        $0.query.append("b", 2)
        $0.query.append("a", "x y&=")
        $0.query.set("b", to: 3)
        $0.query.append("c", 4)
        $0.query.remove("c")
      }
      #expect(seen.target == "/mfp/api/x?a=1&b=3&a=x%20y%26%3D")
    }

    @Test func `W4: the query in the URL stays byte for byte`() async throws {
      let inline = "a=b=c&d=%7e%2f+~&&e&f=(!*')"
      #expect(try await Backends().echo("/x?\(inline)").target == "/mfp/api/x?\(inline)")
      #expect(
        try await Backends().echo("/x?\(inline)") { $0.query.append("g", "h") }.target
          == "/mfp/api/x?\(inline)&g=h"
      )
    }

    @Test func `W5: a procedure's arguments travel as params, in the query for GET, as a form field for POST`()
      async throws
    {
      let arguments: [JSON] = ["a", 2, [true, nil]]
      let encoded = "%5B%22a%22%2C2%2C%5Btrue%2Cnull%5D%5D"
      let get = try await Backends().echo("/adapters/Js/p") { $0.procedureParameters = arguments }
      #expect(get.target == "/mfp/api/adapters/Js/p?params=\(encoded)")
      let post = try await Backends().echo("/adapters/Js/p", method: .post) { $0.procedureParameters = arguments }
      #expect(post.target == "/mfp/api/adapters/Js/p")
      #expect(post.body == "params=\(encoded)")
      #expect(post.headers(named: "Content-Type") == ["application/x-www-form-urlencoded"])
    }

    @Test func `W6: form parameters are sent in the body, in order, repeated ones too`() async throws {
      let seen = try await Backends().echo("/x", method: .post) {
        $0.body = .form(["height": "175", "name": "Ann & Ümit", "height": "1+2"])
      }
      #expect(seen.body == "height=175&name=Ann+%26+%C3%9Cmit&height=1%2B2")
      #expect(seen.headers(named: "Content-Type") == ["application/x-www-form-urlencoded"])
      #expect(seen.headers(named: "Content-Length") == ["46"])
    }

    @Test func `W7: header fields are set, added, read and removed without regard to case`() async throws {
      var headers = Headers()
      headers["birthdate"] = "2015-06-06"
      headers.append("X-Many", "1")
      headers.append("x-many", "2")
      headers["Gone"] = "x"
      headers.remove("gone")
      #expect(headers["X-MANY"] == "1")
      #expect(headers.values(for: "x-many") == ["1", "2"])
      #expect(headers.names == ["birthdate", "X-Many"])
      let sent = headers
      let seen = try await Backends().echo("/x") { $0.headers = sent }
      #expect(seen.headers(named: "Birthdate") == ["2015-06-06"])
      #expect(seen.headers(named: "X-Many") == ["1", "2"])
      #expect(seen.headers(named: "Gone").isEmpty)
    }

    static let bodies: [(ResourceRequest.Body, String, String)] = [
      (.string("héllo"), "text/plain; charset=utf-8", "héllo"),
      (.string("h\u{e9}llo", charset: .utf8), "text/plain; charset=utf-8", "héllo"),
      (.json(["a": [1, 2.5, nil, true]]), "application/json", #"{"a":[1,2.5,null,true]}"#),
      (.json([1, 2]), "application/json", "[1,2]"),
      (.json("text"), "application/json", #""text""#),
      (.data(Data([0x00, 0x7F])), "application/octet-stream", "\u{0}\u{7F}"),
      (.data(Data("<a/>".utf8), type: "text/xml"), "text/xml", "<a/>"),
    ]

    @Test(arguments: 0..<bodies.count)
    func `W8: text, JSON and bytes are sent with their content type`(index: Int) async throws {
      let (body, contentType, text) = Self.bodies[index]
      let seen = try await Backends().echo("/x", method: .post) { $0.body = body }
      #expect(seen.headers(named: "Content-Type") == [contentType])
      #expect(seen.body == text)
    }

    @Test(arguments: ["GET", "POST", "PUT", "DELETE", "PATCH", "OPTIONS", "SEARCH"])
    func `W8: a body is sent with every method that may have one`(name: String) async throws {
      let method = try #require(RequestMethod(name))
      let seen = try await Backends().echo("/x", method: method) { $0.body = .json(["k": 1]) }
      #expect(seen.method == name)
      #expect(seen.body == #"{"k":1}"#)
    }

    @Test(arguments: ["HEAD", "TRACE"])
    func `W8: a body is refused where none may be, never dropped`(name: String) async throws {
      let method = try #require(RequestMethod(name))
      let backends = try Backends()
      let error = await #expect(throws: ResourceError.self) {
        try await backends.echo("/x", method: method) { $0.body = .string("x") }
      }
      #expect(error?.code == .invalidBody)
      #expect(backends.server.connections.isEmpty)
    }
  }
#endif
