// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Curl
  import Foundation
  import ResourceRequestKit
  import ResourceRequestTesting
  import TestSupport
  import Testing

  /// Where requests go and what is sent with them: rows W12, W15, R5, R6.
  struct ServiceRows {
    @Test func `W12: the published list form routes to its services with their credentials`() async throws {
      let server = try ScriptedServer.echo()
      let configuration = try ResourceConfiguration(
        json: """
          { "backendServices": [
            { "service": "resorts", "baseUrl": "\(server.url("/resorts/"))",
              "auth": { "type": "basic", "credential": { "username": "ann", "password": "pa55" } } },
            { "service": "tone", "baseUrl": "\(server.url("/tone"))",
              "auth": { "type": "apikey", "credential": { "apikey": "k3y", "policy": "basic", "name": "apikey" } },
              "ConnectionProperties": { "maxConnetions": "50", "connectionTimeoutInMilliseconds": "30000",
                                        "socketTimeoutInMilliseconds": "30000" } } ] }
          """
      )
      let client = ResourceClient(configuration: configuration)
      let resorts = try EchoedRequest(
        json: try await client.send(ResourceRequest("cities?q=1", service: "resorts")).data
      )
      #expect(resorts.target == "/resorts/cities?q=1")
      #expect(resorts.headers(named: "Authorization") == ["Basic " + Data("ann:pa55".utf8).base64EncodedString()])
      let tone = try EchoedRequest(json: try await client.send(ResourceRequest("/v3", service: "tone")).data)
      #expect(tone.target == "/tone/v3")
      #expect(tone.headers(named: "Authorization") == ["Basic " + Data("apikey:k3y".utf8).base64EncodedString()])
    }

    @Test func `W12: the single-service object is a configuration of its own`() async throws {
      let server = try ScriptedServer.echo()
      let configuration = try ResourceConfiguration(
        json: #"{"service": "resorts", "baseUrl": "\#(server.url("/r"))"}"#
      )
      let response = try await ResourceClient(configuration: configuration)
        .send(ResourceRequest("x", service: "resorts"))
      #expect(try EchoedRequest(json: response.data).target == "/r/x")
      #expect(response.request.service == "resorts")
    }

    @Test func `W12: a service that is not configured here, or says so, goes through the gateway's connector`()
      async throws
    {
      let backends = try Backends()
      #expect(try await backends.echo("x", service: "elsewhere").target == "/mfp/api/backendservice/elsewhere/x")
      #expect(try await backends.echo("/x?a=1", service: "/remote").target == "/mfp/api/backendservice/remote/x?a=1")
    }

    @Test func `W12: an absolute URL with a service, and an unknown service, are errors before anything is sent`()
      async throws
    {
      let backends = try Backends()
      let both = await #expect(throws: ResourceError.self) {
        try await backends.echo(backends.server.url(), service: "resorts")
      }
      #expect(both?.code == .absoluteURLWithService)
      let unknown = await #expect(throws: ResourceError.self) {
        try await ResourceClient().send(ResourceRequest("x", service: "resorts"))
      }
      #expect(unknown?.code == .unknownService)
      #expect(backends.server.connections.isEmpty)
    }

    @Test func `W15: global headers go with every request, those of the gateway with its own`() async throws {
      let backends = try Backends(
        defaults: ServiceSettings(headers: ["X-Global": "g", "Accept": "application/json"]),
        gatewayHeaders: ["X-Gateway": "1"]
      )
      let toGateway = try await backends.echo("/x")
      #expect(toGateway.headers(named: "X-Global") == ["g"])
      #expect(toGateway.headers(named: "X-Gateway") == ["1"])
      #expect(toGateway.headers(named: "Accept") == ["application/json"])
      let toService = try await backends.echo("x", service: "resorts") { $0.headers["x-global"] = "own" }
      #expect(toService.headers(named: "X-Global") == ["own"])
      #expect(toService.headers(named: "X-Gateway").isEmpty)
      let elsewhere = try await backends.echo(backends.server.url("/abs"))
      #expect(elsewhere.headers(named: "X-Global") == ["g"])
      #expect(elsewhere.headers(named: "X-Gateway").isEmpty)
    }

    @Test func `R5: default parameters are added to every request`() async throws {
      let folder = FileManager.default.temporaryDirectory.appending(path: "identity-\(UUID())")
      defer { try? FileManager.default.removeItem(at: folder) }
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      let identity = try ClientIdentity(file: folder.appending(path: "id").path)
      let clock = ManualClock(date: Date(timeIntervalSince1970: 1_709_210_096))
      let options = ClientOptions(
        defaultParameters: [
          .constant("messageType", "login"), .timestamp("timestamp"), .timestamp("local", secondsFromGMT: 3600),
          .clientID("deviceID", identity),
        ],
        environment: RequestEnvironment(clock: clock)
      )
      let backends = try Backends(options: options)
      let common =
        "messageType=login&timestamp=20240229123456&local=20240229133456&deviceID=\(identity.id)"
      #expect(try await backends.echo("/x") { $0.query.set("a", to: 1) }.target == "/mfp/api/x?a=1&\(common)")
      let form = try await backends.echo("/x", method: .post) {
        $0.body = .form(["a": "1", "messageType": "own"])
      }
      #expect(form.body == "a=1&messageType=own&timestamp=20240229123456&local=20240229133456&deviceID=\(identity.id)")
      #expect(form.target == "/mfp/api/x")
      #expect(try ClientIdentity(file: folder.appending(path: "id").path) == identity)
    }

    @Test func `R6: an answer in a wire format of its own is decoded by a pluggable decoder`() async throws {
      struct Login: Decodable, Equatable {
        var respCode: Int
        var user: String
        var admin: Bool
        var note: String?
      }
      let server = try ScriptedServer(responses: [
        ScriptedResponse(200, headers: [], "respCode=0&user=Ann%20%26%20%C3%9Cmit&admin=true&END"),
        ScriptedResponse(200, headers: [], "respCode=0&user=Ann"),
      ])
      let client = ResourceClient()
      let request = ResourceRequest(server.url())
      let login = try await client.value(Login.self, for: request, by: KeyValueResponseDecoder())
      #expect(login == Login(respCode: 0, user: "Ann & Ümit", admin: true))
      let error = await #expect(throws: ResourceError.self) {
        try await client.value(Login.self, for: request, by: KeyValueResponseDecoder())
      }
      #expect(error?.code == .decodingFailed)
      #expect(error?.message.contains("END") == true)
      #expect(error?.response?.text == "respCode=0&user=Ann")
    }
  }
#endif
