// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Curl
  import Foundation
  import ResourceRequestKit
  import TestSupport
  import Testing

  /// How bodies are sent: their progress (row C3), and interim responses before them (row C7).
  struct UploadTests {
    private let client = ResourceClient()

    private func request(_ server: ScriptedServer, _ expectation: ExpectContinue? = nil) -> ResourceRequest {
      var request = ResourceRequest(server.url(), method: .post)
      request.body = .string("hello")
      request.expectContinue = expectation
      return request
    }

    private func report(to reports: Lock<[TransferProgress]>, every interval: Duration = .zero) -> ProgressReporter {
      ProgressReporter(every: interval) { progress in reports.withLock { $0.append(progress) } }
    }

    @Test func `C3: upload progress is reported as the transport takes the body, and the end always`() async throws {
      let server = try ScriptedServer.echo()
      defer { server.stop() }
      var request = ResourceRequest(server.url(), method: .put)
      request.body = .data(Data(repeating: 7, count: 300_000))
      let reports = Lock<[TransferProgress]>([])
      let response = try await client.send(request, uploadProgress: report(to: reports))
      #expect(response.status == 200)
      let sent = reports.withLock { $0 }
      #expect(sent.count >= 4)
      #expect(sent.map(\.completed) == sent.map(\.completed).sorted())
      #expect(sent.allSatisfy { $0.total == 300_000 })
      #expect(sent.last?.completed == 300_000)
      #expect(server.requests.last?.body.count == 300_000)
      #expect(server.requests.last?.header("Content-Length") == "300000")
    }

    @Test func `C3: a body of unknown length reports its total at the end, and few reports are few`() async throws {
      let server = try ScriptedServer.echo()
      defer { server.stop() }
      let (writer, body) = ResourceRequest.Body.bound()
      var request = ResourceRequest(server.url(), method: .put)
      request.body = body
      let reports = Lock<[TransferProgress]>([])
      let sending = request
      let progress = report(to: reports, every: .seconds(3600))
      async let response = client.send(sending, uploadProgress: progress)
      for _ in 0..<10 { try await writer.write(Data(repeating: 7, count: 50_000)) }
      writer.finish()
      #expect(try await response.status == 200)
      let sent = reports.withLock { $0 }
      #expect(sent.count == 2)
      #expect(sent.first?.total == nil)
      #expect(sent.last == TransferProgress(completed: 500_000, total: 500_000))
    }

    @Test func `C3: a stream's upload is reported while its head is awaited`() async throws {
      let seen = Gate()
      let server = try ScriptedServer { connection in
        let request = try connection.readRequest()
        // The head is sent only after the reports have said that the whole body was sent.
        try connection.wait(for: seen)
        try connection.send("HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\n\(request.body.count)")
        try connection.waitForPeerClose()
      }
      defer { server.stop() }
      var request = ResourceRequest(server.url(), method: .post)
      request.body = .data(Data(count: 300_000))
      let reports = Lock<[TransferProgress]>([])
      let progress = ProgressReporter(every: .zero) { progress in
        reports.withLock { $0.append(progress) }
        if progress.completed == progress.total { seen.open() }
      }
      let answer = try await client.stream(request, uploadProgress: progress)
      #expect(try await answer.collect().text == "300000")
      let sent = reports.withLock { $0 }
      #expect(sent.count >= 4)
      #expect(sent.last == TransferProgress(completed: 300_000, total: 300_000))
    }

    @Test func `C3: a completion's progress comes on its queue, before the completion`() async throws {
      let server = try ScriptedServer.echo()
      defer { server.stop() }
      let record = CallRecord()
      let queue = MarkedQueue()
      client.send(
        request(server),
        on: .queue(queue.queue),
        uploadProgress: ProgressReporter(every: .seconds(3600)) { record.note("\($0.completed) \(queue.isCurrent)") }
      ) { record.complete($0) }
      try await record.end.wait()
      #expect(record.lines == ["5 true", "success 200"])
    }

    @Test func `C7: the body is sent when the server says to continue`() async throws {
      let server = try ScriptedServer { connection in
        let head = try connection.read(through: Array("\r\n\r\n".utf8))
        #expect(String(decoding: head, as: UTF8.self).contains("\r\nExpect: 100-continue\r\n"))
        try connection.send("HTTP/1.1 100 Continue\r\n\r\n")
        let body = try connection.read(5)
        try connection.send("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n\(String(decoding: body, as: UTF8.self))")
      }
      defer { server.stop() }
      #expect(try await client.send(request(server, .always(wait: .seconds(3600)))).text == "hello")
      #expect(server.scriptFailures.isEmpty)
    }

    @Test(arguments: [413, 401])
    func `C7: a final status before the body is the answer, and the body is not sent`(status: Int) async throws {
      let gate = Gate()
      let server = try ScriptedServer { connection in
        _ = try connection.read(through: Array("\r\n\r\n".utf8))
        try connection.send("HTTP/1.1 \(status) No\r\nContent-Length: 2\r\nConnection: close\r\n\r\nno")
        try connection.wait(for: gate)
      }
      defer { server.stop() }
      let response = try await client.send(request(server, .always(wait: .seconds(3600))))
      #expect(response.status.code == status)
      gate.open()
      #expect(server.connections.count == 1)
      #expect(server.connections.allSatisfy { !String(decoding: $0.received, as: UTF8.self).contains("hello") })
    }

    @Test func `C7: what a server refuses to be asked about is sent again without asking, once`() async throws {
      let server = try ScriptedServer { connection in
        let head = try connection.read(through: Array("\r\n\r\n".utf8))
        guard String(decoding: head, as: UTF8.self).contains("\r\nExpect:") else {
          let body = try connection.read(5)
          return try connection.send(
            "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n\(String(decoding: body, as: UTF8.self))"
          )
        }
        try connection.send("HTTP/1.1 417 No\r\nContent-Length: 2\r\nConnection: close\r\n\r\nno")
      }
      defer { server.stop() }
      let response = try await client.send(request(server, .always(wait: .seconds(3600))))
      #expect(response.status == 200)
      #expect(response.text == "hello")
      #expect(server.connections.count == 2)
      #expect(server.connections.first.map { String(decoding: $0.received, as: UTF8.self).contains("hello") } == false)
    }

    @Test func `C7: a server that says nothing gets the body after the wait`() async throws {
      let server = try ScriptedServer.echo()
      defer { server.stop() }
      let response = try await client.send(request(server, .always(wait: .milliseconds(50))))
      #expect(try EchoedRequest(json: response.data).body == "hello")
      #expect(server.requests.last?.header("Expect") == "100-continue")
    }

    @Test func `C7: a small body is sent without asking`() async throws {
      let server = try ScriptedServer.echo()
      defer { server.stop() }
      _ = try await client.send(request(server, .above(5)))
      #expect(server.requests.last?.header("Expect") == nil)
    }
  }
#endif
