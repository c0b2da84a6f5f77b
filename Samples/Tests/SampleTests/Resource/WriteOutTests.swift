// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import FlyingFox
import Foundation
import ResourceRequestKit
import Testing

@testable import ResourceCommand

/// `--write-out`.
@Suite struct WriteOutTests {
  private static func facts() throws -> WriteOut.Facts {
    var metrics = ExchangeMetrics(total: .milliseconds(1200))
    metrics.connect = .microseconds(2500)
    metrics.peerAddress = "127.0.0.1"
    metrics.peerPort = 8080
    let url = try ResourceURL("https://a.example/x?token=hush")
    return WriteOut.Facts(
      method: "GET",
      url: url,
      status: 404,
      headers: ["Content-Type": "text/plain", "X-A": "b"],
      redirects: 1,
      metrics: metrics,
      bodySize: 3000,
      elapsed: .milliseconds(1500)
    )
  }

  private static func text(_ format: String, _ facts: WriteOut.Facts) throws -> String {
    try WriteOut(format).output(for: facts).map(\.text).joined()
  }

  @Test(arguments: [
    ("%{http_code}", "404"), ("%{response_code} %{num_redirects}\\n", "404 1\n"), ("%{time_total}", "1.500000"),
    ("%{time_connect}", "0.002500"), ("%{time_appconnect}", "0.000000"),
    ("%{remote_ip}:%{remote_port}", "127.0.0.1:8080"),
    ("%{size_download} %{speed_download} %{speed_upload}", "3000 2000 0"),
    ("%{header_json}", #"{"content-type":["text/plain"],"x-a":["b"]}"#),
    ("%header{x-a}%header{none}", "b"), ("100%% %", "100% %"), ("%{content_type}\\t%{method}", "text/plain\tGET"),
    ("%{num_attempts}%{num_headers}%{errormsg}", "02"), ("", ""), ("ü%{scheme}\u{301}", "ühttps\u{301}"),
    ("%{open", "%{open"), ("%{filename_effective}", ""),
  ])
  func `variables are curl's`(format: String, text: String) throws {
    #expect(try Self.text(format, Self.facts()) == text)
  }

  @Test func `json has all of them, and no secret`() throws {
    let text = try Self.text("%{json}", Self.facts())
    let json = try JSON(parsing: text)
    #expect(json["http_code"] == 404)
    #expect(json["time_total"] == 1.5)
    #expect(json.object?.count == WriteOut.names.count)
    #expect(!text.contains("hush"))
  }

  @Test func `parts of it go to stderr where it says so`() throws {
    let output = try WriteOut("a%{stderr}b%{http_code}%{stdout}c").output(for: Self.facts())
    #expect(output.map(\.text) == ["a", "b404", "c"])
    #expect(output.map(\.isError) == [false, true, false])
  }

  @Test func `a call without a response has the code 000 and its message`() throws {
    let error = ResourceError(code: .connectFailed, message: "no connection")
    let facts = WriteOut.Facts(error, of: ResourceRequest("https://a.example/"), in: .seconds(1))
    #expect(try Self.text("%{http_code} %{errormsg}", facts) == "000 no connection")
  }

  @Test func `a name there is not is refused with those there are`() {
    let error = #expect(throws: InputError.self) { try WriteOut("%{http_cod}") }
    #expect(error?.description.contains("http_code") == true)
  }

  @Test(arguments: [[], ["--style", "sync"], ["--output", "/dev/null"]])
  func `it is behind the body`(_ extra: [String]) async throws {
    let outcome = try await BytesServer.send(
      ["-w", "\\n%{http_code} %{size_download}\\n"] + extra,
      BytesServer.answer(.ok, "text/plain", Data("body".utf8))
    )
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.text == (extra.contains("--output") ? "" : "body") + "\n200 4\n")
  }

  @Test(arguments: [[], ["--style", "sync"]])
  func `it is there too where an error page is not written to the file`(_ extra: [String]) async throws {
    try await withTemporaryFolder { folder in
      let file = folder.appending(path: "page").path
      let outcome = try await BytesServer.send(
        ["-w", "%{http_code}", "-o", file] + extra,
        BytesServer.answer(.notFound)
      )
      #expect(outcome.status == 1)
      #expect(outcome.text == "404")
      #expect(!FileManager.default.fileExists(atPath: file))
    }
  }

  @Test func `it is there too where nobody answers`() async throws {
    let outcome = try await BuiltProduct.resource.run("http://127.0.0.1:1/", "-w", "%{http_code} %{num_attempts}")
    #expect(outcome.status == 3)
    #expect(outcome.text == "000 1")
  }

  @Test func `a redirect that leads nowhere was a response, over a connection`() async throws {
    try await BytesServer.with(
      { HTTPResponse(statusCode: .found, headers: [.location: "http://127.0.0.1:1/"], body: Data()) }
    ) { url in
      let outcome = try await BuiltProduct.resource.run(url, "-w", "%{http_code} %{num_connects} %{num_redirects}")
      #expect((outcome.status, outcome.text) == (3, "302 1 1"), "\(outcome.errors)")
    }
  }

  @Test(arguments: [[], ["--style", "sync"], ["--pages", "2", "-m", "20s"]])
  func `a body that breaks off has a status`(_ extra: [String]) async throws {
    try await withTemporaryFolder { folder in
      let words = [
        "-s", "-o", folder.appending(path: "page").path, "-w", "%{http_code} %{remote_ip} %{time_starttransfer}",
      ]
      let outcome = try await BytesServer.send(words + extra, BytesServer.broken())
      #expect(outcome.status != 0 && outcome.text.hasPrefix("200 127.0.0.1 "), "\(outcome.text) \(outcome.errors)")
      #expect(!outcome.text.hasSuffix(" 0.000000"), "\(outcome.text)")
    }
  }

  @Test(arguments: [[], ["--style", "sync"]])
  func `the size of the request's body is that of the body alone`(_ extra: [String]) async throws {
    for (words, size) in [([], 0), (["-d", "12345"], 5), (["-F", "a=b"], nil)] as [([String], Int?)] {
      let words = ["-o", "/dev/null", "-w", "%{size_upload} %{size_request}"] + words + extra
      let outcome = try await BytesServer.send(words, BytesServer.answer())
      let sizes = outcome.text.split(separator: " ").compactMap { Int($0) }
      #expect(sizes.count == 2 && sizes[0] < sizes[1], "\(outcome.text) \(outcome.errors)")
      #expect(size.map { $0 == sizes.first } ?? (sizes.first != 0), "\(outcome.text)")
    }
    // What was never sent does not count.
    let outcome = try await BuiltProduct.resource.run("http://127.0.0.1:1/", "-d", "12345", "-w", "%{size_upload}")
    #expect(outcome.text == "0")
  }

  @Test func `the format may be in a file`() async throws {
    try await withTemporaryFolder { folder in
      let file = folder.appending(path: "format")
      try Data("%{http_code}\\n".utf8).write(to: file)
      let outcome = try await BytesServer.send(["-o", "/dev/null", "-w", "@" + file.path], BytesServer.answer())
      #expect(outcome.text == "200\n")
    }
  }
}
