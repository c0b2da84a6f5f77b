// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Curl
  import Foundation
  import ResourceRequestKit
  import TestSupport
  import Testing

  /// Interrupted downloads that are resumed, for each kind of response: the file is byte for byte the representation,
  /// or there is none and the error gives the reason; a partial file is always a prefix of it.
  struct DownloadMatrixTests {
    private static let content = ResumeServer.content
    private static let tag = ResumeServer.Tag.strong.rawValue

    /// The result of resuming a download.
    enum Outcome: Equatable, Sendable {
      case whole(resumedFrom: Int)
      case failure(ResourceError.Code, keeps: Int?)
    }

    struct Row: Sendable, CustomTestStringConvertible {
      let testDescription: String
      let outcome: Outcome
      let rest: @Sendable (Int) -> [UInt8]

      init(_ name: String, _ outcome: Outcome, rest: @escaping @Sendable (Int) -> [UInt8]) {
        testDescription = name
        self.outcome = outcome
        self.rest = rest
      }
    }

    private static func part(
      _ range: String,
      _ bytes: ArraySlice<UInt8>,
      _ fields: String = tag,
      length: Int? = nil
    ) -> [UInt8] {
      ResumeServer.answer(206, "Content-Range: bytes \(range)\r\n\(fields)", length: length, Array(bytes))
    }

    static let rows: [Row] = [
      Row("the rest, with the total", .whole(resumedFrom: 400)) { part("\($0)-999/1000", content[$0...]) },
      Row("the rest, without the total", .whole(resumedFrom: 400)) { part("\($0)-999/*", content[$0...]) },
      Row("a piece of the rest each time", .whole(resumedFrom: 400)) { start in
        part("\(start)-\(start + 199)/1000", content[start..<(start + 200)])
      },
      Row("a piece of the rest each time, without the total", .whole(resumedFrom: 400)) { start in
        part("\(start)-\(start + 199)/*", content[start..<(start + 200)])
      },
      Row("always the same piece, without the total", .whole(resumedFrom: 0)) { _ in
        part("400-599/*", content[400..<600])
      },
      Row("another total", .whole(resumedFrom: 0)) { part("\($0)-1999/2000", content[$0...] + content) },
      Row("a shorter total", .whole(resumedFrom: 0)) { part("\($0)-499/500", content[$0..<500]) },
      Row("more than the total, without one", .whole(resumedFrom: 0)) {
        part("\($0)-1999/*", content[$0...] + content)
      },
      Row("another start", .whole(resumedFrom: 0)) { part("\($0 - 1)-999/1000", content[($0 - 1)...]) },
      Row("a length that is not the range's", .whole(resumedFrom: 0)) { part("\($0)-999/1000", content[$0..<500]) },
      Row("no range", .whole(resumedFrom: 0)) { ResumeServer.answer(206, tag, Array(content[$0...])) },
      Row("two ranges", .whole(resumedFrom: 0)) {
        part("\($0)-999/1000", content[$0...], tag + "Content-Range: bytes 0-599/1000\r\n")
      },
      Row("another tag", .whole(resumedFrom: 0)) { part("\($0)-999/1000", content[$0...], "ETag: \"v2\"\r\n") },
      Row("a weak tag", .whole(resumedFrom: 0)) { part("\($0)-999/1000", content[$0...], "ETag: W/\"v1\"\r\n") },
      Row("no tag", .whole(resumedFrom: 0)) { part("\($0)-999/1000", content[$0...], "") },
      Row("a part that is coded", .whole(resumedFrom: 0)) { start in
        let coded = ResumeServer.gzip(content)
        return part("\(start)-\(coded.count - 1)/\(coded.count)", coded[start...], tag + "Content-Encoding: gzip\r\n")
      },
      Row("a part that is coded, and as long as the rest", .whole(resumedFrom: 0)) { start in
        let coded = ResumeServer.gzip(Array(content[..<577]))
        return part("\(start)-999/1000", coded[...], tag + "Content-Encoding: gzip\r\n", length: 600)
      },
      Row("several parts", .whole(resumedFrom: 0)) { start in
        let body = "--b\r\nContent-Range: bytes \(start)-999/1000\r\n\r\n"
        let fields = "Content-Type: multipart/byteranges; boundary=b\r\nContent-Range: bytes \(start)-999/1000\r\n"
        return ResumeServer.answer(
          206,
          tag + fields,
          Array((body + String(repeating: "-", count: 600)).utf8.prefix(600))
        )
      },
      Row("the whole", .whole(resumedFrom: 0)) { _ in ResumeServer.answer(200, tag, content) },
      Row("the whole, coded", .whole(resumedFrom: 0)) { _ in
        ResumeServer.answer(200, tag + "Content-Encoding: gzip\r\n", ResumeServer.gzip(content))
      },
      Row("nothing", .whole(resumedFrom: 0)) { _ in Array("HTTP/1.1 204 X\r\n\r\n".utf8) },
      Row("no such range of it", .whole(resumedFrom: 0)) { _ in
        ResumeServer.answer(416, "Content-Range: bytes */1000\r\n", [])
      },
      Row("no such range of something as long as what is there", .whole(resumedFrom: 0)) { _ in
        ResumeServer.answer(416, "Content-Range: bytes */400\r\n", [])
      },
      Row("a condition that does not hold", .whole(resumedFrom: 0)) { _ in ResumeServer.answer(412, "", []) },
      Row("a status that passes", .failure(.unsuccessfulStatus, keeps: 400)) { _ in
        ResumeServer.answer(503, "", Array("later".utf8))
      },
      Row("the rest, broken off", .failure(.connectionClosed, keeps: 500)) {
        part("\($0)-999/1000", content[$0..<500], length: 600)
      },
      Row("the rest, shorter than its range", .failure(.connectionClosed, keeps: 500)) { start in
        ResumeServer.open(206, "Content-Range: bytes \(start)-999/1000\r\n\(tag)", Array(content[start..<500]))
      },
      Row("the rest, longer than its range", .failure(.protocolViolation, keeps: nil)) { start in
        ResumeServer.open(206, "Content-Range: bytes \(start)-999/1000\r\n\(tag)", content[start...] + [1])
      },
      Row("the whole, coded and broken off", .failure(.connectionClosed, keeps: nil)) { _ in
        let coded = ResumeServer.gzip(content)
        let fields = tag + "Content-Encoding: gzip\r\n"
        return ResumeServer.answer(200, fields, length: coded.count, Array(coded.prefix(600)))
      },
      Row("the whole, broken off", .failure(.connectionClosed, keeps: 300)) { _ in
        ResumeServer.answer(200, tag, length: 1000, Array(content.prefix(300)))
      },
    ]

    @Test(arguments: rows)
    func `a download that is taken up is the representation or an error`(row: Row) async throws {
      try await withFolder { folder in
        let server = try ResumeServer(.length, .strong, rest: row.rest)
        defer { server.scripted.stop() }
        await #expect(throws: ResourceError.self) { try await download(server, folder) }
        try expectPart(ResumeServer.cut, in: folder)
        switch row.outcome {
        case .whole(let start):
          #expect(try await download(server, folder).resumedFrom == start)
        case .failure(let code, let kept):
          let error = await #expect(throws: ResourceError.self) { try await download(server, folder) }
          #expect(error?.code == code)
          try expectPart(kept, in: folder)
          return
        }
        #expect(try Data(contentsOf: folder.appending(path: "file")) == Data(Self.content))
        #expect(try names(folder) == ["file"])
      }
    }

    @Test(arguments: ResumeServer.First.allCases, ResumeServer.Tag.allCases)
    func `a part is kept only where it is certain to be one`(first: ResumeServer.First, tag: ResumeServer.Tag)
      async throws
    {
      try await withFolder { folder in
        let server = try ResumeServer(first, tag) { start in
          Self.part("\(start)-999/1000", Self.content[start...], tag.rawValue)
        }
        defer { server.scripted.stop() }
        let error = await #expect(throws: ResourceError.self) { try await download(server, folder) }
        #expect(error?.code == (first == .part ? .unsuccessfulStatus : .connectionClosed))
        let isKept = tag == .strong && first != .coded && first != .part
        try expectPart(isKept ? ResumeServer.cut : nil, in: folder)
        #expect(try await download(server, folder).resumedFrom == (isKept ? ResumeServer.cut : 0))
        #expect(server.ranges == [nil, isKept ? "bytes=400-" : nil])
        #expect(try Data(contentsOf: folder.appending(path: "file")) == Data(Self.content))
        #expect(try names(folder) == ["file"])
      }
    }

    @Test func `a part whose whole was never said to be so long is not completed without a total`() async throws {
      try await withFolder { folder in
        let server = try ResumeServer(.chunks, .strong) { Self.part("\($0)-599/*", Self.content[$0..<600]) }
        defer { server.scripted.stop() }
        await #expect(throws: ResourceError.self) { try await download(server, folder) }
        #expect(try await download(server, folder).resumedFrom == 0)
        #expect(try Data(contentsOf: folder.appending(path: "file")) == Data(Self.content))
      }
    }

    private func download(_ server: ResumeServer, _ folder: URL) async throws -> DownloadedFile {
      let request = ResourceRequest(server.scripted.url("/f?key=planted"))
      return try await ResourceClient().download(request, to: folder.appending(path: "file").path, resume: true)
    }

    /// Expects this many bytes of the representation and a private note without secrets, or no files for `nil`.
    private func expectPart(_ length: Int?, in folder: URL) throws {
      guard let length else { return #expect(try names(folder) == []) }
      #expect(try names(folder) == ["file.part", "file.part.json"])
      #expect(try Data(contentsOf: folder.appending(path: "file.part")) == Data(Self.content.prefix(length)))
      let note = folder.appending(path: "file.part.json")
      #expect(try !String(contentsOf: note, encoding: .utf8).contains("planted"))
      let mode = try FileManager.default.attributesOfItem(atPath: note.path)[.posixPermissions] as? Int
      #expect(mode == 0o600)
    }

    private func names(_ folder: URL) throws -> [String] {
      try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    }

    private func withFolder(_ body: (URL) async throws -> Void) async throws {
      let folder = FileManager.default.temporaryDirectory.appending(path: "matrix-\(UUID().uuidString)")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: folder) }
      try await body(folder)
    }
  }
#endif
