// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Curl
  import Foundation
  import ResourceRequestKit
  import TestSupport
  import Testing

  /// Pagination over real sockets, checked by the requests that the server received.
  struct PageTests {
    private struct Issue: Decodable, Sendable, Equatable { var number: Int }

    /// A server that paginates like GitHub: with absolute links, below another path than the one requested.
    private func paging(_ pages: Int, from page: Int = 1) throws -> ScriptedServer {
      try ScriptedServer { connection in
        while let request = try connection.nextRequest() {
          let query = request.target.split(separator: "=").last.flatMap { Int($0) } ?? page
          let base = "http://\(request.header("Host") ?? "")/repositories/1300192/issues?page="
          var links = [#"<\#(base)1>; rel="first""#, #"<\#(base)\#(pages)>; rel="last""#]
          if query > 1 { links.insert(#"<\#(base)\#(query - 1)>; rel="prev""#, at: 0) }
          if query < pages { links.insert(#"<\#(base)\#(query + 1)>; rel="next""#, at: 0) }
          let headers = [("Content-Type", "application/json"), ("Link", links.joined(separator: ", "))]
          try connection.send(ScriptedResponse(headers: headers, #"[{"number": \#(query)}]"#))
        }
      }
    }

    private func client(_ server: ScriptedServer) throws -> ResourceClient {
      ResourceClient(
        configuration: ResourceConfiguration(services: [
          BackendService(
            name: "github",
            baseURL: try ResourceURL(server.url("/api")),
            credential: .basic(username: "ann", password: "pa55"),
            settings: ServiceSettings(headers: ["X-Service": "1"])
          )
        ])
      )
    }

    @Test func `GitHub's pages are followed, with the service's credential and the request's fields`() async throws {
      let server = try paging(3)
      let client = try client(server)
      var request = ResourceRequest("repos/apple/swift/issues", service: "github", query: ["state": "open"])
      request.headers["Accept-Language"] = "de"
      request.ifNoneMatch = EntityTag(opaque: "x").map { .tag($0) }
      var numbers: [Int] = []
      for try await issues in client.pages(of: [Issue].self, for: request) { numbers += issues.map(\.number) }
      #expect(numbers == [1, 2, 3])
      let requests = server.requests
      #expect(
        requests.map(\.target) == [
          "/api/repos/apple/swift/issues?state=open", "/repositories/1300192/issues?page=2",
          "/repositories/1300192/issues?page=3",
        ]
      )
      for request in requests {
        #expect(request.header("Authorization") != nil && request.header("X-Service") == "1")
        #expect(request.header("Accept-Language") == "de")
      }
      #expect(requests.map { $0.header("If-None-Match") } == ["\"x\"", nil, nil])
    }

    @Test func `another origin's pages are asked for without credentials, back home too`() async throws {
      let home = try paging(3)
      let other = try ScriptedServer { connection in
        while try connection.nextRequest() != nil {
          let link = "<\(home.url("/repositories/1300192/issues?page=2"))>; rel=\"next\""
          try connection.send(ScriptedResponse(headers: [("Link", link)], "[]"))
        }
      }
      let first = try ScriptedServer { connection in
        while try connection.nextRequest() != nil {
          try connection.send(ScriptedResponse(headers: [("Link", "<\(other.url("/x"))>; rel=next")], "[]"))
        }
      }
      var request = ResourceRequest("list", method: .post, service: "github", body: .json(["q": 1]))
      request.headers = ["X-Api-Key": "s3cret", "Accept-Language": "de"]
      var count = 0
      for try await _ in try client(first).pages(of: [Issue].self, for: request) { count += 1 }
      #expect(count == 4)
      #expect(first.requests.map(\.method) == ["POST"])
      #expect(first.requests.first?.header("Authorization") != nil)
      for request in other.requests + home.requests {
        #expect(request.method == "GET" && request.text == "")
        #expect(request.header("Authorization") == nil && request.header("X-Api-Key") == nil)
        #expect(request.header("X-Service") == nil && request.header("Content-Type") == nil)
        #expect(request.header("Accept-Language") == "de")
      }
      #expect(home.requests.count == 2)
    }

    @Test func `more pages than the limit are an error, and fewer are taken by prefix`() async throws {
      let server = try paging(5)
      let client = try client(server)
      let request = ResourceRequest("issues", service: "github")
      var statuses: [Status] = []
      let error = await #expect(throws: ResourceError.self) {
        for try await page in client.pages(for: request, limit: 2) { statuses.append(page.status) }
      }
      #expect(error?.code == .tooManyPages && statuses == [200, 200])
      #expect(server.requests.count == 2)
      var numbers: [Int] = []
      for try await issues in client.pages(of: [Issue].self, for: request).prefix(2) { numbers += issues.map(\.number) }
      #expect(numbers == [1, 2] && server.requests.count == 4)
    }

    @Test func `a page that fails ends the sequence with its error`() async throws {
      let server = try ScriptedServer(responses: [
        ScriptedResponse(headers: [("Link", "</2>; rel=next")], "[]"), ScriptedResponse(503, "no"),
      ])
      let pages = try client(server).pages(of: [Issue].self, for: ResourceRequest("x", service: "github"))
      var iterator = pages.makeAsyncIterator()
      #expect(try await iterator.next() == [])
      var code: ResourceError.Code?
      do { _ = try await iterator.next() } catch { code = (error as? ResourceError)?.code }
      #expect(code == .unsuccessfulStatus)
      #expect(try await iterator.next() == nil)
    }
  }
#endif
