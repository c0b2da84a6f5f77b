// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestConformance
import ResourceRequestCore
import Testing

struct ConformancePlayerTests {
  private func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

  @Test func `a request may come in any pieces, and two at once`() {
    let request = bytes("POST /a HTTP/1.1\r\nContent-Length: 3\r\nX-A: b\r\n\r\nabc")
    for size in [1, 7, 1000] {
      var player = ConformancePlayer(ConformanceScript([.readRequest, .send(bytes("one")), .readRequest, .reset]))
      var rest = (request + request)[...]
      var actions: [ConformancePlayer.Action] = []
      while true {
        let action = player.nextAction()
        if action == .reset { break }
        guard action == .receive else {
          actions.append(action)
          continue
        }
        player.received(Array(rest.prefix(size)))
        rest = rest.dropFirst(size)
      }
      #expect(actions == [.send(bytes("one"))])
      #expect(player.record.requests.map(\.body) == [bytes("abc"), bytes("abc")])
      #expect(player.record.requests.first?.bytes == request)
      #expect(player.record.requests.first?.headers["x-a"] == "b")
      #expect(player.record.stepsDone == 3)
    }
  }

  @Test func `what is to be sent is done when the next is asked for, and not before`() {
    var player = ConformancePlayer(ConformanceScript([.send(bytes("one")), .pause(.seconds(1)), .hold]))
    #expect(player.nextAction() == .send(bytes("one")))
    #expect(player.record.stepsDone == 0)
    #expect(player.nextAction() == .pause(.seconds(1)))
    #expect(player.record.stepsDone == 1)
    #expect(player.nextAction() == .hold)
    #expect(player.record.stepsDone == 2)
  }

  @Test func `chunks are put together and their trailers skipped`() {
    var player = ConformancePlayer(ConformanceScript([.readRequest]))
    player.received(
      bytes("PUT / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n2;x=y\r\nab\r\n1\r\nc\r\n0\r\nX-T: u\r\n\r\n")
    )
    #expect(player.nextAction() == .close)
    #expect(player.record.requests.first?.body == bytes("abc"))
  }

  @Test func `a head can be read without its body`() {
    var player = ConformancePlayer(ConformanceScript([.readHead, .hold]))
    player.received(bytes("POST / HTTP/1.1\r\nContent-Length: 9\r\n\r\n"))
    #expect(player.nextAction() == .hold)
    #expect(player.record.requests.first?.method == "POST")
  }

  @Test func `a body can be read after its head, when something was said in between`() {
    var player = ConformancePlayer(ConformanceScript([.readHead, .send(bytes("go")), .readBody, .hold]))
    player.received(bytes("POST / HTTP/1.1\r\nContent-Length: 3\r\n\r\n"))
    #expect(player.nextAction() == .send(bytes("go")))
    #expect(player.nextAction() == .receive)
    player.received(bytes("abcGET"))
    #expect(player.nextAction() == .hold)
    #expect(player.record.requests.map(\.body) == [bytes("abc")])
    #expect(player.record.stepsDone == 3)
  }

  @Test func `a transport that goes away ends the script, and is recorded`() {
    var player = ConformancePlayer(ConformanceScript([.readRequest, .startOver]))
    #expect(player.nextAction() == .receive)
    player.received([])
    #expect(player.nextAction() == .close)
    #expect(player.record.isClosedByTransport)
  }

  @Test func `what is no request ends the connection with a reset`() {
    var player = ConformancePlayer(ConformanceScript([.readRequest]))
    player.received(bytes("nonsense\r\n\r\n"))
    #expect(player.nextAction() == .reset)
  }

  @Test func `lengths from the wire never trap`() {
    for length in ["-1", "9223372036854775807", "99999999999999999999", "x"] {
      var player = ConformancePlayer(ConformanceScript([.readRequest]))
      player.received(bytes("POST / HTTP/1.1\r\nContent-Length: \(length)\r\n\r\nabc"))
      _ = player.nextAction()
      player = ConformancePlayer(ConformanceScript([.readRequest]))
      player.received(bytes("POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n7FFFFFFFFFFFFFFF\r\nabc"))
      #expect(player.nextAction() == .receive)
    }
  }
}
