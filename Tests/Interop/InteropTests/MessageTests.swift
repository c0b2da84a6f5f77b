// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Foundation
import ResourceRequestKit
import Testing

/// Requests as third-party servers parse them, and their responses.
@Suite struct MessageTests {
  static let transports = TransportUnderTest.allCases

  @Test(arguments: transports)
  func `path and query values arrive as what they were`(over transport: TransportUnderTest) async throws {
    var request = ResourceRequest(try Servers.httpbin("/anything/{first}/{last}?kept=a%20b&kept"))
    request.pathParameters = ["first": "Ann & Co", "last": "Ümit/7?#"]
    request.query.append("tag", "x y+z")
    request.query.append("tag", "=&%")
    let response = try await transport.client().send(request)
    let echo = try HttpbinEcho(response.data)
    #expect(echo.args == ["kept": ["a b", ""], "tag": ["x y+z", "=&%"]])
    // WSGI decodes the path; nginx shows its bytes.
    #expect(echo.url.contains("/anything/Ann%20&%20Co/Ümit/7%3F%23?"))
    request.target = try Servers.nginx("/echo/{first}/{last}?kept=a%20b&kept")
    let bytes = try NginxEcho(await transport.client().send(request).data).target
    #expect(bytes == "/echo/Ann%20%26%20Co/%C3%9Cmit%2F7%3F%23?kept=a%20b&kept&tag=x%20y%2Bz&tag=%3D%26%25")
  }

  @Test(arguments: transports)
  func `a form arrives as its pairs`(over transport: TransportUnderTest) async throws {
    var request = ResourceRequest(try Servers.httpbin("/anything"), method: .post)
    request.body = .form(["height": "1,75 m", "name": "Ümit & Söhne", "tag": ["a", "b+c"]])
    let echo = try HttpbinEcho(await transport.client().send(request).data)
    #expect(echo.form == ["height": "1,75 m", "name": "Ümit & Söhne", "tag": ["a", "b+c"]])
    #expect(echo.headers["Content-Type"] == "application/x-www-form-urlencoded")
  }

  @Test(arguments: transports, [RequestMethod.post, .put, .patch, .delete])
  func `JSON arrives as the value it was`(over transport: TransportUnderTest, method: RequestMethod) async throws {
    let value: JSON = ["n": 1.5, "list": [1, nil, true, "ü\u{1F600}\\\"\n"], "empty": [:]]
    var request = ResourceRequest(try Servers.httpbin("/anything"), method: method)
    request.body = .json(value)
    let answer = try #require(try await transport.client().send(request).json)
    #expect(answer["json"] == value)
    #expect(answer["method"].string == method.name)
    #expect(answer["headers"]["Content-Type"].string == "application/json")
  }

  @Test(arguments: transports)
  func `text and data arrive with their types`(over transport: TransportUnderTest) async throws {
    var request = ResourceRequest(try Servers.httpbin("/anything"), method: .post)
    request.body = .string("Grüße")
    let text = try HttpbinEcho(await transport.client().send(request).data)
    #expect(text.data == "Grüße")
    #expect(text.headers["Content-Type"] == "text/plain; charset=utf-8")
    request.body = .data(Data([0, 1, 2, 255]))
    let data = try HttpbinEcho(await transport.client().send(request).data)
    #expect(data.data == "data:application/octet-stream;base64,AAEC/w==")
  }

  @Test(arguments: transports)
  func `a client says who it is and takes any type`(over transport: TransportUnderTest) async throws {
    let response = try await transport.client().send(ResourceRequest(Servers.nginx("/echo")))
    let echo = try NginxEcho(response.data)
    #expect(echo.userAgent.hasPrefix("swift-resource-request/"))
    #expect(echo.accept == "*/*")
    #expect(try response.url.string == Servers.nginx("/echo"))
  }

  @Test(
    arguments: transports,
    [
      ("latin1", "Grüße, £"), ("cyrillic", "Привет"), ("sjis", "日本語"), ("utf16", "hi \u{1F600}"), ("bom", "über"),
    ]
  )
  func `text is read by the charset it came in`(
    over transport: TransportUnderTest,
    file: (name: String, text: String)
  ) async throws {
    let request = ResourceRequest(try Servers.nginx("/charset/\(file.name).txt"))
    #expect(try await transport.client().send(request).text == file.text)
  }

  @Test(arguments: transports)
  func `a service's password opens its door and no other`(over transport: TransportUnderTest) async throws {
    let service = BackendService(
      name: "vault",
      baseURL: try ResourceURL(Servers.nginx("/")),
      credential: .basic(username: "anna", password: Secret("p:ss wörd"))
    )
    let client = transport.client(service)
    let opened = try await client.send(ResourceRequest("auth", service: "vault"))
    #expect(opened.status == 200)
    #expect(opened.text == "small\n")
    let shut = try await client.send(ResourceRequest(Servers.nginx("/auth")))
    #expect(shut.status == 401)
    #expect(shut.headers["WWW-Authenticate"] == "Basic realm=\"interop\"")
  }

  @Test(arguments: transports)
  func `the total timeout holds whatever the server does`(over transport: TransportUnderTest) async throws {
    // The head comes at once and then a few bytes every second, so no single wait is long.
    let request = ResourceRequest(try Servers.nginx("/slow.bin"), timeout: .milliseconds(300))
    let error = await #expect(throws: ResourceError.self) { try await transport.client().send(request) }
    #expect(error?.code == .deadlineExceeded)
  }
}
