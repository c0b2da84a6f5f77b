// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import AdapterGateway
import FlyingFox
import Foundation
import LoopbackServer
import ResourceRequestKit
import Synchronization
import Testing

/// The options for authorization; third-party token servers and passwords are tested in Tests/Interop.
@Suite struct AuthorizationFlagsTests {
  private static let client = ["--client-id", "sample", "--client-secret-env", "SAMPLE_SECRET"]

  /// Runs the command against the sample gateway, with its client's secret in the environment.
  private func run(_ url: String, _ arguments: [String], _ more: [String: String] = [:]) async throws
    -> BuiltProduct.Outcome
  {
    let environment = ["SAMPLE_SECRET": "sample-secret"].merging(more) { $1 }
    return try await BuiltProduct.resource.run(
      arguments.map { $0.replacing("URL", with: url) },
      environment: environment
    )
  }

  @Test(
    arguments: [
      // The gateway's token endpoint, with the scope learned from a challenge or given; then a token endpoint given by
      // URL, for the gateway and for an absolute URL.
      ["/adapters/account/balance", "--gateway", "URL"],
      ["/adapters/account/balance", "--gateway", "URL", "--scope", "account"],
      ["/adapters/account/balance", "--gateway", "URL", "--token-url", "URL/api/az/v1/token"],
      ["URL/api/adapters/account/balance", "--token-url", "URL/api/az/v1/token", "--scope", "account"],
    ]
  )
  func `a program's token is fetched and sent`(_ arguments: [String]) async throws {
    let server = try await GatewayServer.start()
    let outcome = try await run(server.url + "/mfp", ["send", "GET"] + arguments + Self.client)
    await server.stop()
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.text.contains("1017.5"))
  }

  @Test func `an address that refuses a token gets another, once, and all that was asked of it`() async throws {
    let tokens = Mutex(0)
    let asked = Mutex<[String]>([])
    let server = try await LoopbackServer.start(
      handler: ClosureHTTPHandler { request in
        if request.path == "/token" {
          tokens.withLock { $0 += 1 }
          let body = #"{"access_token": "t\#(tokens.withLock(\.self))", "token_type": "Bearer", "expires_in": 3600}"#
          return HTTPResponse(statusCode: .ok, body: Data(body.utf8))
        }
        let field = request.headers[.authorization] ?? "nothing"
        let body = String(decoding: try await request.bodyData, as: UTF8.self)
        asked.withLock { $0.append("\(field) \(request.target.rawValue) \(body)") }
        if field == "Bearer t2" { return HTTPResponse(statusCode: .ok, body: Data("done".utf8)) }
        let challenge = [HTTPHeader("WWW-Authenticate"): #"Bearer error="invalid_token""#]
        return HTTPResponse(statusCode: .unauthorized, headers: HTTPHeaders(challenge), body: Data())
      }
    )
    let arguments = [
      "send", "POST", "URL/{name}/?a=b%20c&d", "--path", "name=Ü/1", "--query", "e=f", "--form", "x=1",
      "--param", "2", "--token-url", "URL/token",
    ]
    let outcome = try await run(server.url, arguments + Self.client)
    await server.stop()
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.text == "done")
    let rest = "/%C3%9C%2F1/?a=b%20c&d&e=f x=1&params=%5B2%5D"
    #expect(asked.withLock(\.self) == ["Bearer t1 \(rest)", "Bearer t2 \(rest)"])
    #expect(tokens.withLock(\.self) == 2)
  }

  @Test func `a configured service is asked as the program the flags name`() async throws {
    let server = try await GatewayServer.start()
    let url = server.url + "/mfp"
    try await withTemporaryFolder { folder in
      let file = folder.appending(path: "backends.json")
      let service = #"{"service": "bank", "baseUrl": "\#(url)/api/adapters/account", "auth": {"type": "oauth2", "#
      let auth = #""tokenUrl": "\#(url)/api/az/v1/token", "clientId": "sample", "clientSecret": "sample-secret"}}"#
      try Data((service + auth).utf8).write(to: file)
      let bank = ["send", "GET", "balance", "--service", "bank", "--config", file.path]
      // Without `--scope`, the service's tokens have no scope.
      #expect(try await run(url, bank).status == 1)
      #expect(try await run(url, bank + ["--scope", "account"]).status == 0)
      let token = ["--token-url", "\(url)/api/az/v1/token"]
      #expect(try await run(url, bank + token + Self.client + ["--scope", "account"]).status == 0)
      let wrong = try await run(url, bank + token + Self.client, ["SAMPLE_SECRET": "hush"])
      #expect(wrong.status == 3)
      #expect(wrong.errors.contains("invalid_client"))
      #expect(!wrong.errors.contains("hush"))
    }
    await server.stop()
  }

  @Test func `a bearer token of the environment goes to the server, and is not shown`() async throws {
    let server = try await GatewayServer.start()
    let url = server.url + "/mfp"
    let variable = ["TOKEN": "hush-1"]
    for target in [["/adapters/echo/x", "--gateway", url], ["\(url)/api/adapters/echo/x"]] {
      let bearer = target + ["--bearer-env", "TOKEN"]
      let sent = try await run(url, ["send", "GET"] + bearer, variable)
      #expect(try JSON(parsing: sent.text)["headers"]["authorization"] == "Bearer hush-1")
      let explained = try await run(url, ["explain", "GET"] + bearer, variable)
      let ofGateway = explained.text.contains(/kind +bearer, ‹redacted› +\(gateway --bearer-env\)/)
      let ofRequest = explained.text.contains(/kind +the request's own Authorization field +\(call\)/)
      #expect(target.count > 1 ? ofGateway : ofRequest, "\(explained.text)")
      #expect(!explained.text.contains("hush"))
      let verbose = try await run(url, ["send", "GET"] + bearer + ["--verbose"], variable)
      #expect(!verbose.errors.contains("hush"))
    }
    await server.stop()
  }

  @Test func `a user logs in where the server asks, and nowhere else`() async throws {
    let server = try await LoopbackServer.start(handler: ClosureHTTPHandler(Self.login))
    let elsewhere = try await LoopbackServer.start(handler: ClosureHTTPHandler(Self.login))
    let user = ["--user", "ann", "--password-env", "PASSWORD"]
    let variable = ["PASSWORD": "hu:sh"]
    let sent = try await run("", ["send", "POST", "\(server.url)/", "--body", "x"] + user, variable)
    #expect(sent.status == 0, "\(sent.errors)")
    #expect(sent.text == "Basic \(Data("ann:hu:sh".utf8).base64EncodedString())")
    let wrong = try await run("", ["send", "GET", "\(server.url)/"] + user, ["PASSWORD": "no"])
    #expect(wrong.status == 1)
    // Credentials are not sent to another server, even if it asks for the same realm.
    let redirected = try await run("", ["send", "GET", "\(server.url)/to?\(elsewhere.url)/"] + user, variable)
    #expect(redirected.status == 1)
    await server.stop()
    await elsewhere.stop()
  }

  /// Asks for Ann's password; redirects to the query if there is one.
  private static func login(_ request: HTTPRequest) -> HTTPResponse {
    let query = request.target.query()
    if !query.isEmpty { return HTTPResponse(statusCode: .found, headers: [.location: query], body: Data()) }
    guard let field = request.headers[.authorization], field.hasSuffix(Data("ann:hu:sh".utf8).base64EncodedString())
    else {
      let asked = [HTTPHeader("WWW-Authenticate"): "Basic realm=\"r\""]
      return HTTPResponse(statusCode: .unauthorized, headers: HTTPHeaders(asked), body: Data())
    }
    return HTTPResponse(statusCode: .ok, body: Data(field.utf8))
  }

  @Test func `explain shows who would ask, without asking`() async throws {
    let arguments = ["explain", "GET", "/adapters/account/balance", "--gateway", "http://127.0.0.1:1/mfp"]
    let program = try await run("", arguments + Self.client + ["--scope", "b  a"]).text
    #expect(program.contains(/kind +oauth2, client sample, .* \(gateway --client-id\)/), "\(program)")
    #expect(program.contains(/scope +RegisteredClient a b +\(call\)/))
    #expect(!program.contains("sample-secret"))
    let user = try await run("", arguments + ["--user", "ann"]).text
    #expect(user.contains(/kind +a login from the client's store, where the server asks +\(client\)/))
  }

  @Test(arguments: [
    ["--client-id", "a"], ["--client-secret-env", "A"], ["--token-url", "http://a/"], ["--password-env", "A"],
    ["--client-id", "a", "--client-secret-env", "UNSET_VARIABLE"], ["--bearer-env", "UNSET_VARIABLE"],
    ["--bearer-env", "hush.hush"], ["--user", "ann:hush"], ["--user", "ann", "--bearer-env", "A"],
    ["--scope", "a"], ["--scope", "a", "--user", "ann"], ["--bearer-env", "HOME", "--header", "Authorization: hush"],
    ["--client-id", "a", "--client-secret-env", "HOME"], ["--token-url", "ftp://a", "--client-id", "a"],
  ])
  func `what cannot be meant is wrong usage, and no secret is repeated`(_ arguments: [String]) async throws {
    let outcome = try await run("", ["send", "GET", "http://127.0.0.1:1/"] + arguments)
    #expect(outcome.status == 64, "\(outcome.errors)")
    #expect(!outcome.errors.contains("hush"))
    #expect(outcome.errors.contains("--"))
  }
}
