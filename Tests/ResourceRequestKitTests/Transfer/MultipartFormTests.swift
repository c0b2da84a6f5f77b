// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Curl
  import Foundation
  import ResourceRequestKit
  import TestSupport
  import Testing

  struct MultipartFormTests {
    @Test func `a form with a file arrives as browsers send it, with its length`() async throws {
      let path = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
      try Data("file's bytes".utf8).write(to: URL(filePath: path))
      defer { try? FileManager.default.removeItem(atPath: path) }
      let server = try ScriptedServer.echo()
      let form = MultipartForm([
        .text("a \"b\"\r\n", "ü"),
        .file("photo", path: path, fileName: "beach.jpg", type: "image/jpeg"),
        .data("raw", Data([65, 66]), fileName: "raw"),
      ])
      var request = ResourceRequest(server.url("/"), method: .post)
      request.body = .multipart(form)
      let echoed = try #require(try await ResourceClient().send(request).json)
      let expected =
        "--\(form.boundary)\r\nContent-Disposition: form-data; name=\"a %22b%22%0D%0A\"\r\n\r\nü\r\n"
        + "--\(form.boundary)\r\nContent-Disposition: form-data; name=\"photo\"; filename=\"beach.jpg\"\r\n"
        + "Content-Type: image/jpeg\r\n\r\nfile's bytes\r\n"
        + "--\(form.boundary)\r\nContent-Disposition: form-data; name=\"raw\"; filename=\"raw\"\r\n"
        + "Content-Type: application/octet-stream\r\n\r\nAB\r\n--\(form.boundary)--\r\n"
      #expect(echoed["body"].string == expected)
      let fields = try #require(echoed["headers"].array).map { "\($0)" }.joined()
      #expect(fields.contains("\"\(expected.utf8.count)\""))
    }

    @Test func `a part's field that would break the form is refused before anything is sent`() async throws {
      var request = ResourceRequest("http://127.0.0.1:1/", method: .post)
      request.body = .multipart(MultipartForm([.data("a", Data(), fileName: "f", type: "text/plain\r\nX: y")]))
      let error = await #expect(throws: ResourceError.self) { try await ResourceClient().send(request) }
      #expect(error?.code == .invalidHeader)
    }
  }
#endif
