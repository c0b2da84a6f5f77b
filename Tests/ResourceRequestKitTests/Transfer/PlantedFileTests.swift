// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Curl
  import Foundation
  import ResourceRequestKit
  import TestSupport
  import Testing

  /// Files that others have put beside a transfer's, in a folder that they may write to.
  struct PlantedFileTests {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "planted-\(UUID().uuidString)")
    private let content = [UInt8](SeededGenerator.bytes(200_000))

    init() throws {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try Data(content).write(to: URL(filePath: file))
    }

    private var file: String { folder.appending(path: "file.bin").path }
    private var record: String { file + ".upload.json" }
    private var target: String { folder.appending(path: "download.bin").path }

    /// Interrupts an upload, and returns the text of its record.
    private func interrupted(_ server: UploadServer) async throws -> String {
      let request = ResourceRequest(server.scripted.url("/files"), method: .post)
      let resume = UploadResumption(record: .besideFile, limit: 0)
      await #expect(throws: ResourceError.self) {
        try await ResourceClient().upload(file, to: request, resume: resume)
      }
      return String(decoding: try Data(contentsOf: URL(filePath: record)), as: UTF8.self)
    }

    /// Plants a record whose upload is elsewhere, and makes sure that nothing of the file gets there.
    private func plant(_ change: (_ text: String) throws -> Void) async throws -> ResourceError {
      let server = try UploadServer(UploadServer.Plan(breaks: [120_000]))
      let elsewhere = try UploadServer()
      var text = try await interrupted(server)
      let (place, other) = (server.scripted.url("/uploads/1"), elsewhere.scripted.url("/uploads/1"))
      text = text.replacing("\\/", with: "/").replacing(place, with: other)
      #expect(text.contains(other))
      try Data(text.utf8).write(to: URL(filePath: record))
      #expect(chmod(record, 0o600) == 0)
      try change(text)
      let request = ResourceRequest(server.scripted.url("/files"), method: .post)
      let error = await #expect(throws: ResourceError.self) {
        try await ResourceClient().upload(file, to: request, resume: .besideFile)
      }
      #expect(elsewhere.seen.asked.isEmpty && elsewhere.seen.bytes.isEmpty)
      #expect(server.seen.asked == ["POST"])
      return try #require(error)
    }

    @Test(.enabled(if: geteuid() == 0, "only root gives files away"))
    func `a record of another user sends the file nowhere`() async throws {
      defer { try? FileManager.default.removeItem(at: folder) }
      let error = try await plant { text in
        let foreign = text.replacing("\"isForeign\":false", with: "\"isForeign\":true")
        #expect(foreign != text)
        try Data(foreign.utf8).write(to: URL(filePath: record))
        #expect(chown(record, 65_534, 65_534) == 0)
      }
      #expect(error.code == .fileFailed)
      #expect(error.message.contains("another user (65534)"), "\(error.message)")
    }

    @Test(arguments: [0o666, 0o660])
    func `a record that others may write to sends the file nowhere`(mode: mode_t) async throws {
      defer { try? FileManager.default.removeItem(at: folder) }
      let error = try await plant { _ in #expect(chmod(record, mode) == 0) }
      #expect(error.code == .fileFailed)
      #expect(error.message.contains("other users may write to it"), "\(error.message)")
    }

    @Test func `a record whose upload is at another origin than the request, without saying so, is refused`()
      async throws
    {
      defer { try? FileManager.default.removeItem(at: folder) }
      let error = try await plant { _ in }
      #expect(error.code == .fileFailed)
      #expect(error.message.contains("another request's upload"), "\(error.message)")
    }

    @Test func `a link in place of a record is refused`() async throws {
      defer { try? FileManager.default.removeItem(at: folder) }
      let server = try UploadServer()
      let other = folder.appending(path: "other.json").path
      try Data().write(to: URL(filePath: other))
      try FileManager.default.createSymbolicLink(atPath: record, withDestinationPath: other)
      let error = await #expect(throws: ResourceError.self) {
        let request = ResourceRequest(server.scripted.url("/files"), method: .post)
        return try await ResourceClient().upload(file, to: request, resume: .besideFile)
      }
      #expect(error?.code == .fileFailed)
      #expect(error?.message.contains("symbolic link") == true)
      #expect(server.seen.asked.isEmpty)
    }

    @Test(arguments: [false, true])
    func `a partial file of another program is there as long as nothing was downloaded`(_ isServed: Bool) async throws {
      defer { try? FileManager.default.removeItem(at: folder) }
      let part = target + ".part"
      try Data("another program's".utf8).write(to: URL(filePath: part))
      let server = try ScriptedServer(RangeServer(content).script)
      defer { server.stop() }
      let url = isServed ? server.url("/f") : "http://127.0.0.1:1/f"
      let download = { try await ResourceClient().download(ResourceRequest(url), to: target, resume: true) }
      guard !isServed else {
        _ = try await download()
        #expect(try Data(contentsOf: URL(filePath: target)) == Data(content))
        return #expect(!FileManager.default.fileExists(atPath: part))
      }
      await #expect(throws: ResourceError.self) { try await download() }
      #expect(try Data(contentsOf: URL(filePath: part)) == Data("another program's".utf8))
    }

    @Test(.enabled(if: geteuid() == 0, "only root gives files away"))
    func `a partial file of another user is not written to`() async throws {
      defer { try? FileManager.default.removeItem(at: folder) }
      let part = target + ".part"
      try Data("planted".utf8).write(to: URL(filePath: part))
      #expect(chmod(part, 0o666) == 0)
      #expect(chown(part, 65_534, 65_534) == 0)
      let server = try ScriptedServer(RangeServer(content).script)
      defer { server.stop() }
      let error = await #expect(throws: ResourceError.self) {
        try await ResourceClient().download(ResourceRequest(server.url("/f")), to: target, resume: true)
      }
      #expect(error?.code == .fileFailed)
      #expect(error?.message.contains("another user (65534)") == true)
      #expect(try Data(contentsOf: URL(filePath: part)) == Data("planted".utf8))
      #expect(!FileManager.default.fileExists(atPath: target))
    }

    @Test(arguments: [".part", ".part.json"])
    func `a partial file that all may write to is not continued, and neither is one whose description they may`(
      suffix: String
    ) async throws {
      defer { try? FileManager.default.removeItem(at: folder) }
      let server = try ScriptedServer(RangeServer(content, breaksAt: [50_000]).script)
      defer { server.stop() }
      let client = ResourceClient()
      let request = ResourceRequest(server.url("/f"))
      await #expect(throws: ResourceError.self) { try await client.download(request, to: target, resume: true) }
      #expect(chmod(target + suffix, 0o666) == 0)
      let downloaded = try await client.download(request, to: target, resume: true)
      #expect(downloaded.resumedFrom == 0)
      #expect(try Data(contentsOf: URL(filePath: target)) == Data(content))
    }
  }
#endif
