// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import AdapterGateway
import Foundation
import LoopbackServer
import ResourceRequestKit
import Testing

/// What the options put into a request, as shown by the gateway's echo.
@Suite struct SendRequestTests {
  @Test func `path, query and headers arrive as given`() async throws {
    let echo = try await echo(
      "GET",
      "/adapters/echo/{a}/x?inline=1=2",
      "--path",
      "a=b/c=d",
      "--query",
      "q=1 2",
      "--query",
      "q=-3",
      "--header",
      "X-One:  two "
    )
    #expect(echo["path"] == "/mfp/api/adapters/echo/b%2Fc%3Dd/x")
    #expect(echo["query"] == "inline=1=2&q=1%202&q=-3")
    #expect(echo["headers"]["x-one"] == "two")
  }

  @Test(arguments: [["User-Agent:", "-H", "Accept:"], ["-H", "User-Agent:", "-H", "accept: "]])
  func `a field that is sent by default is left out where it has no value, and one of curl's has none`(
    _ fields: [String]
  ) async throws {
    let echo = try await echo(["GET", "/adapters/echo"] + fields + ["-H", "X-Empty;"])
    #expect(echo["headers"]["user-agent"] == .null && echo["headers"]["accept"] == .null, "\(echo)")
    #expect(echo["headers"]["x-empty"] == "")
  }

  @Test func `a pipe is uploaded, and is a part of a form`() async throws {
    try await withTemporaryFolder { folder in
      for arguments in [["-T", "PIPE"], ["-F", "f=@PIPE"], ["f@PIPE"]] {
        let pipe = folder.appending(path: "pipe").path
        #expect(mkfifo(pipe, 0o600) == 0)
        defer { unlink(pipe) }
        let writing = Task.detached { try Data("piped".utf8).write(to: URL(filePath: pipe)) }
        let echo = try await echo(
          ["POST", "/adapters/echo"] + arguments.map { $0.replacingOccurrences(of: "PIPE", with: pipe) }
        )
        _ = await writing.result
        #expect(echo["body"].string?.contains("piped") == true, "\(arguments) \(echo)")
      }
    }
  }

  @Test func `a form, JSON, text and a file each bring their type`() async throws {
    try await withTemporaryFolder { folder in
      let file = folder.appending(path: "body.json")
      try Data(#"{"a" : 1}"#.utf8).write(to: file)
      let form = try await echo("POST", "/adapters/echo", "--form", "a=1 &2", "--form", "a=3")
      #expect(form["body"] == "a=1+%262&a=3")
      #expect(form["headers"]["content-type"] == "application/x-www-form-urlencoded")
      let json = try await echo("PUT", "/adapters/echo", "--json", "@\(file.path)")
      #expect(json["body"] == #"{"a" : 1}"#)
      #expect(json["headers"]["content-type"] == "application/json")
      let text = try await echo("PATCH", "/adapters/echo", "--body", "-Grüße")
      #expect(text["body"] == "-Grüße")
      #expect(text["headers"]["content-type"] == "text/plain; charset=utf-8")
      let data = try await echo("POST", "/adapters/echo", "--data", "@\(file.path)", "--content-type", "image/png")
      #expect(data["body"] == #"{"a" : 1}"#)
      #expect(data["headers"]["content-type"] == "image/png")
    }
  }

  @Test func `text is sent in the charset its type names`() async throws {
    let echo = try await echo(
      "POST",
      "/adapters/echo",
      "--body",
      "ü",
      "--content-type",
      "text/plain; charset=iso-8859-1"
    )
    #expect(echo["headers"]["content-length"] == "1")
  }

  @Test(arguments: ["GET", "POST"])
  func `procedure parameters travel as one list`(_ method: String) async throws {
    let answer = try await echo(
      method,
      "/adapters/JavaScriptAdapter/describe",
      "--param",
      "-1",
      "--param",
      #""a""#,
      "--param",
      "null"
    )
    #expect(answer["arguments"] == [-1, "a", nil])
  }

  @Test func `a service is found by the configuration the environment names`() async throws {
    let server = try await GatewayServer.start()
    try await withTemporaryFolder { folder in
      let file = folder.appending(path: "backends.json")
      let text = #"{"service": "echo", "baseUrl": "${env:BASE}/api/adapters/echo"}"#
      try Data(text.utf8).write(to: file)
      let environment = ["RESOURCE_CONFIG": file.path, "BASE": server.url + GatewayServer.contextPath]
      let outcome = try await BuiltProduct.resource.run(
        ["send", "GET", "cities", "--service", "echo"],
        environment: environment
      )
      #expect(try JSON(parsing: outcome.text)["path"] == "/mfp/api/adapters/echo/cities")

      let missing = try await BuiltProduct.resource.run(
        ["send", "GET", "cities", "--service", "echo"],
        environment: ["RESOURCE_CONFIG": file.path]
      )
      #expect(missing.status == 2)
      #expect(missing.errors.contains("BASE"))
    }
    await server.stop()
  }

  private func echo(_ arguments: String...) async throws -> JSON { try await echo(arguments) }

  private func echo(_ arguments: [String]) async throws -> JSON {
    let server = try await GatewayServer.start()
    let outcome = try await BuiltProduct.resource.run(
      ["send"] + arguments + ["--gateway", server.url + GatewayServer.contextPath]
    )
    await server.stop()
    #expect(outcome.status == 0, "\(outcome.errors)")
    return try JSON(parsing: outcome.text)
  }
}
