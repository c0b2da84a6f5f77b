// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Curl
  import Foundation
  import ResourceRequestKit
  import TestSupport
  import Testing

  struct RangeUploadTests {
    /// A server that stores the content of `PUT /file` in place, like Apache's `mod_dav`.
    private final class Server: Sendable {
      struct State: Sendable {
        var bytes: [UInt8]?
        var asked: [String] = []
        var breaks: [Int?] = []
        var ignoresRange = false
        /// Whether another client has created the file when a `PUT` with `If-None-Match` arrives.
        var isForestalled = false
        /// The status of the next response to a `PUT` whose content was stored.
        var status: Int?
      }

      let state: Lock<State>
      let scripted: ScriptedServer

      var seen: State { state.withLock { $0 } }

      init(_ start: State) throws {
        let state = Lock(start)
        self.state = state
        scripted = try ScriptedServer { connection in
          while let head = try connection.nextHead() {
            let range = head.header("Content-Range")
            state.withLock { $0.asked.append(range.map { "\(head.method) \($0)" } ?? head.method) }
            guard head.method == "PUT" else {
              let bytes = state.withLock { $0.bytes }
              try connection.send(
                bytes.map { "HTTP/1.1 200 OK\r\nContent-Length: \($0.count)\r\nETag: \"v\($0.count)\"\r\n\r\n" }
                  ?? "HTTP/1.1 404 None\r\nContent-Length: 0\r\n\r\n"
              )
              continue
            }
            let length = head.header("Content-Length").flatMap { Int($0) } ?? 0
            let cut = state.withLock { $0.breaks.isEmpty ? nil : $0.breaks.removeFirst() }
            let content = try connection.read(min(cut ?? length, length))
            let isMatched = state.withLock { state in
              let start = state.ignoresRange ? nil : range.flatMap { Int($0.dropFirst(6).prefix { $0 != "-" }) }
              if state.isForestalled, head.header("If-None-Match") != nil {
                state.bytes = [1, 2, 3]
                return false
              }
              if let tag = head.header("If-Match"), tag != "\"v\(state.bytes?.count ?? 0)\"" { return false }
              state.bytes = (state.bytes ?? []).prefix(start ?? 0) + content
              return true
            }
            if cut != nil { return connection.reset() }
            if let status = state.withLock({ state in
              defer { state.status = nil }
              return state.status
            }) {
              try connection.send("HTTP/1.1 \(status) X\r\nContent-Length: 0\r\n\r\n")
              continue
            }
            try connection.send(
              "HTTP/1.1 \(isMatched ? 204 : 412) X\r\n\(isMatched ? "" : "Content-Length: 0\r\n")\r\n"
            )
          }
        }
      }
    }

    private let folder = FileManager.default.temporaryDirectory.appending(path: "range-\(UUID().uuidString)")
    private let content = [UInt8](SeededGenerator.bytes(300_000))
    private let soon = RetryBackoff(base: .zero, max: .zero)

    init() throws {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try Data(content).write(to: URL(filePath: file))
    }

    private var file: String { folder.appending(path: "file.bin").path }

    private func upload(_ server: Server, _ resume: UploadResumption) async throws -> UploadedFile {
      let request = ResourceRequest(server.scripted.url("/file"), method: .put)
      return try await ResourceClient().upload(file, to: request, resume: resume)
    }

    @Test(arguments: [[1], [150_000], [100_000, 100_000], [299_999]])
    func `an upload whose connections are reset goes on by Content-Range`(breaks: [Int]) async throws {
      defer { try? FileManager.default.removeItem(at: folder) }
      let server = try Server(Server.State(breaks: breaks))
      let uploaded = try await upload(server, UploadResumption(.contentRange(), backoff: soon))
      #expect(server.seen.bytes == content)
      #expect(uploaded.interruptions == breaks.count)
      let last = breaks.reduce(0, +)
      #expect(server.seen.asked.suffix(2) == ["PUT bytes \(last)-299999/300000", "HEAD"])
      #expect(server.seen.asked.filter { $0 == "PUT" }.count == 1)
    }

    @Test func `another process goes on`() async throws {
      defer { try? FileManager.default.removeItem(at: folder) }
      let server = try Server(Server.State(breaks: [120_000]))
      await #expect(throws: ResourceError.self) {
        try await upload(server, UploadResumption(.contentRange(), record: .besideFile, limit: 0))
      }
      let uploaded = try await upload(server, UploadResumption(.contentRange(), record: .besideFile))
      #expect(uploaded.resumedFrom == 120_000)
      #expect(server.seen.bytes == content)
      #expect(server.seen.asked == ["HEAD", "PUT", "HEAD", "PUT bytes 120000-299999/300000", "HEAD"])
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["file.bin"])
    }

    @Test func `a place that somebody else took first is not taken for one's own later`() async throws {
      defer { try? FileManager.default.removeItem(at: folder) }
      let server = try Server(Server.State(isForestalled: true))
      var request = ResourceRequest(server.scripted.url("/file"), method: .put)
      request.headers["If-None-Match"] = "*"
      for _ in 0..<2 {
        let error = await #expect(throws: ResourceError.self) {
          try await ResourceClient().upload(
            file,
            to: request,
            resume: UploadResumption(.contentRange(), record: .besideFile, backoff: soon)
          )
        }
        #expect(error?.response?.status == 412)
        #expect(server.seen.bytes == [1, 2, 3])
      }
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["file.bin"])
    }

    @Test func `a failure after the last byte is none where the server says that all is there`() async throws {
      defer { try? FileManager.default.removeItem(at: folder) }
      let server = try Server(Server.State(status: 504))
      let uploaded = try await upload(server, UploadResumption(.contentRange(), record: .besideFile, backoff: soon))
      #expect(uploaded.response.status == 200)
      #expect(server.seen.bytes == content)
      #expect(server.seen.asked == ["HEAD", "PUT", "HEAD"])
    }

    @Test func `the caller may say how much is there`() async throws {
      defer { try? FileManager.default.removeItem(at: folder) }
      let server = try Server(Server.State(bytes: Array(content.prefix(1000))))
      let uploaded = try await upload(server, UploadResumption(.contentRange(from: 1000)))
      #expect(uploaded.resumedFrom == 1000)
      #expect(server.seen.bytes == content)
    }

    @Test func `the caller's own condition holds for the first part`() async throws {
      defer { try? FileManager.default.removeItem(at: folder) }
      let server = try Server(Server.State(bytes: Array(content.prefix(1000))))
      var request = ResourceRequest(server.scripted.url("/file"), method: .put)
      request.headers["If-Match"] = "\"v999\""
      let sent = request
      let error = await #expect(throws: ResourceError.self) {
        try await ResourceClient().upload(file, to: sent, resume: UploadResumption(.contentRange(from: 1000)))
      }
      #expect(error?.response?.status == 412)
      #expect(server.seen.bytes?.count == 1000)
    }

    @Test func `what was there before is not taken for the beginning of the upload`() async throws {
      defer { try? FileManager.default.removeItem(at: folder) }
      let server = try Server(Server.State(bytes: [1, 2, 3], breaks: [1000]))
      let error = await #expect(throws: ResourceError.self) {
        try await upload(server, UploadResumption(.contentRange(), backoff: soon))
      }
      #expect(error?.code == .connectionClosed)
      #expect(error?.attempts.count == 1)
      #expect(server.seen.asked == ["HEAD", "PUT"])
    }

    @Test func `a server that takes a part for the whole is found out`() async throws {
      defer { try? FileManager.default.removeItem(at: folder) }
      let server = try Server(Server.State(breaks: [1000], ignoresRange: true))
      let error = await #expect(throws: ResourceError.self) {
        try await upload(server, UploadResumption(.contentRange(), backoff: soon))
      }
      #expect(error?.code == .protocolViolation)
    }

    @Test func `only a PUT resumes by Content-Range`() async throws {
      defer { try? FileManager.default.removeItem(at: folder) }
      let request = ResourceRequest("http://127.0.0.1:1/file", method: .post)
      let error = await #expect(throws: ResourceError.self) {
        try await ResourceClient().upload(file, to: request, resume: UploadResumption(.contentRange()))
      }
      #expect(error?.code == .invalidBody)
    }
  }
#endif
