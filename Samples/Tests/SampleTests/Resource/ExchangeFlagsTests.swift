// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import AdapterGateway
import FlyingFox
import Foundation
import LoopbackServer
import ResourceRequestKit
import Testing

/// `--expect-continue`, `--compressed`, `--cookie-jar`, and `--progress` for uploads.
@Suite struct ExchangeFlagsTests {
  @Test func `the server is asked for compression, or not, and whether it wants the body`() async throws {
    let server = try await GatewayServer.start()
    let echo = ["send", "POST", server.url + "/mfp/api/adapters/echo/x", "--body", "text"]
    let plain = try await BuiltProduct.resource.run(echo + ["--compressed"]).json
    #expect(plain["headers"]["accept-encoding"].string?.contains("gzip") == true)
    #expect(plain["headers"]["expect"].string == nil)
    let flagged = try await BuiltProduct.resource.run(echo + ["--no-compressed", "--expect-continue"]).json
    #expect(flagged["headers"]["accept-encoding"] == "identity")
    #expect(flagged["headers"]["expect"] == "100-continue")
    #expect(flagged["body"] == "text")
    await server.stop()
  }

  @Test func `a body is compressed where the flag says so, and where that makes it smaller`() async throws {
    let server = try await GatewayServer.start()
    let echo = ["send", "POST", server.url + "/mfp/api/adapters/echo/x", "--compress-request", "gzip", "--body"]
    let long = try await BuiltProduct.resource.run(echo + [String(repeating: "text ", count: 100)]).json
    #expect(long["headers"]["content-encoding"] == "gzip")
    let short = try await BuiltProduct.resource.run(echo + ["text"]).json
    #expect(short["headers"]["content-encoding"].string == nil)
    #expect(short["body"] == "text")
    await server.stop()
  }

  @Test func `explain says what the flags decide`() async throws {
    let flags = ["--no-compressed", "--expect-continue", "--cookie-jar", "/jar", "--body", "x"]
    let text = try await BuiltProduct.resource.run(["explain", "POST", "http://127.0.0.1:1/"] + flags).text
    #expect(text.contains(/Accept-Encoding +identity +\(call\)/))
    #expect(text.contains(/expectContinue +0 +\(call\)/))
    #expect(text.contains(/cookies +sent and kept +\(client\)/))
  }

  @Test func `cookies are kept from one run to the next, where a jar is named`() async throws {
    let server = try await LoopbackServer.start(
      handler: ClosureHTTPHandler { request in
        let headers: HTTPHeaders = [.setCookie: "seen=yes; Max-Age=3600; Path=/"]
        let cookies = request.headers[.cookie] ?? "none"
        return HTTPResponse(statusCode: .ok, headers: headers, body: Data(cookies.utf8))
      }
    )
    try await withTemporaryFolder { folder in
      let path = folder.appending(path: "cookies.json").path
      let get = ["send", "GET", server.url + "/"]
      let jar = get + ["--cookie-jar", path]
      #expect(try await BuiltProduct.resource.run(jar).text == "none")
      #expect(try await BuiltProduct.resource.run(jar).text == "seen=yes")
      #expect(try await BuiltProduct.resource.run(get).text == "none")
      #expect(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int == 0o600)
      try Data("no cookies".utf8).write(to: URL(filePath: path))
      let broken = try await BuiltProduct.resource.run(jar)
      #expect(broken.status == 64)
      #expect(broken.errors.contains("--cookie-jar"))
    }
    await server.stop()
  }

  @Test func `progress without an output file is that of the upload`() async throws {
    let server = try await GatewayServer.start()
    try await withTemporaryFolder { folder in
      let file = folder.appending(path: "film")
      try Data(count: 300_000).write(to: file)
      let upload = ["send", "PUT", server.url + "/mfp/api/adapters/echo/x", "--upload", file.path, "--progress"]
      let outcome = try await BuiltProduct.resource.run(upload)
      #expect(outcome.status == 0)
      #expect(outcome.errors.split(separator: "\n").last?.hasPrefix("100%  300.0 kB of 300.0 kB") == true)
      #expect(!outcome.errors.contains("\u{1B}"))
      #expect(outcome.json["method"] == "PUT")
      let terminal = try Terminal(columns: 70)
      let process = BuiltProduct.resource.process(upload)
      process.standardOutput = FileHandle.nullDevice
      process.standardError = terminal.inside
      #expect(try await process.end() == 0)
      #expect(try terminal.drain().contains("100% [#"))
    }
    await server.stop()
  }

  @Test(arguments: [["--progress"], ["--progress", "--body", "x", "--style", "sync"], ["--progress", "--stream"]])
  func `progress of nothing is wrong usage`(_ arguments: [String]) async throws {
    let outcome = try await BuiltProduct.resource.run(["send", "POST", "http://127.0.0.1:1/"] + arguments)
    #expect(outcome.status == 64)
    #expect(outcome.errors.contains("--progress"))
  }
}

extension BuiltProduct.Outcome {
  /// Standard output parsed as JSON.
  fileprivate var json: JSON { (try? JSON(parsing: text)) ?? .null }
}
