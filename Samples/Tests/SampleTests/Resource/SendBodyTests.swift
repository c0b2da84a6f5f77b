// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import FlyingFox
import Foundation
import LoopbackServer
import ResourceRequestKit
import Testing

@testable import ResourceCommand

/// Request bodies from files, which are read while they are sent.
@Suite struct SendBodyTests {
  @Test func `an upload arrives byte for byte, larger than what is read at once`() async throws {
    try await withTemporaryFolder { folder in
      let file = folder.appending(path: "large.bin")
      let bytes = Data((0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 &* 7919 >> 3) })
      try bytes.write(to: file)
      let received = try await received("PUT", ["--upload", file.path, "--content-type", "video/mp4"])
      #expect(received.body == bytes)
      #expect(received.type == "video/mp4")
      #expect(try await self.received("PUT", ["--upload", file.path]).type == "application/octet-stream")
    }
  }

  @Test func `fields of the connection, as a browser copies them, are left out and told`() async throws {
    let fields = ["Connection: keep-alive", "TE: trailers", "Content-Length: 3", "Expect: 100-continue", "X-A: 1"]
    #expect(try await received("POST", ["--body", "abc"] + fields.flatMap { ["-H", $0] }).body == Data("abc".utf8))
    let words = ["-H", "Connection: close", "http://127.0.0.1:1/"]
    let told = try await BuiltProduct.resource.run(words)
    #expect(told.errors.contains("--header: Connection is ignored: the client sets it"), "\(told.errors)")
    #expect(try await !BuiltProduct.resource.run(words + ["-s"]).errors.contains("is ignored"))
  }

  @Test func `a file of a form has the type of its extension`() throws {
    let types = ["a.JPG", "b/c.html", "d", ".png", "e.tar.gz"].map(MultipartField.type)
    #expect(types == ["image/jpeg", "text/html", "application/octet-stream", "image/png", "application/octet-stream"])
  }

  @Test(arguments: ["--data-raw", "--body", "-d", "--urlencoded"])
  func `a body may begin with hyphens, as the boundary of a form does`(_ option: String) async throws {
    let boundary = "------WebKitFormBoundary7MA4=--x"
    #expect(try await received("POST", [option, boundary, "X-A:1"]).body == Data(boundary.utf8))
  }

  @Test func `a multipart form has its fields and files in order`() async throws {
    try await withTemporaryFolder { folder in
      let file = folder.appending(path: "a;type=b.txt")
      try Data("file".utf8).write(to: file)
      let fields = ["title=x=1", "photo=@\(file.path);type=image/png", "plain=@\(file.path);type=text/plain"]
      let received = try await received("POST", fields.flatMap { ["--multipart", $0] })
      let boundary = try #require(received.type?.split(separator: "boundary=").last)
      let expected = """
        --B
        Content-Disposition: form-data; name="title"

        x=1
        --B
        Content-Disposition: form-data; name="photo"; filename="a;type=b.txt"
        Content-Type: image/png

        file
        --B
        Content-Disposition: form-data; name="plain"; filename="a;type=b.txt"
        Content-Type: text/plain

        file
        --B--

        """
      let text = String(decoding: received.body, as: UTF8.self)
      #expect(text.replacing(boundary, with: "B").replacing("\r\n", with: "\n") == expected)
      #expect(received.type?.hasPrefix("multipart/form-data; ") == true)
    }
  }

  @Test func `a file of a multipart form has the name that is given, and one of text is a field`() async throws {
    try await withTemporaryFolder { folder in
      let file = folder.appending(path: "f").path
      try Data("words".utf8).write(to: URL(filePath: file))
      for given in ["a=@\(file);type=text/x;filename=z.x", "a=@\(file);filename=z.x;type=text/x"] {
        let text = String(decoding: try await received("POST", ["-F", given, "-F", "b=<\(file)"]).body, as: UTF8.self)
        #expect(text.contains("name=\"a\"; filename=\"z.x\"\r\nContent-Type: text/x\r\n\r\nwords\r\n"), "\(text)")
        #expect(text.contains("name=\"b\"\r\n\r\nwords\r\n"), "\(text)")
      }
    }
  }

  @Test func `values of a multipart form may be in quotes, as for curl`() async throws {
    try await withTemporaryFolder { folder in
      let file = folder.appending(path: "a;b").path
      try Data("words".utf8).write(to: URL(filePath: file))
      let fields = [
        "a=@\"\(file)\"; type=text/x;filename=\"q;x\\\"y\"", "b=\"in \\\"quotes\\\"\"", "c=\"x\"y",
        "d=\"z\";type=text/x",
      ]
      let text = String(decoding: try await received("POST", fields.flatMap { ["-F", $0] }).body, as: UTF8.self)
      #expect(text.contains("name=\"a\"; filename=\"q;x%22y\"\r\nContent-Type: text/x\r\n\r\nwords\r\n"), "\(text)")
      #expect(text.contains("name=\"b\"\r\n\r\nin \"quotes\"\r\n"), "\(text)")
      #expect(text.contains("name=\"c\"\r\n\r\n\"x\"y\r\n"), "\(text)")
      #expect(text.contains("name=\"d\"\r\nContent-Type: text/x\r\n\r\nz\r\n"), "\(text)")
    }
  }

  @Test(arguments: [
    ["--upload", "/nothing/here"], ["--multipart", "a=@/nothing/here"], ["--multipart", "a"],
    ["--multipart", "a=@file;type=nonsense"], ["--multipart", "a=@"], ["--upload", "/dev"],
    ["--upload", "/dev/null", "--multipart", "a=b"], ["--content-type", "text/plain", "--multipart", "a=b"],
  ])
  func `what cannot be sent is refused before it is`(_ arguments: [String]) async throws {
    let outcome = try await BuiltProduct.resource.run(["send", "POST", "http://127.0.0.1:1/"] + arguments)
    #expect(outcome.status == 64)
    #expect(outcome.errors.contains(arguments[0]))
  }

  @Test func `explain tells the length and type of what would be read`() async throws {
    try await withTemporaryFolder { folder in
      let file = folder.appending(path: "five")
      try Data("12345".utf8).write(to: file)
      let upload = ["explain", "PUT", "http://127.0.0.1:1/", "--upload", file.path]
      let outcome = try await BuiltProduct.resource.run(upload)
      #expect(outcome.text.contains(/body +5 bytes.*\(call\)/))
      let form = ["explain", "POST", "http://127.0.0.1:1/", "--multipart", "a=@\(file.path)"]
      #expect(
        try await BuiltProduct.resource.run(form).text.contains(/body +\d+ bytes, multipart/)
      )
    }
  }

  /// The type and the body that a server received.
  private func received(_ method: String, _ arguments: [String]) async throws -> (type: String?, body: Data) {
    let server = try await LoopbackServer.start(
      handler: ClosureHTTPHandler { request in
        var headers = HTTPHeaders()
        headers[HTTPHeader("X-Type")] = request.headers[.contentType]
        return HTTPResponse(statusCode: .ok, headers: headers, body: try await request.bodyData)
      }
    )
    let all = ["send", method, server.url + "/", "--include", "--format", "raw"] + arguments
    let outcome = try await BuiltProduct.resource.run(all)
    await server.stop()
    #expect(outcome.status == 0, "\(outcome.errors)")
    let end = try #require(outcome.output.firstRange(of: Data("\n\n".utf8)))
    let head = String(decoding: outcome.output[..<end.lowerBound], as: UTF8.self)
    let type = head.split(separator: "\n").first { $0.hasPrefix("X-Type: ") }.map { String($0.dropFirst(8)) }
    return (type, outcome.output[end.upperBound...])
  }
}
