// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Foundation
import ResourceRequestCore
import Testing

@Suite struct `Loading a configuration` {
  static func errors(_ text: String, environment: [String: String] = [:]) throws -> ConfigurationError {
    try #require(
      #expect(throws: ConfigurationError.self) {
        try ResourceConfiguration(json: text, name: "c.json", environment: environment)
      }
    )
  }

  @Test func `a file that is not there is an error that names it`() throws {
    let error = try #require(
      #expect(throws: ConfigurationError.self) { try ResourceConfiguration(contentsOf: "/nowhere/backends.json") }
    )
    #expect(error.description == "/nowhere/backends.json: the file cannot be read: No such file or directory")
    #expect(error.issues.count == 1)
  }

  @Test func `a folder or an endless device in place of a file is an error`() throws {
    #expect(throws: ConfigurationError.self) { try ResourceConfiguration(contentsOf: "/") }
    #expect(throws: ConfigurationError.self) { try ResourceConfiguration(contentsOf: "/dev/zero") }
    #expect(throws: ConfigurationError.self) { try ResourceConfiguration(contentsOf: "/dev/null\u{0}.json") }
    let error = try Self.errors(#"{"$schema": "", "gateway": {"serverURL": "${file:/dev/zero}"}}"#)
    #expect(error.issues.map(\.message) == ["the file \"/dev/zero\" cannot be read: it is larger than 65536 bytes"])
  }

  @Test(.timeLimit(.minutes(5)))
  func `a pipe or a socket in place of a file is an error at once`() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "c-\(UInt32.random(in: .min ... .max))")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let pipe = folder.appending(path: "pipe").path
    #expect(mkfifo(pipe, 0o600) == 0)
    let socket = folder.appending(path: "socket").path
    var cases = [(pipe, "it is a pipe, and no file")]
    // Not every system lets every user create a socket file without listening.
    if mknod(socket, S_IFSOCK | 0o600, 0) == 0 { cases.append((socket, "it is a socket, and no file")) }
    for (path, reason) in cases {
      let error = try #require(
        #expect(throws: ConfigurationError.self) { try ResourceConfiguration(contentsOf: path) }
      )
      #expect(error.issues.map(\.message) == ["the file cannot be read: \(reason)"])
      let text = #"{"service": "${file:\#(path)}", "baseUrl": "http://a.example"}"#
      #expect(try Self.errors(text).issues.first?.message.hasSuffix(reason) == true)
      let bundle = #"{"defaults": {"tls": {"caFile": "\#(path)"}}}"#
      #expect(try Self.errors(bundle).description.contains(reason))
    }
  }

  @Test func `a file's line end is dropped and its folder is the document's`() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "configuration-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data("ann\r\n".utf8).write(to: folder.appending(path: "user"))
    try Data([0xFF]).write(to: folder.appending(path: "binary"))
    let document = folder.appending(path: "c.json")
    let text = #"{"service": "${file:user}", "baseUrl": "http://a.example"}"#
    try Data(text.utf8).write(to: document)
    #expect(try ResourceConfiguration(contentsOf: document.path).services.map(\.name) == ["ann"])
    try Data(text.replacing("user", with: "binary").utf8).write(to: document)
    let error = try #require(
      #expect(throws: ConfigurationError.self) { try ResourceConfiguration(contentsOf: document.path) }
    )
    #expect(error.issues.first?.message == "the file \"binary\" cannot be read: it is not UTF-8 text")
  }

  @Test func `the process's environment is used unless another is given`() throws {
    let text = #"{"service": "${env:PATH}", "baseUrl": "http://a.example"}"#
    #expect(try ResourceConfiguration(json: text).services.first?.name.isEmpty == false)
    #expect(try Self.errors(text).issues.count == 1)
    #expect(try ResourceConfiguration(json: Data(text.utf8), environment: ["PATH": "x"]).services.first?.name == "x")
  }

  @Test func `a reference stands for a percentile too, and no message shows what it stands for`() throws {
    func text(_ keys: String) -> String { #"{"service": "s", "baseUrl": "http://a.example", \#(keys)}"# }
    let environment = ["HEDGE": "p95", "TIME": "20ms", "PIN": "481516", "URL": "hunter2:x"]
    for (name, delay) in [("HEDGE", HedgePolicy.Delay.quantile(0.95)), ("TIME", .fixed(.milliseconds(20)))] {
      let hedged = text(#""hedge": {"after": "${env:\#(name)}"}"#)
      let read = try ResourceConfiguration(json: hedged, environment: environment)
      #expect(read.services.first?.settings.resilience.hedge?.after == delay)
    }
    for wrong in [
      text(#""timeouts": {"total": "${env:PIN}"}"#), text(#""limits": {"responseBytes": "${env:PIN}xx"}"#),
      #"{"service": "s", "baseUrl": "${env:URL}"}"#,
    ] {
      let error = try Self.errors(wrong, environment: environment)
      #expect(!"\(error)".contains("481516") && !"\(error)".contains("hunter2"), "\(error)")
    }
  }

  @Test func `endpoints have one source`() throws {
    let both = #""endpoints": [{"url": "http://b.example"}, {"url": "http://c.example"}], "endpointsFile": "e.json""#
    let error = try Self.errors(#"{"service": "s", "baseUrl": "http://a.example", \#(both)}"#)
    #expect("\(error)".contains("\"endpoints\" and \"endpointsFile\""), "\(error)")
  }

  @Test func `an empty text is one error at its beginning`() throws {
    let error = try Self.errors("")
    #expect(error.description == "c.json:1:1: not JSON: the text is empty; a JSON value was expected\n\n^")
  }

  @Test func `a byte order mark and CRLF count as they look`() throws {
    let error = try Self.errors("\u{FEFF}{\r\n  \"ü\": 1, \"gatway\": {} }\r\n")
    #expect(error.issues.map { [$0.line, $0.column] } == [[2, 3], [2, 11]])
    #expect(error.issues.last?.suggestion == "gateway")
    #expect(error.issues.last?.sourceLine == "  \"ü\": 1, \"gatway\": ‹redacted› }")
    #expect(error.description.hasSuffix("\n" + String(repeating: " ", count: 10) + "^"))
  }

  @Test func `a long line is shown in part, and thousands of errors are not all told`() throws {
    let members = Array(repeating: #""nonsense": 1"#, count: 5000).joined(separator: ",")
    let error = try Self.errors("{\(members)}")
    #expect(error.issues.count == 1001)
    #expect(error.issues.allSatisfy { ($0.sourceLine?.utf8.count ?? 0) < 600 })
    #expect(error.issues.last?.message == "4000 further errors are not shown, up to here")
    let many = String(repeating: "${x}", count: 100_000)
    let one = try Self.errors(#"{"service": "a", "baseUrl": "https://a.example", "headers": {"X": "\#(many)"}}"#)
    #expect(one.issues.last?.message == "99000 further errors are not shown, up to here")
  }

  @Test(arguments: [
    #"{"password": "hunter2" "#, #"{"password": "hunter2"#, #"{"pass\u0077ord": "hunter2", }"#,
    #"{"backendServices": [{"auth": {"type": "bearer", "token": "hunter2" "oops"}}]}"#,
    #"{"gateway": {"serverURL": "http://u:hunter2@[bad"}}"#, #"{"x": "http://a.example?apikey=hunter2&b=1", }"#,
    #"{"gateway": {"headers": {"Authorization": ["a", "hunter2"], "Cookie": 1}}, }"#, #"{"token": hunter2}"#,
    #"{"defaults": {"headers": {"X-Token": "hunter2\n"}}}"#, #"{"tokn": {"a": ["hunter2"]}}"#,
  ])
  func `no error shows a secret, broken as the document may be`(text: String) throws {
    let error = try Self.errors(text)
    #expect(!error.description.contains("hunter2"), "\(error)")
  }

  @Test func `a value from elsewhere is not shown`() throws {
    let error = try Self.errors(
      #"{"service": "a", "baseUrl": "http://a.example", "via": "${env:V}", "redirects": "${env:V}"}"#,
      environment: ["V": "hunter2"]
    )
    #expect(error.issues.count == 2)
    #expect(!error.description.contains("hunter2"))
    let folder = try Self.errors(
      #"{"service": "a", "baseUrl": "http://a.example", "cache": {"disk": {"directory": "/dev/null/${env:V}"}}}"#,
      environment: ["V": "hunter2"]
    )
    #expect(folder.issues.count == 1 && !folder.description.contains("hunter2"), "\(folder)")
  }

  @Test func `what a reference stands for is not expanded again`() throws {
    let text = #"{"service": "${env:A}$${env:A}", "baseUrl": "http://a.example"}"#
    let name = try ResourceConfiguration(json: text, environment: ["A": "${env:B}"]).services.first?.name
    #expect(name == "${env:B}${env:A}")
  }

  @Test func `numbers may come from variables, and a default stands in for what is unset or empty`() throws {
    let text = """
      {"service": "a", "baseUrl": "http://a.example:${env:PORT:-8080}", "maxConnections": "${env:N}",
       "redirects": "${env:R:-5}", "httpVersion": "${env:V:-1.1}", "timeouts": {"total": "${env:T:-}2s"}}
      """
    let service = try ResourceConfiguration(json: text, environment: ["PORT": "", "N": "7"]).services.first
    #expect(service?.baseURL.port == 8080)
    #expect(
      service?.settings
        == ServiceSettings(
          timeouts: Timeouts(total: .seconds(2)),
          redirects: .follow(limit: 5),
          httpVersion: .http1_1,
          maxConnections: 7
        )
    )
  }
}
