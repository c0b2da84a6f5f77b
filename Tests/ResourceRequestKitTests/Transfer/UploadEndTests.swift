// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Curl
  import Foundation
  import ResourceRequestKit
  import TestSupport
  import Testing

  /// Which response ends a resumable upload: only one to all of its bytes.
  struct UploadEndTests {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "upload-end-\(UUID().uuidString)")
    private let content = [UInt8](SeededGenerator.bytes(300_000))
    private let soon = RetryBackoff(base: .zero, max: .zero)

    init() throws {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try Data(content).write(to: URL(filePath: file))
    }

    private var file: String { folder.appending(path: "file.bin").path }

    private func upload(_ server: UploadServer, limit: Int = 10, createsEmpty: Bool = false) async throws
      -> UploadedFile
    {
      let request = ResourceRequest(server.scripted.url("/files"), method: .post)
      let resume = UploadResumption(limit: limit, backoff: soon, createsEmpty: createsEmpty)
      return try await ResourceClient().upload(file, to: request, resume: resume)
    }

    private static func success(_ fields: String = "") -> String {
      "HTTP/1.1 200 OK\r\n\(fields)Content-Length: 5\r\n\r\nearly"
    }

    @Test(arguments: ["", "Upload-Complete: ?0\r\n"], [0, 1, 1000, 299_999])
    func `a success before all bytes have arrived is no end where an upload resource was named`(
      field: String,
      taken: Int
    ) async throws {
      defer { try? FileManager.default.removeItem(at: folder) }
      let server = try UploadServer(UploadServer.Plan(early: [UploadServer.Early(after: taken, Self.success(field))]))
      let uploaded = try await upload(server, limit: 0)
      #expect(server.seen.bytes == content)
      #expect(server.seen.asked == ["POST", "HEAD", "PATCH"])
      #expect(uploaded.response.text == "done")
      #expect(uploaded.interruptions == 0)
    }

    @Test func `a success that does not say that all has arrived is delivered once the upload resource says so`()
      async throws
    {
      defer { try? FileManager.default.removeItem(at: folder) }
      let server = try UploadServer(
        UploadServer.Plan(early: [UploadServer.Early(after: content.count, Self.success())])
      )
      let uploaded = try await upload(server, limit: 0)
      #expect(server.seen.bytes == content)
      #expect(server.seen.asked == ["POST", "HEAD"])
      #expect(uploaded.response.text == "early")
    }

    @Test func `an upload resource that is gone after a success to all bytes was completed`() async throws {
      defer { try? FileManager.default.removeItem(at: folder) }
      let early = UploadServer.Early(after: content.count, Self.success())
      let server = try UploadServer(UploadServer.Plan(isGone: true, early: [early]))
      let uploaded = try await upload(server)
      #expect(server.seen.asked == ["POST", "HEAD"])
      #expect(uploaded.response.text == "early")
    }

    @Test func `an early success without an upload resource is the response`() async throws {
      defer { try? FileManager.default.removeItem(at: folder) }
      let early = UploadServer.Early(after: 1000, Self.success())
      let server = try UploadServer(UploadServer.Plan(announcement: nil, early: [early]))
      #expect(try await upload(server).response.text == "early")
      #expect(server.seen.asked == ["POST"])
    }

    @Test func `successes to parts that never end the upload are an error at the limit`() async throws {
      defer { try? FileManager.default.removeItem(at: folder) }
      let early = [UploadServer.Early](repeating: UploadServer.Early(after: 1, Self.success()), count: 4)
      let server = try UploadServer(UploadServer.Plan(early: early))
      let error = await #expect(throws: ResourceError.self) { try await upload(server, limit: 1) }
      #expect(error?.code == .protocolViolation)
      #expect(error?.message.contains("does not say that it has all 300000 bytes") == true, "\(error?.message ?? "")")
      #expect(server.seen.asked == ["POST", "HEAD", "PATCH", "HEAD", "PATCH"])
    }

    @Test func `a redirect to the result of a completed upload, whose upload resource is gone, ends it`() async throws {
      defer { try? FileManager.default.removeItem(at: folder) }
      let early = UploadServer.Early(
        after: content.count,
        "HTTP/1.1 303 See Other\r\nLocation: /result\r\nContent-Length: 0\r\n\r\n"
      )
      let server = try UploadServer(UploadServer.Plan(isGone: true, early: [early]))
      let uploaded = try await upload(server)
      #expect(server.seen.bytes == content)
      #expect(server.seen.asked == ["POST", "GET", "HEAD"])
      #expect(uploaded.response.text == "result")
    }

    // MARK: What a response keeps

    #if os(Linux)
      /// The files in this test's folder that the process has open.
      private func openFiles() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").compactMap {
          try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/" + $0)
        }.filter { $0.contains(folder.lastPathComponent) }
      }

      /// Who reads a file for a request that is over closes it as soon as a thread is free for it.
      private func expectNoOpenFile() async throws {
        let end = ContinuousClock.now + TimeLimit.standard
        while try !openFiles().isEmpty, ContinuousClock.now < end { await Task.yield() }
        #expect(try openFiles() == [])
      }
    #endif

    @Test func `an error with a response does not keep the file open or its record locked`() async throws {
      defer { try? FileManager.default.removeItem(at: folder) }
      let refusal = "HTTP/1.1 403 Forbidden\r\nContent-Length: 2\r\n\r\nno"
      let server = try UploadServer(UploadServer.Plan(early: [UploadServer.Early(after: 1000, refusal)]))
      let request = ResourceRequest(server.scripted.url("/files"), method: .post)
      let resume = UploadResumption(record: .besideFile, limit: 0, backoff: soon)
      let error = await #expect(throws: ResourceError.self) {
        try await ResourceClient().upload(file, to: request, resume: resume)
      }
      #expect(error?.response?.status == 403)
      #if os(Linux)
        try await expectNoOpenFile()
      #endif
      // The next upload uses the record of the refused one.
      let uploaded = try await ResourceClient().upload(file, to: request, resume: resume)
      #expect(uploaded.resumedFrom == 1000)
      #expect(server.seen.bytes == content)
      #if os(Linux)
        try await expectNoOpenFile()
      #endif
      withExtendedLifetime((error, uploaded)) {}
    }

    // MARK: A login in between

    /// Provides numbered tokens.
    private final class Tokens: TokenProvider {
      private let count = Lock(0)

      func token(for scope: TokenScope, context: CallContext) async throws -> AccessToken {
        let number = count.withLock { count in
          count += 1
          return count
        }
        return AccessToken(Secret("t\(number)"))
      }
    }

    @Test(arguments: [false, true])
    func `a token that expires while the upload is created is renewed, and the first upload resource goes on`(
      createsEmpty: Bool
    ) async throws {
      defer { try? FileManager.default.removeItem(at: folder) }
      let refusal =
        "HTTP/1.1 401 No\r\nWWW-Authenticate: Bearer error=\"invalid_token\"\r\nContent-Length: 0\r\n\r\n"
      let server = try UploadServer(
        UploadServer.Plan(
          token: "t2",
          refusal: refusal,
          early: [UploadServer.Early(after: createsEmpty ? 0 : 1000, refusal)]
        )
      )
      let client = ResourceClient(
        configuration: ResourceConfiguration(services: [
          BackendService(name: "s", baseURL: try ResourceURL(server.scripted.url("/")))
        ]),
        options: ClientOptions(authorization: AuthorizationOptions(tokenProviders: ["s": Tokens()]))
      )
      let uploaded = try await client.upload(
        file,
        to: ResourceRequest("files", method: .post, service: "s"),
        resume: UploadResumption(limit: 0, backoff: soon, createsEmpty: createsEmpty)
      )
      #expect(server.seen.bytes == content)
      #expect(server.seen.asked == ["POST", "HEAD", "PATCH"])
      #expect(uploaded.response.status == 201)
    }
  }
#endif
