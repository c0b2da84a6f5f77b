// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Curl
  import Foundation
  import ResourceRequestKit
  import ResourceRequestTesting
  import TestSupport
  import Testing

  struct ResumableUploadTests {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "upload-\(UUID().uuidString)")
    private let content = [UInt8](SeededGenerator.bytes(300_000))
    private let soon = RetryBackoff(base: .zero, max: .zero)

    init() throws {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try Data(content).write(to: URL(filePath: file))
    }

    private var file: String { folder.appending(path: "file.bin").path }
    private var record: String { file + ".upload.json" }

    private func upload(
      to server: UploadServer,
      _ resume: UploadResumption? = nil,
      method: RequestMethod = .post,
      progress: ProgressReporter? = nil,
      client: ResourceClient = ResourceClient()
    ) async throws -> UploadedFile {
      var request = ResourceRequest(server.scripted.url("/files"), method: method)
      request.headers["Authorization"] = "Bearer t"
      return try await client.upload(
        file,
        to: request,
        resume: resume ?? UploadResumption(backoff: soon),
        progress: progress
      )
    }

    private func failure(_ body: () async throws -> UploadedFile) async throws -> ResourceError {
      try #require(await #expect(throws: ResourceError.self) { _ = try await body() })
    }

    @Test func `an upload that nothing interrupts is one request`() async throws {
      defer { try? FileManager.default.removeItem(at: folder) }
      let server = try UploadServer()
      let reports = Lock<[TransferProgress]>([])
      let progress = ProgressReporter(every: .zero) { progress in reports.withLock { $0.append(progress) } }
      let uploaded = try await upload(to: server, .besideFile, progress: progress)
      #expect(uploaded.response.text == "done")
      #expect(uploaded.size == content.count && uploaded.interruptions == 0 && uploaded.resumedFrom == 0)
      #expect(server.seen.bytes == content)
      #expect(server.seen.asked == ["POST"])
      #expect(reports.withLock { $0.last } == TransferProgress(completed: content.count, total: content.count))
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["file.bin"])
    }

    /// Reads the body of each attempt before it is sent, as for a digest.
    private struct Digesting: Middleware {
      let reports: Lock<[TransferProgress]>
      let seen = Lock<[(bytes: Int, reports: Int)]>([])

      func send(_ request: ResolvedRequest, context: CallContext, next: Next) async throws -> TransportResponse {
        var count = 0
        if let body = request.body { for try await chunk in try await body.unsentChunks() { count += chunk.count } }
        let (bytes, reports) = (count, reports.withLock { $0.count })
        seen.withLock { $0.append((bytes, reports)) }
        return try await next(request, context: context)
      }
    }

    @Test(arguments: [true, false])
    func `a body that is read for its digest is no progress`(isResumable: Bool) async throws {
      defer { try? FileManager.default.removeItem(at: folder) }
      let server = try UploadServer()
      let reports = Lock<[TransferProgress]>([])
      let progress = ProgressReporter(every: .zero) { progress in reports.withLock { $0.append(progress) } }
      let digesting = Digesting(reports: reports)
      let client = ResourceClient(options: ClientOptions(attemptMiddleware: [digesting]))
      if isResumable {
        _ = try await upload(to: server, progress: progress, client: client)
      } else {
        let request = ResourceRequest(server.scripted.url("/files"), method: .post, body: .file(file))
        _ = try await client.send(request, uploadProgress: progress)
      }
      #expect(server.seen.bytes == content)
      let seen = digesting.seen.withLock { $0 }
      #expect(seen.map(\.bytes) == [content.count])
      #expect(seen.map(\.reports) == [0])
      #expect(reports.withLock { $0.last } == TransferProgress(completed: content.count, total: content.count))
    }

    @Test(
      arguments: [[1], [65_536], [299_999], [300_000], [100_000, 100_000], [1, 1, 1, 1], [150_000, 0, 0, 149_999]]
    )
    func `an upload whose connections are reset at these bytes arrives whole, each byte once`(breaks: [Int])
      async throws
    {
      defer { try? FileManager.default.removeItem(at: folder) }
      let server = try UploadServer(UploadServer.Plan(breaks: breaks))
      let uploaded = try await upload(to: server)
      #expect(server.seen.bytes == content)
      #expect(server.seen.conflicts == 0)
      #expect(uploaded.interruptions == breaks.count)
      #expect(server.seen.asked.filter { $0 == "POST" }.count == 1)
      #expect(server.seen.asked.last == (breaks == [300_000] ? "HEAD" : "PATCH"))
    }

    @Test func `another process goes on where the server is, with what is remembered beside the file`() async throws {
      defer { try? FileManager.default.removeItem(at: folder) }
      let server = try UploadServer(UploadServer.Plan(breaks: [120_000]))
      let broken = try await failure {
        try await upload(to: server, UploadResumption(record: .besideFile, limit: 0))
      }
      #expect(broken.code == .connectionClosed)
      let mode = try FileManager.default.attributesOfItem(atPath: record)[.posixPermissions] as? Int
      #expect(mode == 0o600)
      let uploaded = try await upload(to: server, .besideFile, client: ResourceClient())
      #expect(uploaded.resumedFrom == 120_000)
      #expect(server.seen.bytes == content)
      #expect(server.seen.asked == ["POST", "HEAD", "PATCH"])
      #expect(!FileManager.default.fileExists(atPath: record))
    }

    @Test func `a file that changed since is refused, and nothing is sent`() async throws {
      defer { try? FileManager.default.removeItem(at: folder) }
      let server = try UploadServer(UploadServer.Plan(breaks: [120_000]))
      _ = try await failure { try await upload(to: server, UploadResumption(record: .besideFile, limit: 0)) }
      let date = Date(timeIntervalSince1970: 1_000_000)
      try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: file)
      let error = try await failure { try await upload(to: server, .besideFile) }
      #expect(error.code == .invalidBody)
      #expect(server.seen.asked == ["POST"])
    }

    @Test func `a file that changes between two requests of its upload ends it`() async throws {
      defer { try? FileManager.default.removeItem(at: folder) }
      let server = try UploadServer(UploadServer.Plan(breaks: [120_000]))
      let clock = ManualClock()
      let client = ResourceClient(options: ClientOptions(environment: RequestEnvironment(clock: clock) { .max }))
      let resume = UploadResumption(backoff: RetryBackoff(base: .seconds(1), max: .seconds(1)))
      async let ended = failure { try await upload(to: server, resume, client: client) }
      try await clock.waitForSleepers(1)
      try Data(content.reversed()).write(to: URL(filePath: file))
      try FileManager.default.setAttributes([.modificationDate: Date(timeIntervalSince1970: 9)], ofItemAtPath: file)
      clock.advance(by: .seconds(2))
      let error = try await ended
      #expect(error.code == .invalidBody)
      #expect(server.seen.asked == ["POST"])
    }

    @Test(.timeLimit(.minutes(1)))
    func `the rest between two interruptions ends with the caller's deadline`() async throws {
      defer { try? FileManager.default.removeItem(at: folder) }
      let server = try UploadServer(UploadServer.Plan(breaks: [120_000]))
      let clock = ManualClock()
      let client = ResourceClient(options: ClientOptions(environment: RequestEnvironment(clock: clock) { .max }))
      let resume = UploadResumption(backoff: RetryBackoff(base: .seconds(100), max: .seconds(100)))
      async let ended = failure {
        try await ResourceDeadline.with(.seconds(60), clock: clock) {
          try await upload(to: server, resume, client: client)
        }
      }
      try await clock.waitForSleepers(1)
      clock.advance(by: .seconds(60))
      let error = try await ended
      #expect(error.code == .deadlineExceeded)
      #expect(server.seen.asked == ["POST"])
    }

    @Test func `a record that cannot be written is told of before anything is sent`() async throws {
      defer { try? FileManager.default.removeItem(at: folder) }
      let server = try UploadServer()
      let nowhere = folder.appending(path: "missing/file.json").path
      let error = try await failure { try await upload(to: server, UploadResumption(record: .file(nowhere))) }
      #expect(error.code == .fileFailed)
      #expect(error.message.contains("cannot create a file in \(folder.path)/missing"))
      #expect(server.seen.asked.isEmpty)
    }

    @Test func `the record of another request is refused`() async throws {
      defer { try? FileManager.default.removeItem(at: folder) }
      let server = try UploadServer(UploadServer.Plan(breaks: [120_000]))
      _ = try await failure { try await upload(to: server, UploadResumption(record: .besideFile, limit: 0)) }
      let error = try await failure { try await upload(to: server, .besideFile, method: .put) }
      #expect(error.code == .fileFailed)
      #expect(server.seen.asked == ["POST"])
    }

    @Test(
      arguments: [
        UploadServer.Plan(breaks: [1000], offsets: [300_001]),
        UploadServer.Plan(breaks: [1000, 1000], offsets: [nil, 500]),
        UploadServer.Plan(breaks: [1000], fields: "Upload-Length: 299999\r\n"),
      ]
    )
    func `a server that lies about what it has is not sent another byte`(plan: UploadServer.Plan) async throws {
      defer { try? FileManager.default.removeItem(at: folder) }
      let server = try UploadServer(plan)
      let error = try await failure { try await upload(to: server) }
      #expect(error.code == .protocolViolation)
      #expect(server.seen.asked.last == "HEAD")
    }

    @Test(arguments: [nil, UploadServer.announcement("/uploads/1", version: 6)])
    func `without an upload resource of our version, an interruption is the caller's and nothing is sent again`(
      announcement: String?
    ) async throws {
      defer { try? FileManager.default.removeItem(at: folder) }
      let server = try UploadServer(UploadServer.Plan(breaks: [1000], announcement: announcement))
      let error = try await failure { try await upload(to: server, method: .put) }
      #expect(error.code == .connectionClosed)
      #expect(server.seen.asked == ["PUT"])
    }

    @Test func `an upload resource is created first, and parts are no larger than the server wants`() async throws {
      defer { try? FileManager.default.removeItem(at: folder) }
      let plan = UploadServer.Plan(breaks: [nil, 5000], fields: "Upload-Limit: max-append-size=110000\r\n")
      let server = try UploadServer(plan)
      let uploaded = try await upload(to: server, UploadResumption(backoff: soon, createsEmpty: true))
      #expect(server.seen.bytes == content)
      #expect(server.seen.asked == ["POST", "PATCH", "HEAD", "PATCH", "PATCH", "PATCH"])
      #expect(uploaded.interruptions == 1)
    }

    @Test func `a response that is lost after the last byte is not answered by sending anything again`() async throws {
      defer { try? FileManager.default.removeItem(at: folder) }
      let server = try UploadServer(UploadServer.Plan(losesEnd: true))
      let uploaded = try await upload(to: server)
      #expect(uploaded.response.status == 204)
      #expect(server.seen.asked == ["POST", "HEAD"])
      #expect(server.seen.bytes == content)
    }

    @Test func `the interruptions of a call are limited`() async throws {
      defer { try? FileManager.default.removeItem(at: folder) }
      let server = try UploadServer(UploadServer.Plan(breaks: [1] + [Int?](repeating: 0, count: 10)))
      let error = try await failure { try await upload(to: server, UploadResumption(limit: 3, backoff: soon)) }
      #expect(error.code == .connectionClosed)
      #expect(server.seen.asked == ["POST", "HEAD", "PATCH", "HEAD", "PATCH", "HEAD", "PATCH"])
    }

    @Test(arguments: [#""retry": 3"#, #""hedge": {"after": "1ms"}"#, ""])
    func `neither retries nor hedges send a part again, the request's own included`(policies: String) async throws {
      defer { try? FileManager.default.removeItem(at: folder) }
      let server = try UploadServer(UploadServer.Plan(breaks: [100_000, 100_000]))
      let keys = policies.isEmpty ? "" : ", " + policies
      let base = server.scripted.url("")
      let document = #"{"service": "up", "baseUrl": "\#(base)"\#(keys)}"#
      let client = ResourceClient(configuration: try ResourceConfiguration(json: document))
      var request = ResourceRequest("files", method: .put, service: "up")
      if policies.isEmpty { request.hedge = HedgePolicy(after: .fixed(.zero), maxExtraLoad: 1) }
      let uploaded = try await client.upload(file, to: request, resume: UploadResumption(backoff: soon))
      #expect(uploaded.interruptions == 2)
      #expect(server.seen.asked == ["PUT", "HEAD", "PATCH", "HEAD", "PATCH"])
      #expect(server.seen.bytes == content)
    }

    @Test func `a record is that of one upload at a time`() async throws {
      defer { try? FileManager.default.removeItem(at: folder) }
      let gate = Gate()
      let server = try ScriptedServer { connection in
        let head = try connection.readHead()
        switch head.method {
        case "POST":
          try connection.send(UploadServer.announcement("/uploads/1"))
          connection.reset()
        case "HEAD":
          try connection.send("HTTP/1.1 204 X\r\nUpload-Offset: 0\r\nUpload-Complete: ?0\r\n\r\n")
        default:
          _ = try connection.readBody(of: head)
          try connection.wait(for: gate)
          try connection.send("HTTP/1.1 200 OK\r\nUpload-Complete: ?1\r\nContent-Length: 0\r\n\r\n")
        }
      }
      defer { server.stop() }
      let request = ResourceRequest(server.url("/files"), method: .post)
      let client = ResourceClient()
      let once = UploadResumption(record: .besideFile, limit: 0)
      _ = try await failure { try await client.upload(file, to: request, resume: once) }
      async let first = client.upload(file, to: request, resume: once)
      // The content of the first upload has arrived; its response waits for the gate.
      try await server.waitForRequests(1)
      let error = try await failure { try await client.upload(file, to: request, resume: once) }
      #expect(error.code == .fileFailed)
      #expect(error.message.contains("another upload is under way"))
      gate.open()
      #expect(try await first.response.status == 200)
      #expect(!FileManager.default.fileExists(atPath: record))
    }

    @Test func `a failing server is asked where it is, and a refusal is the caller's`() async throws {
      defer { try? FileManager.default.removeItem(at: folder) }
      let busy = "HTTP/1.1 503 Busy\r\nUpload-Complete: ?0\r\nContent-Length: 0\r\n\r\n"
      let refused = "HTTP/1.1 403 No\r\nContent-Length: 2\r\n\r\nno"
      let server = try UploadServer(UploadServer.Plan(refusals: [busy, refused]))
      let error = try await failure { try await upload(to: server) }
      #expect(error.code == .unsuccessfulStatus)
      #expect(error.response?.text == "no")
      #expect(server.seen.asked == ["POST", "HEAD", "PATCH"])
    }

    @Test func `a server that falls silent is asked where it is`() async throws {
      defer { try? FileManager.default.removeItem(at: folder) }
      let gate = Gate()
      let requests = Lock(0)
      let silent = try ScriptedServer { connection in
        let head = try connection.readHead()
        let number = requests.withLock { count in
          count += 1
          return count
        }
        guard number > 1 else {
          try connection.send(UploadServer.announcement("/uploads/1"))
          return try connection.wait(for: gate)
        }
        #expect(head.method == "HEAD")
        try connection.send("HTTP/1.1 204 X\r\nUpload-Offset: 300000\r\nUpload-Complete: ?1\r\n\r\n")
      }
      defer { silent.stop() }
      var request = ResourceRequest(silent.url("/files"), method: .post)
      request.timeouts.read = .after(.milliseconds(300))
      let uploaded = try await ResourceClient().upload(file, to: request, resume: UploadResumption(backoff: soon))
      #expect(uploaded.interruptions == 1)
    }

    @Test func `credentials stay at the origin that was asked`() async throws {
      defer { try? FileManager.default.removeItem(at: folder) }
      let other = try UploadServer()
      let place = other.scripted.url("/uploads/1")
      let plan = UploadServer.Plan(breaks: [1000], announcement: UploadServer.announcement(place))
      let server = try UploadServer(plan)
      _ = try await upload(to: server)
      #expect(other.seen.asked == ["HEAD", "PATCH"])
      #expect(
        other.scripted.connections.allSatisfy { !String(decoding: $0.received, as: UTF8.self).contains("Bearer") }
      )
      #expect(other.seen.bytes == content)
      // Every request names the version of the draft, there too.
      for server in [server, other] {
        let texts = server.scripted.connections.map { String(decoding: $0.received, as: UTF8.self) }.joined()
        let named = texts.ranges(of: "Upload-Draft-Interop-Version: 8\r\n").count
        #expect(named == server.seen.asked.count)
      }
      let same = try UploadServer(UploadServer.Plan(breaks: [1000]))
      _ = try await upload(to: same)
      let texts = same.scripted.connections.map { String(decoding: $0.received.prefix(1000), as: UTF8.self) }
      #expect(texts.allSatisfy { $0.contains("Bearer t") })
    }
  }
#endif
