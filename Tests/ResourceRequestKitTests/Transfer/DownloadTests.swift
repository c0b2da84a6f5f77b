// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Curl
  import Foundation
  import ResourceRequestKit
  import TestSupport
  import Testing

  struct DownloadTests {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "download-\(UUID().uuidString)")
    private let content = [UInt8](SeededGenerator.bytes(200_000))

    init() throws {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    private var target: String { folder.appending(path: "file.bin").path }

    @Test func `A1: a download lands in its file whole, and nothing else is left`() async throws {
      defer { try? FileManager.default.removeItem(at: folder) }
      let server = try ScriptedServer(RangeServer(content).script)
      let reports = Lock<[TransferProgress]>([])
      let file = try await ResourceClient().download(
        ResourceRequest(server.url("/f")),
        to: target,
        progress: ProgressReporter(every: .zero) { progress in reports.withLock { $0.append(progress) } }
      )
      #expect(try Data(contentsOf: URL(filePath: target)) == Data(content))
      #expect(file.size == content.count)
      #expect(file.suggestedName == "offered.bin")
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["file.bin"])
      #expect(reports.withLock { $0.last }?.fraction == 1)
    }

    @Test func `a request for the head alone has no file, and leaves one that is there`() async throws {
      defer { try? FileManager.default.removeItem(at: folder) }
      try Data("kept".utf8).write(to: URL(filePath: target))
      for length in ["Content-Length: 5\r\n", ""] {
        let server = try ScriptedServer { connection in
          _ = try connection.readRequest()
          try connection.send("HTTP/1.1 200 OK\r\n\(length)\r\n")
        }
        defer { server.stop() }
        let error = await #expect(throws: ResourceError.self) {
          try await ResourceClient().download(ResourceRequest(server.url(), method: .head), to: target)
        }
        #expect(error?.code == .unsuccessfulStatus && error?.isRetryable == false)
        #expect(error?.message == "the response is 200 OK, without the whole representation in it")
      }
      #expect(try Data(contentsOf: URL(filePath: target)) == Data("kept".utf8))
    }

    @Test func `A4: a broken download is taken up where it ended`() async throws {
      defer { try? FileManager.default.removeItem(at: folder) }
      let server = try ScriptedServer(RangeServer(content, breaksAt: [50_000, 120_000]).script)
      let client = ResourceClient()
      var resumedFrom: Int?
      for _ in 0..<3 {
        do {
          let file = try await client.download(ResourceRequest(server.url("/f")), to: target, resume: true)
          resumedFrom = file.resumedFrom
        } catch let error as ResourceError {
          #expect(error.code == .connectionClosed)
          #expect(!FileManager.default.fileExists(atPath: target))
        }
      }
      #expect(try #require(resumedFrom) > 0)
      #expect(try Data(contentsOf: URL(filePath: target)) == Data(content))
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["file.bin"])
    }

    @Test func `a download starts over where the file has changed meanwhile`() async throws {
      defer { try? FileManager.default.removeItem(at: folder) }
      let client = ResourceClient()
      let server = try ScriptedServer(RangeServer(content, breaksAt: [50_000], changes: true).script)
      await #expect(throws: ResourceError.self) {
        try await client.download(ResourceRequest(server.url("/f")), to: target, resume: true)
      }
      let file = try await client.download(ResourceRequest(server.url("/f")), to: target, resume: true)
      #expect(file.resumedFrom == 0)
      #expect(try Data(contentsOf: URL(filePath: target)) == Data(content.reversed()))
    }

    @Test func `a file over the limit is an error and leaves nothing under its name, one at the limit is taken`()
      async throws
    {
      defer { try? FileManager.default.removeItem(at: folder) }
      let server = try ScriptedServer(RangeServer(content).script)
      defer { server.stop() }
      let client = ResourceClient()
      let error = await #expect(throws: ResourceError.self) {
        try await client.download(ResourceRequest(server.url("/f")), to: target, limit: content.count - 1)
      }
      #expect(error?.code == .bodyTooLarge)
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
      let file = try await client.download(ResourceRequest(server.url("/f")), to: target, limit: content.count)
      #expect(file.size == content.count)
    }

    @Test func `a status that is no success leaves no file and comes with its answer`() async throws {
      defer { try? FileManager.default.removeItem(at: folder) }
      let server = try ScriptedServer { connection in
        _ = try connection.readRequest()
        try connection.send("HTTP/1.1 404 Not Found\r\nContent-Length: 4\r\n\r\ngone")
      }
      let error = await #expect(throws: ResourceError.self) {
        try await ResourceClient().download(ResourceRequest(server.url("/f")), to: target)
      }
      #expect(error?.code == .unsuccessfulStatus)
      #expect(error?.message == "the response is 404 Not Found")
      #expect(error?.response?.text == "gone")
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
    }

    @Test(arguments: [4_000_000, nil] as [Int?])
    func `a page of an error that is large tells its status, and its beginning`(length: Int?) async throws {
      defer { try? FileManager.default.removeItem(at: folder) }
      let server = try ScriptedServer { connection in
        _ = try connection.readRequest()
        let framing = length.map { "Content-Length: \($0)" } ?? "Connection: close"
        try connection.send("HTTP/1.1 500 No\r\n\(framing)\r\n\r\n")
        while true { try connection.send([UInt8](repeating: 120, count: 64 << 10)) }
      }
      defer { server.stop() }
      let error = await #expect(throws: ResourceError.self) {
        try await ResourceClient().download(ResourceRequest(server.url("/f")), to: target)
      }
      #expect(error?.code == .unsuccessfulStatus)
      #expect(error?.response?.status == 500)
      #expect(error?.response?.data.count == 1 << 20)
    }

    @Test(arguments: ["Content-Length: 9\r\n\r\ngo", "Content-Encoding: gzip\r\nContent-Length: 4\r\n\r\ngone"])
    func `a page of an error that is broken tells its status`(rest: String) async throws {
      defer { try? FileManager.default.removeItem(at: folder) }
      let server = try ScriptedServer { connection in
        _ = try connection.readRequest()
        try connection.send("HTTP/1.1 404 No\r\n\(rest)")
      }
      defer { server.stop() }
      let error = await #expect(throws: ResourceError.self) {
        try await ResourceClient().download(ResourceRequest(server.url("/f")), to: target)
      }
      #expect(error?.code == .unsuccessfulStatus)
      #expect(error?.response?.status == 404)
    }

    @Test func `a download over the limit by its head alone leaves what was kept before`() async throws {
      defer { try? FileManager.default.removeItem(at: folder) }
      let server = try ScriptedServer(RangeServer(content, breaksAt: [50_000]).script)
      defer { server.stop() }
      let client = ResourceClient()
      let request = ResourceRequest(server.url("/f"))
      await #expect(throws: ResourceError.self) { try await client.download(request, to: target, resume: true) }
      let error = await #expect(throws: ResourceError.self) {
        try await client.download(request, to: target, resume: true, limit: 60_000)
      }
      #expect(error?.code == .bodyTooLarge)
      let file = try await client.download(request, to: target, resume: true)
      #expect(file.resumedFrom == 50_000)
      #expect(try Data(contentsOf: URL(filePath: target)) == Data(content))
    }

    @Test func `a download is taken up by a client that adds the time to each request`() async throws {
      defer { try? FileManager.default.removeItem(at: folder) }
      let server = try ScriptedServer(RangeServer(content, breaksAt: [50_000]).script)
      defer { server.stop() }
      func client(_ tenant: String, _ number: String) -> ResourceClient {
        var options = ClientOptions()
        options.defaultParameters = [
          .timestamp("at"), .constant("tenant", tenant), DefaultParameter("n") { _ in number },
        ]
        return ResourceClient(options: options)
      }
      let request = ResourceRequest(server.url("/f"))
      await #expect(throws: ResourceError.self) {
        try await client("one", "1").download(request, to: target, resume: true)
      }
      let file = try await client("one", "2").download(request, to: target, resume: true)
      #expect(file.resumedFrom == 50_000)
      #expect(try Data(contentsOf: URL(filePath: target)) == Data(content))
    }

    @Test func `a part of what another address names is not taken up`() async throws {
      defer { try? FileManager.default.removeItem(at: folder) }
      let server = try ScriptedServer(RangeServer(content, breaksAt: [50_000]).script)
      defer { server.stop() }
      var options = ClientOptions()
      options.defaultParameters = [.constant("tenant", "one")]
      await #expect(throws: ResourceError.self) {
        try await ResourceClient(options: options).download(
          ResourceRequest(server.url("/f")),
          to: target,
          resume: true
        )
      }
      let file = try await ResourceClient().download(ResourceRequest(server.url("/f")), to: target, resume: true)
      #expect(file.resumedFrom == 0)
    }

    @Test func `where the part is a link, or no file, nothing is written`() async throws {
      defer { try? FileManager.default.removeItem(at: folder) }
      let server = try ScriptedServer(RangeServer(content).script)
      defer { server.stop() }
      let victim = folder.appending(path: "victim").path
      let part = target + ".part"
      let plants: [() throws -> Void] = [
        { try FileManager.default.createSymbolicLink(atPath: part, withDestinationPath: victim) },
        { try FileManager.default.linkItem(atPath: victim, toPath: part) },
        { try FileManager.default.createDirectory(atPath: part, withIntermediateDirectories: false) },
        { #expect(mkfifo(part, 0o600) == 0) },
      ]
      for plant in plants {
        try Data("precious".utf8).write(to: URL(filePath: victim))
        try plant()
        let error = await #expect(throws: ResourceError.self) {
          try await ResourceClient().download(ResourceRequest(server.url("/f")), to: target, resume: true)
        }
        #expect(error?.code == .fileFailed)
        #expect(try Data(contentsOf: URL(filePath: victim)) == Data("precious".utf8))
        try FileManager.default.removeItem(atPath: part)
      }
      #expect(server.connections.isEmpty)
    }

    @Test func `a note that is a link is neither read nor written through`() async throws {
      defer { try? FileManager.default.removeItem(at: folder) }
      let server = try ScriptedServer(RangeServer(content, breaksAt: [50_000, 60_000]).script)
      defer { server.stop() }
      let client = ResourceClient()
      let request = ResourceRequest(server.url("/f"))
      await #expect(throws: ResourceError.self) { try await client.download(request, to: target, resume: true) }
      let (note, moved) = (target + ".part.json", folder.appending(path: "moved").path)
      try FileManager.default.moveItem(atPath: note, toPath: moved)
      try FileManager.default.createSymbolicLink(atPath: note, withDestinationPath: moved)
      let before = try Data(contentsOf: URL(filePath: moved))
      await #expect(throws: ResourceError.self) { try await client.download(request, to: target, resume: true) }
      #expect(server.requests.map { $0.header("Range") } == [nil, nil])
      #expect(try Data(contentsOf: URL(filePath: moved)) == before)
      #expect(try await client.download(request, to: target, resume: true).resumedFrom == 60_000)
    }

    @Test(arguments: [false, true])
    func `a file without a name, or with one that is too long, is an error before anything is sent`(_ resumes: Bool)
      async throws
    {
      defer { try? FileManager.default.removeItem(at: folder) }
      for target in ["", folder.appending(path: String(repeating: "n", count: 256)).path] {
        let error = await #expect(throws: ResourceError.self) {
          try await ResourceClient().download(ResourceRequest("http://127.0.0.1:1/"), to: target, resume: resumes)
        }
        #expect(error?.code == .fileFailed, "\(target)")
      }
    }

    @Test func `a file that cannot be written is an error before anything is sent`() async throws {
      defer { try? FileManager.default.removeItem(at: folder) }
      let error = await #expect(throws: ResourceError.self) {
        try await ResourceClient().download(ResourceRequest("http://127.0.0.1:1/"), to: "/nowhere/at/all")
      }
      #expect(error?.code == .fileFailed)
    }

    @Test(arguments: [false, true])
    func `what is there and is no file is kept, and nothing is sent`(_ resumes: Bool) async throws {
      defer { try? FileManager.default.removeItem(at: folder) }
      let pipe = folder.appending(path: "pipe").path
      #expect(mkfifo(pipe, 0o600) == 0)
      for target in [folder.path, pipe, "/dev/null"] {
        let error = await #expect(throws: ResourceError.self) {
          try await ResourceClient().download(ResourceRequest("http://127.0.0.1:1/"), to: target, resume: resumes)
        }
        #expect(error?.code == .fileFailed && error?.message.contains("no file to replace") == true, "\(target)")
      }
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["pipe"])
    }

    @Test func `a file may have the longest name there is, and to resume it a shorter one`() async throws {
      defer { try? FileManager.default.removeItem(at: folder) }
      let content = Array("content".utf8)
      let server = try ScriptedServer(RangeServer(content).script)
      defer { server.stop() }
      for (length, resumes) in [(255, false), (245, true)] {
        let target = folder.appending(path: String(repeating: "n", count: length)).path
        _ = try await ResourceClient().download(ResourceRequest(server.url("/")), to: target, resume: resumes)
        #expect(try Data(contentsOf: URL(filePath: target)) == Data(content))
      }
      let target = folder.appending(path: String(repeating: "n", count: 246)).path
      let error = await #expect(throws: ResourceError.self) {
        try await ResourceClient().download(ResourceRequest("http://127.0.0.1:1/"), to: target, resume: true)
      }
      #expect(error?.code == .fileFailed && error?.message.contains("too long") == true)
    }
  }

  /// Serves a representation with ranges, and breaks its first responses off at these positions.
  struct RangeServer {
    private let content: [UInt8]
    private let breaks: Lock<[Int]>
    private let changes: Bool
    private let answers = Lock(0)

    init(_ content: [UInt8], breaksAt: [Int] = [], changes: Bool = false) {
      self.content = content
      breaks = Lock(breaksAt)
      self.changes = changes
    }

    func script(_ connection: ScriptedConnection) throws {
      while true {
        let request = try connection.readRequest()
        let number = answers.withLock { count in
          count += 1
          return count
        }
        let isNew = changes && number > 1
        let bytes = isNew ? content.reversed() : content
        let tag = isNew ? "\"two\"" : "\"one\""
        let range = request.header("Range").flatMap { Int($0.dropFirst("bytes=".count).dropLast()) }
        let start = request.header("If-Range") == tag ? range ?? 0 : 0
        var head = start > 0 ? "HTTP/1.1 206 Partial Content\r\n" : "HTTP/1.1 200 OK\r\n"
        if start > 0 { head += "Content-Range: bytes \(start)-\(bytes.count - 1)/\(bytes.count)\r\n" }
        head += "ETag: \(tag)\r\nContent-Disposition: attachment; filename=\"../offered.bin\"\r\n"
        try connection.send(head + "Content-Length: \(bytes.count - start)\r\n\r\n")
        if let end = breaks.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) {
          try connection.send(Array(bytes[start..<max(start, end)]))
          return
        }
        try connection.send(Array(bytes[start...]))
      }
    }
  }
#endif
