// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Curl && os(Linux)
  import Foundation
  import ResourceRequestKit
  import TestSupport
  import Testing

  /// Files with content whose size is 0, such as those in /proc: sent to their end, or refused.
  struct UnsizedFileTests {
    /// A file whose content does not change while the system runs.
    private let path = "/proc/version"
    private let client = ResourceClient()

    private func content() throws -> String { try String(contentsOfFile: path, encoding: .utf8) }

    private func request(_ body: ResourceRequest.Body?, to server: ScriptedServer) -> ResourceRequest {
      var request = ResourceRequest(server.url(), method: .put)
      request.body = body
      return request
    }

    @Test func `a file that does not say its size is sent to its end`() async throws {
      let server = try ScriptedServer.echo()
      defer { server.stop() }
      _ = try await client.send(request(.file(path), to: server))
      let sent = try #require(server.requests.last)
      #expect(String(decoding: sent.body, as: UTF8.self) == (try content()))
      #expect(sent.header("Content-Length") == nil)
      #expect(sent.header("Transfer-Encoding") == "chunked")
    }

    @Test func `a part of a form that is such a file is sent to its end`() async throws {
      let server = try ScriptedServer.echo()
      defer { server.stop() }
      _ = try await client.send(request(.multipart(MultipartForm([.file("f", path: path)])), to: server))
      let sent = try #require(server.requests.last)
      #expect(String(decoding: sent.body, as: UTF8.self).contains(try content()))
    }

    @Test(arguments: [.resumableUploads, .contentRange()] as [UploadResumption.Method])
    func `an upload that resumes refuses it, since there is no size to resume by`(method: UploadResumption.Method)
      async throws
    {
      let server = try ScriptedServer.echo()
      defer { server.stop() }
      let error = await #expect(throws: ResourceError.self) {
        try await client.upload(path, to: request(nil, to: server), resume: UploadResumption(method))
      }
      #expect(error?.code == .invalidBody)
      #expect(error?.message.contains(path) == true)
      #expect(error?.message.contains("send it as a body without resuming") == true, "\(error?.message ?? "")")
      #expect(server.connections.isEmpty)
    }
  }
#endif
