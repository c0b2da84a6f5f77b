// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Curl
  import Foundation
  import ResourceRequestKit
  import TestSupport
  import Testing

  @testable import ResourceRequestCoding
  @testable import ResourceRequestCore

  /// Where a response ends, and what is not a valid response.
  @Suite(.everyWire, .timeLimit(.minutes(2)))
  struct EndOfAnswerTests {
    /// The outcomes of a response, buffered and as a stream: its text, or the code of the failure.
    private func outcomes(_ answer: [UInt8], method: RequestMethod = .get) async throws -> [String] {
      let server = try ScriptedServer { connection in
        _ = try connection.readRequest()
        try connection.send(answer)
      }
      defer { server.stop() }
      var outcomes: [String] = []
      let client = ResourceClient(options: .everyWire)
      do {
        outcomes.append(try await client.send(ResourceRequest(server.url(), method: method)).text)
      } catch let error as ResourceError { outcomes.append(error.code.rawValue) }
      do {
        var text = ""
        for try await chunk in try await client.stream(ResourceRequest(server.url(), method: method)) {
          text += String(decoding: chunk, as: UTF8.self)
        }
        outcomes.append(text)
      } catch let error as ResourceError { outcomes.append(error.code.rawValue) }
      return outcomes
    }

    private func gzip(_ bytes: Data) -> [UInt8] {
      Array("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: \(bytes.count)\r\n\r\n".utf8) + bytes
    }

    @Test(arguments: [
      "HTTP/2 200\r\nContent-Length: 2\r\n\r\nok", "HTTP/2 200 OK\r\nContent-Length: 2\r\n\r\nok",
      "HTTP/2.0 200 OK\r\nContent-Length: 2\r\n\r\nok", "HTTP/2 099 \r\n\r\n", "HTTP/3 200\r\n\r\n",
      "HTTP/1.1 099 Low\r\nContent-Length: 2\r\n\r\nok", "HTTP/1.1 000 None\r\n\r\n", "HTTP/1.1 2000 Long\r\n\r\n",
      "HTTP/1.1 20 Short\r\n\r\n", "HTTP/1.1 -20 Less\r\n\r\n", "HTTP/1.1 +20 More\r\n\r\n",
      "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: other\r\n\r\nwhatever",
      "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 101 Now\r\n\r\n",
    ])
    func `a response of another protocol, without a status, or with an unrequested switch breaks the protocol`(
      _ answer: String
    ) async throws {
      let outcomes = try await outcomes(Array(answer.utf8))
      #expect(outcomes == ["protocolViolation", "protocolViolation"])
    }

    @Test func `a body in gzip may have several members`() async throws {
      let members = ["one, ", "two, ", "three"].map { BodyEncoder.encode(Data($0.utf8), as: .gzip) }
      #expect(try await outcomes(gzip(Data(members.joined()))) == ["one, two, three", "one, two, three"])
    }

    @Test func `a body in gzip with something behind it, or that breaks off, is no body`() async throws {
      let member = BodyEncoder.encode(Data("text, text, text".utf8), as: .gzip)
      for bytes in [member + Data("garbage".utf8), member + Data([0x1F]), member.dropLast(1), member.prefix(12)] {
        #expect(try await outcomes(gzip(bytes)) == ["contentDecodingFailed", "contentDecodingFailed"])
      }
      let head = "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n\r\n"
      let half = member.prefix(20)
      let chunked = Array((head + "14\r\n").utf8) + half + Array("\r\n0\r\n\r\n".utf8)
      #expect(try await outcomes(chunked) == ["contentDecodingFailed", "contentDecodingFailed"])
    }

    @Test func `a body in chunks that lacks the last byte of its end is not whole`() async throws {
      let whole = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n"
      #expect(try await outcomes(Array(whole.utf8)) == ["hello", "hello"])
      for missing in 1...12 {
        let outcomes = try await outcomes(Array(whole.utf8.dropLast(missing)))
        #expect(outcomes == ["connectionClosed", "connectionClosed"], "without the last \(missing) bytes")
      }
      let trailed = Array(whole.utf8.dropLast(2)) + Array("Check: sum\r\n\r".utf8)
      #expect(try await outcomes(trailed) == ["connectionClosed", "connectionClosed"])
      #expect(try await outcomes(trailed + [10]) == ["hello", "hello"])
    }

    @Test func `a large compressed body is decoded as it is read`() async throws {
      let text = Data(count: 60_000_000)
      let encoded = BodyEncoder.encode(text, as: .gzip)
      let server = try ScriptedServer { connection in
        _ = try connection.readRequest()
        try connection.send(self.gzip(encoded))
      }
      defer { server.stop() }
      var options = ExchangeOptions()
      options.streamWindow = 64 << 10
      options.expansionLimit = 2000
      let request = ResolvedRequest(method: .get, url: try ResourceURL(server.url()), options: options)
      let stream = try #require(try await CurlTransport().send(request, context: CallContext()).body.stream)
      var total = 0
      while let chunk = try await stream.next() {
        #expect(chunk.count < 100_000)
        total += chunk.count
      }
      #expect(total == text.count)
    }
  }
#endif
