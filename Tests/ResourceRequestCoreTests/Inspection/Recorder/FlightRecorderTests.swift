// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Foundation
import ResourceRequestTesting
import TestSupport
import Testing

@testable import ResourceRequestCore
@testable import ResourceRequestInspection

/// What a recorder keeps, how much of it, and which secrets it removes.
struct FlightRecorderTests {
  private static let document = #"""
    {"backendServices": [{"service": "s", "baseUrl": "http://s.example", "cache": true,
      "retry": {"attempts": 2, "on": [503], "backoff": {"base": "1ms", "max": "1ms"}}}]}
    """#

  private static func client(
    _ recorder: FlightRecorder,
    _ responder: @escaping StubTransport.Responder
  ) throws -> ResourceClient {
    var options = ClientOptions()
    options.record(by: recorder)
    return ResourceClient(
      configuration: try ResourceConfiguration(json: document),
      transport: StubTransport(responder),
      options: options
    )
  }

  private static func entries(_ recorder: FlightRecorder) -> [JSON] { recorder.har()["log"]["entries"].array ?? [] }

  /// Makes calls with every outcome: retry, redirect, cache hit, failure, bodies of all kinds.
  private static func incident(_ recorder: FlightRecorder) async throws -> ResourceClient {
    let sent = Lock(0)
    let client = try client(recorder) { request, _ in
      switch request.url.path {
      case "/retry":
        let number = sent.withLock { sent -> Int in
          sent += 1
          return sent
        }
        return number == 1 ? .status(503) : .json(["user": "ann", "password": "hunter2", "n": [1, ["token": 7]]])
      case "/moved": return .status(302, headers: ["Location": "http://other.example/there?token=hunter2"])
      case "/kept": return .text("kept", headers: ["Cache-Control": "max-age=60"])
      case "/binary": return .data(Data([0, 255, 1]), type: "application/octet-stream")
      case "/down": throw TransportFailure(code: .connectFailed, message: "refused", phase: .connecting)
      default: return .status(204, headers: ["Set-Cookie": "session=hunter2"])
      }
    }
    for path in ["retry?api_key=hunter2", "moved", "kept", "kept", "binary", "down"] {
      _ = try? await client.send(ResourceRequest(path, service: "s"))
    }
    var login = ResourceRequest("login", method: .post, service: "s")
    login.headers["Authorization"] = "Basic aHVudGVyMg=="
    login.body = .form(["user": "ann", "password": "hunter2"])
    _ = try await client.send(login)
    return client
  }

  @Test func `each attempt is an entry, and so is a hit of the cache`() async throws {
    let recorder = FlightRecorder()
    _ = try await Self.incident(recorder)
    let entries = Self.entries(recorder)
    #expect(entries.map { $0["response"]["status"].int } == [503, 200, 302, 204, 200, 200, 200, 0, 0, 204])
    #expect(entries.map { $0["_attempt"].int } == [1, 2, 1, 2, 1, 0, 1, 1, 2, 1])
    #expect(entries[0]["_service"].string == "s")
    #expect(entries[5]["_cacheStatus"].string?.contains("hit") == true)
    #expect(entries[4]["_cacheStatus"].string?.contains("fwd=") == true)
    #expect(entries[7]["_error"].string == "connectFailed: refused")
    #expect(entries[2]["response"]["redirectURL"].string == "http://other.example/there?token=‹redacted›")
  }

  @Test func `a hit of the cache belongs to its hop`() async throws {
    let recorder = FlightRecorder()
    let client = try Self.client(recorder) { request, _ in
      switch request.url.path {
      case "/kept": .text("kept", headers: ["Cache-Control": "max-age=60"])
      case "/end": .text("end")
      case "/left": .status(302, headers: ["Location": "/kept"])
      default: .status(301, headers: ["Location": "/end", "Cache-Control": "max-age=60"])
      }
    }
    for path in ["moved", "moved", "left", "left"] { _ = try? await client.send(ResourceRequest(path, service: "s")) }
    let entries = Self.entries(recorder)
    #expect(
      entries.map { "\($0["request"]["url"].string?.suffix(5) ?? "") \($0["_attempt"].int ?? -1)" }
        == ["moved 1", "e/end 2", "moved 0", "e/end 1", "/left 1", "/kept 2", "/left 1", "/kept 0"]
    )
    let hits = entries.indices.filter { entries[$0]["_cacheStatus"].string?.contains("hit") == true }
    #expect(hits == [2, 7])
  }

  @Test func `a recording of a connection that was stale is played back as it was`() async throws {
    let recorder = FlightRecorder(bodies: .all)
    let isFirst = Lock(true)
    let client = try Self.client(recorder) { _, _ in
      guard isFirst.exchange(false) else { return .text("ok") }
      throw TransportFailure(code: .connectionClosed, message: "stale", phase: .sent, onReusedConnection: true)
    }
    #expect(try await client.send(ResourceRequest("x", service: "s")).text == "ok")
    let again = ResourceClient(
      configuration: client.configuration,
      transport: try RecordedTransport(har: recorder.har())
    )
    #expect(try await again.send(ResourceRequest("x", service: "s")).text == "ok")
  }

  @Test func `a recording with a login for a token is played back`() async throws {
    let recorder = FlightRecorder(bodies: .all)
    var options = ClientOptions()
    options.record(by: recorder)
    let json = #"""
      {"service": "s", "baseUrl": "https://s.example", "auth": {"type": "oauth2", "tokenUrl": "https://id.example/token",
       "clientId": "c", "clientSecret": "hunter2"}}
      """#
    let configuration = try ResourceConfiguration(json: json)
    let stub = StubTransport { request, _ in
      guard request.url.origin.host == "id.example" else { return .text("ok") }
      return .json(["access_token": "issued-token", "token_type": "Bearer", "expires_in": 600])
    }
    let client = ResourceClient(configuration: configuration, transport: stub, options: options)
    _ = try await client.send(ResourceRequest("x", service: "s"))
    let again = ResourceClient(configuration: configuration, transport: try RecordedTransport(har: recorder.har()))
    #expect(try await again.send(ResourceRequest("x", service: "s")).text == "ok")
  }

  @Test func `secrets are in no recording`() async throws {
    let recorder = FlightRecorder(bodies: .all)
    _ = try await Self.incident(recorder)
    let text = recorder.har().text()
    #expect(!text.contains("hunter2"))
    #expect(!text.contains("aHVudGVyMg"))
    #expect(Self.entries(recorder)[1]["response"]["content"]["text"].string?.contains("ann") == true)
    #expect(Self.entries(recorder)[9]["request"]["postData"]["text"].string == "user=ann&password=‹redacted›")
  }

  @Test func `bodies of unknown structure are kept on demand only`() async throws {
    let (careful, all) = (FlightRecorder(), FlightRecorder(bodies: .all))
    _ = try await Self.incident(careful)
    _ = try await Self.incident(all)
    let content = Self.entries(careful)[6]["response"]["content"]
    #expect(content["text"].isNull)
    #expect(content["size"].int == 3)
    #expect(content["comment"].string == "bodies of this type are not kept")
    #expect(Self.entries(all)[6]["response"]["content"]["text"].string == "AP8B")
    #expect(Self.entries(all)[6]["response"]["content"]["encoding"].string == "base64")
  }

  @Test func `the ring stays in its bytes, whatever the bodies`() async throws {
    let recorder = FlightRecorder(bytes: 20_000, bodies: .all)
    let client = try Self.client(recorder) { request, _ in
      .text(String(repeating: "x", count: request.url.path == "/huge" ? 1 << 20 : 3000))
    }
    for number in 0..<50 { _ = try await client.send(ResourceRequest("a\(number)", service: "s")) }
    _ = try await client.send(ResourceRequest("huge", service: "s"))
    #expect(recorder.bytes <= 20_000)
    #expect((4...7).contains(recorder.count))
    let last = try #require(Self.entries(recorder).last)
    #expect(last["response"]["content"]["size"].int == 1 << 20)
    #expect(last["response"]["content"]["text"].isNull)
    let none = FlightRecorder(bytes: 0)
    _ = try await Self.incident(none)
    #expect(none.count == 0)
  }

  @Test func `a recording is HAR 1_2`() async throws {
    let recorder = FlightRecorder(bodies: .all)
    _ = try await Self.incident(recorder)
    let program = """
      import json, sys
      try: from jsonschema import Draft202012Validator as Validator
      except ImportError: sys.exit(77)
      schema = json.load(open(sys.argv[1]))
      Validator.check_schema(schema)
      sys.exit("\\n".join(e.json_path + " " + e.message for e in Validator(schema).iter_errors(json.load(sys.stdin))) or 0)
      """
    let python = Process()
    python.executableURL = URL(filePath: "/usr/bin/env")
    let folder = try #require(Bundle.module.url(forResource: "Fixtures", withExtension: nil))
    python.arguments = ["python3", "-c", program, folder.path + "/har/har-1.2.schema.json"]
    let (input, errors) = (Pipe(), Pipe())
    python.standardInput = input
    python.standardError = errors
    try python.run()
    input.fileHandleForWriting.write(Data(recorder.har().text().utf8))
    try input.fileHandleForWriting.close()
    let said = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    python.waitUntilExit()
    // 77: the validator is not installed; 127: Python is not.
    #expect([0, 77, 127].contains(python.terminationStatus), "\(said)")
  }

  @Test func `a recording answers as the servers did`() async throws {
    let recorder = FlightRecorder(bodies: .all)
    _ = try await Self.incident(recorder)
    let transport = try RecordedTransport(har: JSON(parsing: recorder.har().text()))
    let client = ResourceClient(configuration: try ResourceConfiguration(json: Self.document), transport: transport)
    let retried = try await client.send(ResourceRequest("retry?api_key=another", service: "s"))
    #expect(retried.attempts.map(\.status) == [503, 200])
    #expect(retried.json?["user"].string == "ann")
    let binary = try await client.send(ResourceRequest("binary", service: "s"))
    #expect(binary.data == Data([0, 255, 1]))
    let failed = await #expect(throws: ResourceError.self) {
      try await client.send(ResourceRequest("down", service: "s"))
    }
    #expect(failed?.code == .connectFailed)
    let unknown = await #expect(throws: ResourceError.self) {
      try await client.send(ResourceRequest("binary", service: "s"))
    }
    #expect(unknown?.message.contains("no further response") == true)
  }

  @Test(arguments: [JSON.null, ["log": [:]], ["log": ["entries": [["request": ["method": "GET"]]]]]])
  func `what is no recording is refused with its place`(har: JSON) {
    let error = #expect(throws: ResourceError.self) { try RecordedTransport(har: har) }
    #expect(error?.message.contains("log.entries") == true)
  }

  @Test(.timeLimit(.minutes(2))) func `a signal writes it to a file, each time, and so does a failure`() async throws {
    let folder = try WatchedFolder()
    let recorder = FlightRecorder()
    let client = try await Self.incident(recorder)
    let readings = Readings()
    let watcher = FileWatcher([WatchedFile(folder["a.har"])], sleep: { try await folder.pause($0) }) {
      readings.take(folder.text(of: "a.har").flatMap { try? JSON(parsing: $0)["log"]["version"].string }, $0)
      return true
    }
    recorder.writeOnSignal(SIGUSR2, to: folder["a.har"])
    for _ in 1...2 {
      kill(getpid(), SIGUSR2)
      try await folder.whileTimePasses { try await readings.wait(for: "1.2") }
    }
    recorder.writeOnFailure(to: folder["a.har"])
    _ = try? await client.send(ResourceRequest("down", service: "s"))
    try await folder.whileTimePasses { try await readings.wait(for: "1.2") }
    withExtendedLifetime(watcher) {}
  }

  @Test func `a body that the transport has decoded is kept, and played back`() async throws {
    let recorder = FlightRecorder()
    let client = try Self.client(recorder) { _, _ in .json(["user": "ann"], headers: ["Content-Encoding": "gzip"]) }
    _ = try await client.send(ResourceRequest("x", service: "s"))
    let response = Self.entries(recorder)[0]["response"]
    #expect(response["content"]["text"].string == #"{"user":"ann"}"#)
    // Its bytes were fewer, which are known only with those of the head.
    #expect(response["bodySize"].int == -1)
    let transport = try RecordedTransport(har: recorder.har())
    let again = ResourceClient(configuration: client.configuration, transport: transport)
    #expect(try await again.send(ResourceRequest("x", service: "s")).json?["user"].string == "ann")
  }

  @Test(arguments: [false, true])
  func `an attempt that times out is recorded by its code`(isStream: Bool) async throws {
    let (recorder, clock) = (FlightRecorder(), ManualClock())
    let json = #"{"service": "s", "baseUrl": "http://s.example", "timeouts": {"attempt": "1s", "total": "10s"}}"#
    var options = ClientOptions(environment: RequestEnvironment(clock: clock))
    options.record(by: recorder)
    let client = ResourceClient(
      configuration: try ResourceConfiguration(json: json),
      transport: StubTransport(script: [.silence]),
      options: options
    )
    let call = Task {
      let request = ResourceRequest("x", service: "s")
      if isStream { _ = try await client.stream(request) } else { _ = try await client.send(request) }
    }
    try await clock.waitForSleepers()
    clock.advance(by: .seconds(1))
    let error = await #expect(throws: ResourceError.self) { try await call.value }
    #expect(error?.code == .attemptTimeout)
    #expect(Self.entries(recorder)[0]["_error"].string?.hasPrefix("attemptTimeout") == true)
  }

  @Test func `a recorder that nobody has any more writes the failure that waits`() async throws {
    let folder = try WatchedFolder()
    var recorder: FlightRecorder? = FlightRecorder()
    var client: ResourceClient? = try await Self.incident(try #require(recorder))
    recorder?.writeOnFailure(to: folder["a.har"])
    _ = try? await client?.send(ResourceRequest("down", service: "s"))
    try await until { folder.text(of: "a.har") != nil }
    try FileManager.default.removeItem(atPath: folder["a.har"])
    _ = try? await client?.send(ResourceRequest("down", service: "s"))
    (client, recorder) = (nil, nil)
    try await until { folder.text(of: "a.har") != nil }
  }

  @Test func `failures that go on do not write the file all the time`() async throws {
    let folder = try WatchedFolder()
    let recorder = FlightRecorder()
    let client = try await Self.incident(recorder)
    recorder.writeOnFailure(to: folder["a.har"])
    let start = ContinuousClock.now
    var writings: Set<Int> = []
    for _ in 0..<300 {
      _ = try? await client.send(ResourceRequest("down", service: "s"))
      var facts = stat()
      if stat(folder["a.har"], &facts) == 0 { writings.insert(Int(facts.st_ino)) }
    }
    // Each is a new file, and one more may come in each second.
    #expect(writings.count <= Int((ContinuousClock.now - start).components.seconds) + 2)
  }
}
