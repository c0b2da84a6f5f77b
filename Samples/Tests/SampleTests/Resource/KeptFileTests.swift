// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import AdapterGateway
import FlyingFox
import Foundation
import LoopbackServer
import Testing

/// `--token-cache` and `--cookie-jar`: files that concurrent runs share and that may contain anything.
@Suite struct KeptFileTests {
  @Test(arguments: [
    "1e300", "-1e300", "1e19", "9223372036854775807", "9223372036854775808", "1e308", "1e999", "-1", "253402300800",
    "0",
  ])
  func `any number may stand for the end of a token`(_ number: String) async throws {
    try await withCache { gateway, file, _ in
      let entry = """
        {"issuer": "\(gateway[1])", "clientId": "sample", "scope": "RegisteredClient", "token": "t", \
        "expires": \(number)}
        """
      try keep(#"{"version": 1, "tokens": [\#(entry)]}"#, in: file)
      let outcome = try await get(gateway, file)
      #expect([0, 64].contains(outcome.status), "\(outcome.errors)")
      #expect(try await token(["clear"], file).status == outcome.status)
    }
  }

  @Test(arguments: ["", "{}", "[", "{\"version\": 2, \"tokens\": []}", "\u{0}\u{1}"])
  func `a broken cache is said to be, wherever it is read`(_ text: String) async throws {
    try await withCache { gateway, file, _ in
      try keep(text, in: file)
      let send = ["send", "GET", "/adapters/account/profile", "--scope", "RegisteredClient"] + gateway
      let environment = ["SAMPLE_SECRET": "sample-secret", "RESOURCE_TOKEN_CACHE": file.path]
      let sent = try await BuiltProduct.resource.run(send, environment: environment)
      for outcome in [sent, try await get(gateway, file)] {
        #expect(outcome.status == 64)
        #expect(outcome.errors.contains("--token-cache: \(file.path) holds no tokens"), "\(outcome.errors)")
      }
    }
  }

  @Test(.enabled(if: geteuid() == 0, "only root gives files away"))
  func `a cache and a jar of another user are refused`() async throws {
    try await withCache { gateway, file, folder in
      try keep(#"{"version": 1, "tokens": []}"#, in: file)
      #expect(chown(file.path, 65_534, 65_534) == 0)
      let tokens = try await get(gateway, file)
      #expect(tokens.status == 64)
      #expect(tokens.errors.contains("--token-cache: \(file.path) belongs to another user"), "\(tokens.errors)")
      let jar = folder.appending(path: "planted").path
      try Data(#"{"version": 1, "cookies": []}"#.utf8).write(to: URL(filePath: jar))
      #expect(chown(jar, 65_534, 65_534) == 0)
      let words = ["GET", "http://127.0.0.1:1/", "--cookie-jar", jar]
      let sent = try await BuiltProduct.resource.run(words)
      #expect(sent.status != 0 && sent.errors.contains("another user (65534)"), "\(sent.errors)")
    }
  }

  @Test func `links to a cache and a jar keep being links`() async throws {
    try await withCache { gateway, file, folder in
      for name in ["tokens", "cookies"] {
        try FileManager.default.createSymbolicLink(
          atPath: folder.path + "/\(name)-link",
          withDestinationPath: "there-\(name)"
        )
      }
      let link = folder.appending(path: "tokens-link")
      for _ in 0..<2 { #expect(try await get(gateway, link).status == 0) }
      #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link.path) == "there-tokens")
      let jar = folder.path + "/cookies-link"
      try await withCookies { url in
        for name in ["a", "b"] {
          let outcome = try await BuiltProduct.resource.run("send", "GET", "\(url)/\(name)", "--cookie-jar", jar)
          #expect(outcome.status == 0, "\(outcome.errors)")
        }
      }
      #expect(try FileManager.default.destinationOfSymbolicLink(atPath: jar) == "there-cookies")
      #expect(try String(contentsOfFile: folder.path + "/there-cookies", encoding: .utf8).contains("\"b\""))
      let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
      #expect(names == ["cookies-link", "there-cookies", "there-tokens", "tokens-link"])
    }
  }

  @Test func `runs at the same time keep one another's cookies and tokens`() async throws {
    try await withCache { gateway, file, folder in
      let jar = folder.appending(path: "jar")
      try await withCookies { url in
        try await withThrowingTaskGroup { group in
          for number in 0..<12 {
            group.addTask {
              try await BuiltProduct.resource.run("send", "GET", "\(url)/c\(number)", "--cookie-jar", jar.path).status
            }
          }
          for try await status in group { #expect(status == 0) }
        }
      }
      let kept = try String(contentsOf: jar, encoding: .utf8)
      for number in 0..<12 { #expect(kept.contains("\"c\(number)\""), "c\(number)") }

      let scopes = ["account", "authorization.introspect", "RegisteredClient", "account authorization.introspect"]
      try await withThrowingTaskGroup { group in
        for scope in scopes { group.addTask { try await get(gateway + ["--scope", scope], file).status } }
        for try await status in group { #expect(status == 0) }
      }
      #expect(try await token(["clear"], file).errors == "\(scopes.count) tokens removed\n")
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == ["jar", "tokens.json"])
    }
  }

  @Test(arguments: [
    ["--token-cache"], ["--cookie-jar"], ["--upload"], ["--cacert"], ["--multipart"], ["--config"],
  ])
  func `a named pipe where a file is wanted is an error at once`(_ option: [String]) async throws {
    try await withPipe { path in
      let value = option == ["--multipart"] ? "a=@\(path)" : path
      let isTokens = option == ["--token-cache"]
      let command = isTokens ? ["token", "clear"] : ["send", "POST", "http://127.0.0.1:1/"]
      let outcome = try await BuiltProduct.resource.run(command + option + [value])
      #expect([2, 64].contains(outcome.status), "\(outcome.errors)")
      #expect(outcome.errors.contains(path))
    }
  }

  @Test func `a body comes from a pipe as from a file, when somebody writes it`() async throws {
    try await withPipe { path in
      let server = try await GatewayServer.start()
      let url = "\(server.url)/mfp/api/adapters/echo/x"
      let writer = Process()
      writer.executableURL = URL(filePath: "/bin/sh")
      writer.arguments = ["-c", "{ printf one; printf two; } >\(path)"]
      async let written = writer.end()
      let outcome = try await BuiltProduct.resource.run("send", "POST", url, "--body", "@\(path)")
      #expect(outcome.text.contains("\"onetwo\""), "\(outcome.errors)")
      let status = try await written
      #expect(status == 0)
      // No process writes to the pipe: an error after a few seconds.
      let waited = try await BuiltProduct.resource.run("send", "POST", url, "--body", "@\(path)")
      #expect(waited.status == 64)
      await server.stop()
    }
  }

  private func withPipe(_ body: (String) async throws -> Void) async throws {
    try await withTemporaryFolder { folder in
      let path = folder.appending(path: "pipe").path
      #expect(mkfifo(path, 0o600) == 0)
      try await body(path)
    }
  }

  @Test func `a jar that cannot be made is said to be before anything is sent`() async throws {
    try await withTemporaryFolder { folder in
      try await withCookies { url in
        for (jar, reason) in [
          (folder.path + "/none/jar", "No such file or directory"), ("/dev/null", "is no regular file"),
          ("-", "is no regular file"), (folder.path, "is a directory"),
        ] {
          let outcome = try await BuiltProduct.resource.run("send", "GET", url + "/a", "-c", jar)
          #expect(outcome.status == 64, "\(jar)")
          #expect(outcome.errors.contains("--cookie-jar: ") && outcome.errors.contains(reason), "\(outcome.errors)")
          #expect(outcome.output.isEmpty)
        }
      }
    }
    let type = try FileManager.default.attributesOfItem(atPath: "/dev/null")[.type] as? FileAttributeType
    #expect(type == .typeCharacterSpecial)
  }

  @Test(arguments: [(200, 74, ""), (404, 74, ""), (200, 74, "--stream"), (302, 3, "--max-redirects=0")])
  func `cookies that cannot be kept are said to be lost`(_ code: Int, _ status: Int32, _ extra: String) async throws {
    try await withTemporaryFolder { folder in
      let gone = folder.appending(path: "gone")
      let jar = gone.appending(path: "jar").path
      // The folder vanishes while the request is under way.
      let server = try await LoopbackServer.start(
        handler: ClosureHTTPHandler { _ in
          try? FileManager.default.removeItem(at: gone)
          return HTTPResponse(
            statusCode: HTTPStatusCode(code, phrase: ""),
            headers: [.setCookie: "a=1", .location: "/"],
            body: Data("body".utf8)
          )
        }
      )
      try FileManager.default.createDirectory(at: gone, withIntermediateDirectories: false)
      let options = extra.isEmpty ? [] : [extra]
      let outcome = try await BuiltProduct.resource.run(["send", "GET", server.url, "-c", jar] + options)
      await server.stop(within: .zero)
      #expect(outcome.status == status, "\(outcome.errors)")
      #expect(outcome.errors.contains("--cookie-jar: the cookies could not be stored"), "\(outcome.errors)")
      #expect(outcome.text == (code == 302 ? "" : "body"))
    }
  }

  @Test func `cookies that the file system has no room for are said to be lost`() async throws {
    try await withTemporaryFolder { folder in
      try await withCookies { url in
        let process = BuiltProduct.resource.process([])
        // The largest file of the process has no byte; a pipe takes what it says.
        let line = "(trap '' XFSZ; ulimit -f 0; \"$0\" send GET $1/a -c $2 2>&1; echo $?) | cat >$3"
        process.arguments = [
          "-c", line, process.executableURL?.path ?? "", url, folder.path + "/jar", folder.path + "/said",
        ]
        process.executableURL = URL(filePath: "/bin/sh")
        let status = try await process.end()
        #expect(status == 0)
      }
      let said = try String(contentsOfFile: folder.path + "/said", encoding: .utf8)
      #expect(said.contains("--cookie-jar: the cookies could not be stored"), "\(said)")
      #expect(said.hasSuffix("74\n"), "\(said)")
    }
  }

  /// Runs a server that sets the cookie named by the path.
  private func withCookies(_ body: (String) async throws -> Void) async throws {
    let server = try await LoopbackServer.start(
      handler: ClosureHTTPHandler { request in
        HTTPResponse(statusCode: .ok, headers: [.setCookie: "\(request.path.dropFirst())=1; Path=/"], body: Data())
      }
    )
    try await body(server.url)
    await server.stop()
  }

  /// Runs a gateway; passes the options that get tokens from it, and a cache file in a folder of its own.
  private func withCache(_ body: ([String], URL, URL) async throws -> Void) async throws {
    let server = try await GatewayServer.start()
    let client = ["--client-id", "sample", "--client-secret-env", "SAMPLE_SECRET"]
    try await withTemporaryFolder { folder in
      try await body(["--gateway", server.url + "/mfp"] + client, folder.appending(path: "tokens.json"), folder)
    }
    await server.stop()
  }

  private func keep(_ text: String, in file: URL) throws {
    try Data(text.utf8).write(to: file)
    chmod(file.path, 0o600)
  }

  private func get(_ gateway: [String], _ file: URL) async throws -> BuiltProduct.Outcome {
    try await token(["get"] + gateway, file)
  }

  private func token(_ arguments: [String], _ file: URL) async throws -> BuiltProduct.Outcome {
    let environment = ["SAMPLE_SECRET": "sample-secret", "RESOURCE_TOKEN_CACHE": file.path]
    return try await BuiltProduct.resource.run(["token"] + arguments, environment: environment)
  }
}
