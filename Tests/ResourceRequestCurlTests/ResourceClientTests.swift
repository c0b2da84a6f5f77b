// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Curl
  import Foundation
  import ResourceRequestKit
  import TestSupport
  import Testing

  struct ResourceClientTests {
    @Test func `a request to a gateway's adapter arrives as it was described`() async throws {
      let server = try ScriptedServer.echo()
      let client = ResourceClient(
        configuration: ResourceConfiguration(gateway: Gateway(serverURL: try ResourceURL(server.url("/mfp"))))
      )
      var request = ResourceRequest("/adapters/JavaAdapter/users/{first}/{last}", method: .post)
      request.pathParameters = ["first": "Ann", "last": "Ümit/7"]
      request.query.set("age", to: 31)
      request.headers["birthdate"] = "2015-06-06"
      request.body = .form(["height": "175"])
      let response = try await client.send(request)
      #expect(response.status == 200)
      let echoed = try #require(response.json)
      #expect(echoed["target"].string == "/mfp/api/adapters/JavaAdapter/users/Ann/%C3%9Cmit%2F7?age=31")
      #expect(echoed["body"].string == "height=175")
    }
  }
#endif
