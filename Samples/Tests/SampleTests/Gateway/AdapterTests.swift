// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import AdapterGateway
import ResourceRequestKit
import Testing

@Suite struct AdapterTests {
  @Test func `the Java adapter answers an object with exactly the values sent in every place`() async throws {
    try await withGateway { client in
      var request = ResourceRequest("/adapters/JavaAdapter/users/{first}/{middle}/{last}", method: .post)
      request.pathParameters = ["first": "Ann", "middle": "B C", "last": "Ümit/7"]
      request.query.set("age", to: 31)
      request.headers["birthdate"] = "2015-06-06"
      request.body = .form(["height": "1+7 &=5"])
      let response = try await client.send(request).successful()
      #expect(
        response.json == [
          "first": "Ann", "middle": "B C", "last": "Ümit/7", "age": 31, "height": "1+7 &=5", "birthdate": "2015-06-06",
        ]
      )
    }
  }

  @Test(arguments: [RequestMethod.get, .post, .delete])
  func `the JavaScript adapter takes its arguments from query and form`(_ method: RequestMethod) async throws {
    try await withGateway { client in
      var request = ResourceRequest("/adapters/JavaScriptAdapter/describe", method: method)
      request.procedureParameters = ["a&b=c", 7, ["x": nil]]
      let result = try #require(try await client.send(request).adapterResult)
      #expect(result.isSuccessful)
      #expect(result.payload["arguments"] == ["a&b=c", 7, ["x": nil]])
      #expect(result.payload["count"] == 3)
    }
  }

  @Test func `a failed procedure comes with status 200 and its errors`() async throws {
    try await withGateway { client in
      var request = ResourceRequest("/adapters/JavaScriptAdapter/fail")
      request.procedureParameters = ["no money left"]
      let response = try await client.send(request)
      let result = try #require(response.adapterResult)
      #expect(response.status == 200)
      #expect(!result.isSuccessful)
      #expect(result.errors == ["no money left"])
    }
  }

  @Test func `array, text and row payloads arrive under their keys`() async throws {
    try await withGateway { client in
      let cities = try await client.send(ResourceRequest("/adapters/JavaScriptAdapter/cities"))
      #expect(cities.adapterResult?.array?.count == 3)
      let motto = try await client.send(ResourceRequest("/adapters/JavaScriptAdapter/motto"))
      #expect(motto.adapterResult?.text?.isEmpty == false)
      let accounts = try await client.send(ResourceRequest("/adapters/JavaScriptAdapter/accounts"))
      #expect(accounts.adapterResult?.resultSet?.count == 2)
    }
  }

  @Test func `a joke is reached over a redirect and read from its nested object`() async throws {
    try await withGateway { client in
      let response = try await client.send(ResourceRequest("/adapters/joke/random")).successful()
      let joke = try #require(response.json?["value"])
      #expect(joke["joke"].string?.isEmpty == false)
      #expect(response.redirects.map(\.status) == [302])
      #expect(response.url.path == "/mfp/api/adapters/joke/\(joke["id"].int ?? 0)")
    }
  }

  @Test func `the echo shows path and query as they came`() async throws {
    try await withGateway { client in
      var request = ResourceRequest("/adapters/echo/a%2Fb?x=1=2&y=%20", method: .put)
      request.body = .string("Grüße")
      let echo = try #require(try await client.send(request).json)
      #expect(echo["method"] == "PUT")
      #expect(echo["path"] == "/mfp/api/adapters/echo/a%2Fb")
      #expect(echo["query"] == "x=1=2&y=%20")
      #expect(echo["body"] == "Grüße")
    }
  }

  @Test(arguments: ["/adapters/nobody/x", "/adapters/joke/0", "/adapters/JavaScriptAdapter/nothing", "/nowhere/x"])
  func `what is not there is a 404 that says what is`(_ path: String) async throws {
    try await withGateway { client in
      let response = try await client.send(ResourceRequest(path))
      #expect(response.status == 404)
      #expect(response.json?["error"]["message"].string?.isEmpty == false)
    }
  }
}
