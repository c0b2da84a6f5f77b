// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import FoundationEssentials
import ResourceRequestKit
import TestSupport

/// A client, a server that logs what it receives, and the requests that it should receive.
struct EndingsBench {
  /// A response does not belong to the request.
  struct Unexpected: Error, CustomStringConvertible {
    let description: String
  }

  private struct Broken: Error {}

  let ending: EndingCase
  let server: ScriptedServer
  private let client = ResourceClient(options: .everyWire)
  private let folder: String
  private let content: [UInt8]

  init(_ ending: EndingCase, _ server: ScriptedServer) throws {
    self.ending = ending
    self.server = server
    content = Array(EndingsBench.text(ending.size).utf8)
    folder = FileManager.default.temporaryDirectory.appending(path: "endings-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try Data(content).write(to: URL(filePath: folder + "/body"))
  }

  func remove() { try? FileManager.default.removeItem(atPath: folder) }

  /// A text that consists of requests, in case a server takes it for such.
  static func text(_ size: Int) -> String {
    let request = "POST /smuggled HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n"
    return String(String(repeating: request, count: size / request.utf8.count + 1).prefix(size))
  }

  /// Makes a regular exchange, and checks that the response describes the request.
  func exchange(_ path: String, _ text: String) async throws {
    var request = ResourceRequest(server.url(path), method: text.isEmpty ? .get : .post, timeout: .seconds(60))
    if !text.isEmpty { request.body = .string(text) }
    let response = try await client.send(request)
    let expected = EndingsServer.echo(request.method.name, path, Array(text.utf8))
    guard response.text == expected else {
      throw Unexpected(description: "“\(response.text.prefix(80))” answers \(path) instead of “\(expected)”")
    }
  }

  /// Makes the exchange of the case, which ends in its way.
  func end() async {
    let request = request
    let way = ending.way
    let file = folder + "/answer"
    let call = Task { [client] in
      switch way {
      case .send:
        _ = try await client.send(request)
      case .stream:
        for try await _ in try await client.stream(request) {}
      case .dropped:
        for try await _ in try await client.stream(request) { break }
      case .unread:
        _ = try await client.stream(request)
      case .download:
        _ = try await client.download(request, to: file)
      }
    }
    if ending.ending.hangs, ending.patience == .cancelled {
      let heads = ending.isWarm ? 2 : 1
      try? await server.wait(for: "the head of the exchange") { $0.reduce(0) { $0 + $1.headCount } >= heads }
      call.cancel()
    }
    _ = await call.result
  }

  private var request: ResourceRequest {
    var request = ResourceRequest(server.url("/end"), method: ending.body == .none ? .get : .post)
    if ending.ending == .challenge || ending.ending == .earlyChallenge {
      request.target = "http://ann:pw@\(server.authority)/end"
    }
    request.timeouts.total = .seconds(60)
    if ending.ending.hangs {
      switch ending.patience {
      case .cancelled: break
      case .readTimeout: request.timeouts.read = .milliseconds(50)
      case .deadline: request.timeouts.total = .milliseconds(50)
      }
    }
    if ending.ending == .bodyTooLarge { request.limits.bodyBytes = 1000 }
    if ending.ending == .headTooLarge { request.limits.headBytes = 1000 }
    if ending.expects { request.expectContinue = .always(wait: .seconds(15)) }
    switch ending.body {
    case .none: break
    case .bytes: request.body = .data(Data(content))
    case .file: request.body = .file(folder + "/body")
    case .length: request.body = .stream(chunks(), length: content.count)
    case .chunks: request.body = .stream(chunks())
    case .broken: request.body = .stream(chunks(fails: true), length: ending.status < 300 ? content.count + 1 : nil)
    case .trailed:
      request.body = .stream(chunks())
      request.trailers = RequestTrailers(["X-Check"]) { ["X-Check": "sum"] }
    }
    return request
  }

  private func chunks(fails: Bool = false) -> AsyncThrowingStream<Data, any Error> {
    AsyncThrowingStream { continuation in
      var rest = Data(content)
      while !rest.isEmpty {
        continuation.yield(Data(rest.prefix(50_000)))
        rest = rest.dropFirst(50_000)
      }
      continuation.finish(throwing: fails ? Broken() : nil)
    }
  }

  // MARK: The log

  /// The entries of the server's log that are not expected, and other faults.
  func faults() -> [String] {
    var faults = server.scriptFailures
    var wholes: [String: Int] = [:]
    for (index, record) in server.connections.enumerated() {
      do {
        for entry in try RequestLog(record.received).entries {
          if !isMeant(entry) {
            faults.append("connection \(index) brought “\(entry.start.prefix(80))” with \(entry.body.count) bytes")
          }
          if entry.isWhole { wholes[entry.start, default: 0] += 1 }
        }
      } catch {
        faults.append("connection \(index) brought \(error.reason)")
      }
    }
    for start in ["POST /next HTTP/1.1", "GET /last HTTP/1.1"] where wholes[start] != 1 {
      faults.append("“\(start)” came \(wholes[start] ?? 0) times")
    }
    return faults
  }

  private func isMeant(_ entry: RequestLog.Entry) -> Bool {
    let verb = ending.body == .none ? "GET" : "POST"
    let own = ending.body == .none ? [] : content
    let meant: [(start: String, body: [UInt8])] = [
      ("GET /warm HTTP/1.1", []), ("\(verb) /end HTTP/1.1", own), ("\(verb) /elsewhere HTTP/1.1", own),
      ("GET /elsewhere HTTP/1.1", []), ("POST /next HTTP/1.1", Array(EndingsBench.text(5000).utf8)),
      ("GET /last HTTP/1.1", []),
    ]
    return meant.contains { start, body in
      if entry.isWhole { return entry.start == start && entry.body == body }
      return start.hasPrefix(entry.start) && body.starts(with: entry.body)
    }
  }
}
