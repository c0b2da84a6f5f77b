// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Sockets && os(Linux)
  import Foundation
  import ResourceRequestCore
  import Testing

  @testable import ResourceRequestSockets

  struct RequestWriterTests {
    @Test(arguments: [(nil, false), (0, false), (2, true)] as [(Int?, Bool)])
    func `only content waits for consent`(_ count: Int?, _ asks: Bool) throws {
      var options = ExchangeOptions()
      options.expectContinue = .after(.milliseconds(100))
      let request = ResolvedRequest(
        method: .post,
        url: try ResourceURL("http://a.example/"),
        body: count.map { OutgoingBody(Data(count: $0)) },
        options: options
      )
      let out = ByteQueue()
      RequestWriter.writeHead(of: request, framed: RequestWriter.framing(of: request), to: out)
      #expect(String(decoding: out.bytes, as: UTF8.self).contains("Expect: 100-continue") == asks)
    }
  }
#endif
