// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Curl
  import Foundation
  import ResourceRequestKit
  import TestSupport
  import Testing

  /// The record of an upload, and what servers say that ends one.
  struct UploadRecordTests {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "upload-record-\(UUID().uuidString)")
    private let content = [UInt8](SeededGenerator.bytes(600_000))
    private let soon = RetryBackoff(base: .zero, max: .zero)

    init() throws {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try Data(content).write(to: URL(filePath: file))
    }

    private var file: String { folder.appending(path: "file.bin").path }

    @Test func `of two uploads that begin at once with one record only one creates`() async throws {
      defer { try? FileManager.default.removeItem(at: folder) }
      let gate = Gate()
      let server = try ScriptedServer { connection in
        let head = try connection.readHead()
        // Before the server has named an upload resource.
        try connection.wait(for: gate)
        _ = try connection.readBody(of: head)
        try connection.send("HTTP/1.1 200 OK\r\nUpload-Complete: ?1\r\nContent-Length: 0\r\n\r\n")
      }
      defer { server.stop() }
      let request = ResourceRequest(server.url("/files"), method: .post)
      let client = ResourceClient()
      async let first = client.upload(file, to: request, resume: .besideFile)
      try await until { !server.connections.isEmpty }
      // Who is refused takes nothing of the first one's away, so the next is refused, too.
      for _ in 0..<2 {
        let error = await #expect(throws: ResourceError.self) {
          try await client.upload(file, to: request, resume: .besideFile)
        }
        #expect(error?.code == .fileFailed)
        #expect(error?.message.contains("another upload is under way") == true)
      }
      gate.open()
      #expect(try await first.response.status == 200)
      #expect(server.connections.count == 1)
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["file.bin"])
    }

    @Test func `an upload that fails before it was named leaves no record, and an empty record is none`() async throws {
      defer { try? FileManager.default.removeItem(at: folder) }
      let server = try UploadServer(UploadServer.Plan(breaks: [1000], announcement: nil))
      let request = ResourceRequest(server.scripted.url("/files"), method: .post)
      await #expect(throws: ResourceError.self) {
        try await ResourceClient().upload(file, to: request, resume: .besideFile)
      }
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["file.bin"])
      // As a process leaves it that is killed before.
      try Data().write(to: URL(filePath: file + ".upload.json"))
      #expect(chmod(file + ".upload.json", 0o600) == 0)
      let uploaded = try await ResourceClient().upload(file, to: request, resume: .besideFile)
      #expect(uploaded.resumedFrom == 0)
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["file.bin"])
    }

    @Test func `the success of an upload whose record could not be written is its result`() async throws {
      defer { try? FileManager.default.removeItem(at: folder) }
      let records = folder.appending(path: "records")
      try FileManager.default.createDirectory(at: records, withIntermediateDirectories: true)
      let server = try ScriptedServer { connection in
        let head = try connection.readHead()
        try FileManager.default.removeItem(at: records)
        try connection.send(UploadServer.announcement("/uploads/1"))
        _ = try connection.readBody(of: head)
        try connection.send("HTTP/1.1 200 OK\r\nUpload-Complete: ?1\r\nContent-Length: 4\r\n\r\ndone")
      }
      defer { server.stop() }
      let resume = UploadResumption(record: .file(records.appending(path: "r.json").path), backoff: soon)
      let request = ResourceRequest(server.url("/files"), method: .post)
      let uploaded = try await ResourceClient().upload(file, to: request, resume: resume)
      #expect(uploaded.response.text == "done")
    }

    @Test func `a server that says that it has what was never sent is not believed`() async throws {
      defer { try? FileManager.default.removeItem(at: folder) }
      let server = try ScriptedServer { connection in
        let head = try connection.readHead()
        guard head.method == "POST" else {
          return try connection.send("HTTP/1.1 204 X\r\nUpload-Offset: 600000\r\nUpload-Complete: ?1\r\n\r\n")
        }
        try connection.send("HTTP/1.1 201 X\r\nLocation: /uploads/1\r\nUpload-Draft-Interop-Version: 8\r\n")
        try connection.send("Upload-Complete: ?0\r\nContent-Length: 0\r\n\r\n")
        // The part that follows meets a connection that is closed.
      }
      defer { server.stop() }
      let request = ResourceRequest(server.url("/files"), method: .post)
      let resume = UploadResumption(backoff: soon, createsEmpty: true)
      let stingy = ResourceClient(transport: RefusingParts(), options: ClientOptions())
      let error = await #expect(throws: ResourceError.self) {
        try await stingy.upload(file, to: request, resume: resume)
      }
      #expect(error?.code == .protocolViolation)
      #expect(error?.message.contains("600000 bytes, of 0 that it can have") == true, "\(error?.message ?? "")")
    }

    @Test func `a record goes where a server had other bytes, whatever ends the call`() async throws {
      defer { try? FileManager.default.removeItem(at: folder) }
      let server = try ScriptedServer { connection in
        _ = try connection.readHead()
        try connection.send(UploadServer.announcement("/uploads/1"))
        // More than has been sent by then, and then nothing.
        try connection.send("HTTP/1.1 104 X\r\nUpload-Draft-Interop-Version: 8\r\nUpload-Offset: 999999999\r\n\r\n")
        try connection.waitForPeerClose()
      }
      defer { server.stop() }
      let record = folder.appending(path: "r.json").path
      let resume = UploadResumption(record: .file(record), backoff: soon)
      let request = ResourceRequest(server.url("/files"), method: .post, timeout: .seconds(2))
      await #expect(throws: ResourceError.self) {
        try await ResourceClient().upload(file, to: request, resume: resume)
      }
      #expect(!FileManager.default.fileExists(atPath: record))
    }

    /// Sends everything but parts, of which it takes no byte.
    private struct RefusingParts: Transport {
      private let wire = CurlTransport()
      var capabilities: TransportCapabilities { wire.capabilities }

      func send(_ request: ResolvedRequest, context: CallContext) async throws -> TransportResponse {
        guard request.method == .patch else { return try await wire.send(request, context: context) }
        throw TransportFailure(code: .connectionClosed, message: "lost", phase: .sent)
      }
    }

    @Test func `reports of progress that are longer together than a transport bears do not end the upload`()
      async throws
    {
      defer { try? FileManager.default.removeItem(at: folder) }
      let stored = Lock<[UInt8]>([])
      let asked = Lock<[String]>([])
      let padding = String(repeating: "x", count: 1000)
      let server = try ScriptedServer { connection in
        while let head = try connection.nextHead() {
          asked.withLock { $0.append(head.method) }
          if head.method == "HEAD" {
            let count = stored.withLock { $0.count }
            try connection.send("HTTP/1.1 204 X\r\nUpload-Offset: \(count)\r\nUpload-Complete: ?0\r\n\r\n")
            continue
          }
          if head.method == "POST" { try connection.send(UploadServer.announcement("/uploads/1")) }
          var left = head.header("Content-Length").flatMap { Int($0) } ?? 0
          while left > 0 {
            let piece = try connection.read(min(left, 1000))
            left -= piece.count
            let count = stored.withLock { stored in
              stored += piece
              return stored.count
            }
            try connection.send(
              "HTTP/1.1 104 X\r\nUpload-Draft-Interop-Version: 8\r\nUpload-Offset: \(count)\r\nX: \(padding)\r\n\r\n"
            )
          }
          try connection.send("HTTP/1.1 200 OK\r\nUpload-Complete: ?1\r\nContent-Length: 4\r\n\r\ndone")
        }
      }
      defer { server.stop() }
      let request = ResourceRequest(server.url("/files"), method: .post)
      let resume = UploadResumption(limit: 0, backoff: soon)
      let uploaded = try await ResourceClient().upload(file, to: request, resume: resume)
      #expect(uploaded.interruptions == 0)
      #expect(stored.withLock { $0 } == content)
      #expect(asked.withLock { $0.first } == "POST" && asked.withLock { $0.filter { $0 == "POST" }.count } == 1)
    }

    @Test(arguments: [Int.min, -1])
    func `a caller's offset below zero is an error`(start: Int) async throws {
      defer { try? FileManager.default.removeItem(at: folder) }
      let request = ResourceRequest("http://127.0.0.1:1/file", method: .put)
      let error = await #expect(throws: ResourceError.self) {
        try await ResourceClient().upload(file, to: request, resume: UploadResumption(.contentRange(from: start)))
      }
      #expect(error?.code == .invalidBody)
    }
  }
#endif
