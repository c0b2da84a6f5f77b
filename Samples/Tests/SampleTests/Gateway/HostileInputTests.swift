// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import AdapterGateway
import FlyingFox
import Foundation
import LoopbackServer
import ResourceRequestKit
import Testing

/// Malicious requests: the gateway always responds, and keeps running.
@Suite struct HostileInputTests {
  /// Numbers at or beyond the limits of integers, and texts that are not numbers.
  private static let numbers = [
    "-9223372036854775808", "9223372036854775807", "9223372036854775808", "-1", "0", "1e300", "-1e308", "1e999", "NaN",
    "0x10", "+5", "18446744073709551616", "4611686018427387904", "", "٣",
  ]

  @Test func `no number in any place ends the gateway`() async throws {
    let server = try await GatewayServer.start()
    let adapters = server.url + "/mfp/api/adapters/"
    let client = ResourceClient()
    for number in Self.numbers {
      for path in [
        "joke/{n}", "delay/{n}", "status/{n}", "conflict/a/{n}", "conflict/{n}/1",
        "JavaScriptAdapter/add?params=[{n}]", "JavaScriptAdapter/add?params=[{n},{n},{n}]",
        "JavaScriptAdapter/describe?params=[{n}]", "JavaScriptAdapter/fail?params=[{n}]",
        "JavaScriptAdapter/add?params={n}",
      ] where path.first != "d" || !["9223372036854775807"].contains(number) {
        let text = path.replacing(
          "{n}",
          with: number.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
        )
        let answer = try await client.send(ResourceRequest(adapters + text))
        #expect(answer.status.code < 500 || path.hasPrefix("status"), "\(text): \(answer.status)")
      }
      var user = ResourceRequest(adapters + "JavaAdapter/users/a/b/c", method: .post)
      user.query.set("age", to: number)
      #expect(try await client.send(user).status.code < 500)
    }
    await server.stop()
  }

  @Test func `sums are right, or said not to be`() async throws {
    try await withGateway { client in
      for (arguments, sum) in [
        ("[1,2.5]", "3.5"), ("[9007199254740991,-9007199254740991]", "0"), ("[-9223372036854775808]", "-9.22"),
        ("[9223372036854775807,9223372036854775807]", "1.84"), ("[1e308,1e308]", nil), ("[\"1\"]", nil), ("[]", "0"),
      ] as [(String, String?)] {
        var request = ResourceRequest("/adapters/JavaScriptAdapter/add")
        request.query.set("params", to: arguments)
        let result = try #require(try await client.send(request).adapterResult)
        #expect(result.isSuccessful == (sum != nil), "\(arguments)")
        if let sum { #expect(result.payload["sum"]?.text().hasPrefix(sum) == true, "\(arguments)") }
      }
    }
  }

  @Test(arguments: [
    "http://evil.example/", "http://mfpredirecturi%0D%0ASet-Cookie:%20a=b", "http://mfpredirecturi%0D%0A%0D%0A<p>",
    "http://mfpredirecturi%0A", "http://mfpredirecturi%00", "http://mfpredirecturi/", "http://mfpredirecturi?x",
    "http://mfpredirecturi%23x", "http://mfpredirecturi@evil.example", "HTTP://mfpredirecturi", "//evil.example",
    "javascript:alert(1)", "http://mfpredirecturi%CC%81", "http://evil.example/%23http://mfpredirecturi",
  ])
  func `codes go to registered addresses only, and no answer is split`(_ address: String) async throws {
    let server = try await GatewayServer.start()
    let target = "/mfp/api/az/v1/authorization?response_type=code&client_id=x&redirect_uri=\(address)"
    let request = "GET \(target) HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"
    let answer = try await RawExchange.send(request, to: server.url)
    #expect(answer.hasPrefix("HTTP/1.1 400 "), "\(answer)")
    #expect(!answer.contains("Location") && !answer.contains("Set-Cookie"))
    await server.stop()
  }

  @Test(arguments: ["a\rX-Evil: b", "a b", "a/b", "a@b", "a%0d", "", "ä"])
  func `a host that is none gets into no answer`(_ host: String) async throws {
    let server = try await GatewayServer.start()
    let body = #"{"jwk":{}}"#
    let request =
      "POST /mfp/api/registration/v1/self HTTP/1.1\r\nHost: \(host)\r\nConnection: close\r\n"
      + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
    let answer = try await RawExchange.send(request, to: server.url)
    #expect(answer.hasPrefix("HTTP/1.1 400 "), "\(answer)")
    #expect(answer.contains("badHost") && !answer.contains("X-Evil"))
    await server.stop()
  }

  @Test func `no handler's field ends its line, and no request's field comes back as it is`() async throws {
    let server = try await LoopbackServer.start(
      handler: ClosureHTTPHandler { request in
        let text = request.headers[HTTPHeader("X-Text")]?.replacing("_", with: "\n") ?? ""
        return HTTPResponse(statusCode: .ok, headers: [HTTPHeader("X-Back"): "a\(text)b"], body: Data())
      }
    )
    let unsafe = "GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\nX-Text: _Set-Cookie: a=b\r\n\r\n"
    let refused = try await RawExchange.send(unsafe, to: server.url)
    #expect(refused.hasPrefix("HTTP/1.1 500 ") && !refused.contains("Set-Cookie"), "\(refused)")
    let echoed = "GET / HTTP/1.1\r\nHost: a\r\nConnection: close, x\rSet-Cookie: a=b\r\n\r\n"
    #expect(try await RawExchange.send(echoed, to: server.url).contains("Set-Cookie") == false)
    await server.stop()
  }
}
