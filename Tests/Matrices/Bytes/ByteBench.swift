// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Foundation
import ResourceRequestKit
import TestSupport

/// A server for the cases over one wire, and the client's side of each case.
struct ByteBench {
  /// More than 20 MiB of random text, in which lost, repeated or moved bytes are detected.
  ///
  /// It compresses a little.
  private static let bytes: [UInt8] = {
    let words = (20 << 20) / 8 + 1024
    return [UInt8](unsafeUninitializedCapacity: words * 8) { buffer, initialized in
      var random = SeededGenerator(seed: 1)
      for word in UnsafeMutableRawBufferPointer(buffer).bindMemory(to: UInt64.self).indices {
        let value = random.next() & 0x3F3F_3F3F_3F3F_3F3F | 0x2020_2020_2020_2020
        withUnsafeBytes(of: value) { value in
          for index in 0..<8 { buffer[word * 8 + index] = value[index] }
        }
      }
      initialized = words * 8
    }
  }()

  private let cases: [Int: ByteCase]
  private let server: FastServer
  private let folder: String

  init(_ wire: FastServer.Wire, _ cases: [ByteCase]) throws {
    let cases = Dictionary(uniqueKeysWithValues: cases.map { ($0.number, $0) })
    self.cases = cases
    let compressed = try Dictionary(
      uniqueKeysWithValues: cases.values.filter(\.framing.isCompressed).map {
        ($0.number, try FastGzip.member(ByteBench.content(of: $0)[...]))
      }
    )
    server = try FastServer(wire) { ByteBench.answer($0, cases, compressed) }
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("bytes-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  }

  func end() {
    server.stop()
    try? FileManager.default.removeItem(atPath: folder)
  }

  /// The body of a case.
  private static func content(of one: ByteCase) -> [UInt8] {
    let bytes = bytes[one.offset..<(one.offset + one.size)]
    guard one.way == .events else { return Array(bytes) }
    var (text, rest, length) = ([UInt8](), bytes, 1)
    while !rest.isEmpty {
      text += Array("data: ".utf8) + rest.prefix(length) + [10, 10]
      rest = rest.dropFirst(length)
      length = length * 2 % 70_001 + 1
    }
    return text + Array("event: end\ndata: end\n\n".utf8)
  }

  // MARK: The server's side

  private static func answer(
    _ request: FastRequest,
    _ cases: [Int: ByteCase],
    _ compressed: [Int: [UInt8]]
  ) -> FastAnswer {
    let parts = request.target.split(separator: "/")
    guard parts.count == 2, let one = Int(parts[1]).flatMap({ cases[$0] }) else {
      return FastAnswer(200, bytes[..<(request.target == "/warm" ? 10 : 600_000)])
    }
    if parts[0] == "moved" {
      return FastAnswer(302, bytes[..<min(one.offset, 2000)], fields: [("Location", "/case/\(one.number)")])
    }
    if parts[0] == "login", request.authorization?.hasPrefix("Digest ") != true {
      return FastAnswer(401, bytes[..<100], fields: [("WWW-Authenticate", #"Digest realm="r", qop="auth", nonce="n""#)])
    }
    var answer = FastAnswer(200, framing: one.framing.onWire, pace: one.pace)
    answer.fields = [("Content-Type", one.way == .events ? "text/event-stream" : "application/octet-stream")]
    if let body = compressed[one.number] {
      answer.body = body[...]
      answer.fields.append(("Content-Encoding", "gzip"))
      return answer
    }
    answer.body = content(of: one)[...]
    guard one.way == .resumedDownload else { return answer }
    answer.fields.append(("ETag", "\"\(one.number)\""))
    if request.rangeStart > 0 {
      answer.status = 206
      answer.fields.append(("Content-Range", "bytes \(request.rangeStart)-\(one.size - 1)/\(one.size)"))
      answer.body = answer.body.dropFirst(request.rangeStart)
    } else if request.repetition == 0 {
      answer.cut = one.cut
    }
    return answer
  }

  // MARK: The client's side

  /// Runs a case and describes what is wrong; `nil` if its bytes arrived.
  func fault(of one: ByteCase) async -> String? {
    do {
      let received = try await received(one)
      let expected = one.way == .events ? Self.bytes[one.offset..<(one.offset + one.size)] : Self.content(of: one)[...]
      return received == Data(expected) ? nil : difference(Array(received), Array(expected))
    } catch {
      return "\(error)"
    }
  }

  private func difference(_ received: [UInt8], _ expected: [UInt8]) -> String {
    let place = zip(received, expected).enumerated().first { $1.0 != $1.1 }?.offset
    return "ended well with \(received.count) of \(expected.count) bytes, "
      + (place.map { "which differ from place \($0) on" } ?? "the same as far as they go")
  }

  private func received(_ one: ByteCase) async throws -> Data {
    let tls = server.authorityFile.map { TLSOptions(caFile: $0) }
    let settings = ServiceSettings(
      // Only so that nothing hangs: a sanitizer on a busy machine takes a minute for 20 MiB.
      timeouts: Timeouts(connect: .seconds(120), read: .seconds(120), total: .seconds(300)),
      connection: ConnectionOptions(tls: tls)
    )
    let client = ResourceClient(
      configuration: ResourceConfiguration(defaults: settings),
      options: .everyWire
    )
    try await warm(client, one.connection)
    let path = one.before == .redirect ? "moved" : one.before == .login ? "login" : "case"
    var url = server.url("/\(path)/\(one.number)")
    if one.before == .login { url.replace("://", with: "://ann:word@", maxReplacements: 1) }
    return try await take(ResourceRequest(url), one, client)
  }

  private func warm(_ client: ResourceClient, _ connection: ByteCase.Connection) async throws {
    switch connection {
    case .new: break
    case .kept: _ = try await client.send(ResourceRequest(server.url("/warm")))
    case .keptAndPaused:
      for try await _ in try await client.stream(ResourceRequest(server.url("/paused")), window: 1000) {
        await Task.yield()
      }
    }
  }

  private func take(_ request: ResourceRequest, _ one: ByteCase, _ client: ResourceClient) async throws -> Data {
    switch one.way {
    case .send:
      return try await client.send(request).data
    case .stream, .slowStream:
      var received = Data()
      for try await chunk in try await client.stream(request, window: one.window) {
        received.append(chunk)
        if one.way == .slowStream { for _ in 0..<20 { await Task.yield() } }
      }
      return received
    case .download, .resumedDownload:
      let target = folder + "/\(one.number)"
      if one.way == .resumedDownload {
        // The first download breaks off, unless only the end of the chunks was cut off.
        _ = try? await client.download(request, to: target, resume: true)
      }
      _ = try await client.download(request, to: target, resume: one.way == .resumedDownload)
      return try Data(contentsOf: URL(fileURLWithPath: target))
    case .delegate:
      return try await withCheckedThrowingContinuation { continuation in
        client.send(request, delegate: ByteDelegate(continuation), on: .queue(DispatchQueue(label: "bytes")))
      }
    case .events:
      var received = Data()
      for try await event in client.events(request) {
        if event.type == "end" { break }
        received.append(contentsOf: event.data.utf8)
      }
      return received
    }
  }
}

/// Collects the body for a delegate.
private final class ByteDelegate: ResourceRequestDelegate, Sendable {
  private let continuation: CheckedContinuation<Data, any Error>

  init(_ continuation: CheckedContinuation<Data, any Error>) { self.continuation = continuation }

  func request(_ handle: RequestHandle, didFinishWith response: ResourceResponse) {
    continuation.resume(returning: response.data)
  }

  func request(_ handle: RequestHandle, didFailWith error: any Error) { continuation.resume(throwing: error) }
}
