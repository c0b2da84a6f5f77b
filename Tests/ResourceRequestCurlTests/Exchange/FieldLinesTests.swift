// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Curl
  import CCurl
  #if canImport(FoundationEssentials)
    import FoundationEssentials
  #else
    import Foundation
  #endif
  import ResourceRequestCore
  import Testing

  @testable import ResourceRequestCurl

  struct FieldLinesTests {
    private struct Asked {
      var headers: Headers = ["User-Agent": "a"]
      var method = RequestMethod.get
      var body: OutgoingBody?
      var host: String?
      var expects: Timeout?
    }

    private static let requests: [Asked] = [
      Asked(),
      Asked(headers: ["User-Agent": "b"]),
      Asked(headers: ["user-agent": "a"]),
      Asked(headers: ["User-Agent": "a", "Accept": "text/plain"]),
      Asked(method: .post),
      Asked(method: .post, body: OutgoingBody(Data([1, 2, 3]))),
      Asked(method: .post, body: OutgoingBody(Data([1, 2, 3])), expects: .seconds(1)),
      Asked(host: "one.example"),
      Asked(host: "two.example"),
    ]

    private func send(_ asked: Asked, _ lines: inout FieldLines, keeping list: inout [String]) throws {
      let url = try ResourceURL("http://h.example/")
      let request = ResolvedRequest(method: asked.method, url: url, headers: asked.headers, body: asked.body)
      var options = request.options
      options.expectContinue = asked.expects
      lines.write(request, options, host: asked.host)
      var read: [String] = []
      lines.withList { node in
        var node = node
        while let line = node {
          read.append(line.pointee.data.map { String(cString: $0) } ?? "")
          node = line.pointee.next
        }
      }
      list = read
    }

    @Test func `blanks around a value are no part of it`() throws {
      var lines = FieldLines()
      var list: [String] = []
      try send(Asked(headers: ["X-A": " a b\t", "X-B": "  "]), &lines, keeping: &list)
      #expect(list.contains("X-A: a b") && list.contains("X-B;"))
    }

    @Test func `the list is that of the request whatever was asked before`() throws {
      for before in Self.requests {
        for asked in Self.requests {
          var lines = FieldLines()
          var list: [String] = []
          try send(before, &lines, keeping: &list)
          try send(asked, &lines, keeping: &list)
          var fresh = FieldLines()
          var expected: [String] = []
          try send(asked, &fresh, keeping: &expected)
          #expect(list == expected)
        }
      }
    }
  }
#endif
