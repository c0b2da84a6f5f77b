// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Foundation
import ResourceRequestTesting
import Testing

@testable import ResourceRequestCore

/// Conditions as options of a request (RFC 9110 §13).
struct ConditionTests {
  private let moment = Date(timeIntervalSince1970: 784_111_777.9)

  private func response(_ headers: Headers) throws -> ResourceResponse {
    ResourceResponse(status: 200, headers: headers, url: try ResourceURL("http://h.example/"))
  }

  @Test func `a backslash in a tag escapes nothing`() throws {
    var request = ResourceRequest("http://h.example/")
    let (one, two) = (try #require(EntityTag(opaque: #"a\"#)), try #require(EntityTag(opaque: "b,c")))
    request.ifNoneMatch = .tag(one, two)
    #expect(request.ifNoneMatch?.tags == [one, two])
    #expect(two.isNamed(in: request.headers.values(for: "If-None-Match")))
  }

  @Test func `each condition is a field, read back as it was set`() throws {
    var request = ResourceRequest("http://h.example/")
    let (one, two) = (try #require(EntityTag(opaque: "a")), try #require(EntityTag(opaque: "b", isWeak: true)))
    request.ifNoneMatch = .tag(one, two)
    request.ifMatch = .any
    request.ifModifiedSince = moment
    request.ifUnmodifiedSince = moment
    #expect(request.headers["If-None-Match"] == #""a", W/"b""#)
    #expect(request.headers["If-Match"] == "*")
    #expect(request.headers["If-Modified-Since"] == "Sun, 06 Nov 1994 08:49:37 GMT")
    #expect(request.headers["If-Unmodified-Since"] == "Sun, 06 Nov 1994 08:49:37 GMT")
    #expect(request.ifNoneMatch?.tags == [one, two])
    #expect(request.ifMatch == .any)
    #expect(request.ifModifiedSince == Date(timeIntervalSince1970: 784_111_777))
    request.ifNoneMatch = nil
    request.ifMatch = nil
    request.ifModifiedSince = nil
    request.ifUnmodifiedSince = nil
    #expect(request.headers.isEmpty)
  }

  @Test func `a tag has no character that would end it, and a condition is never empty`() {
    #expect(EntityTag("*") == nil)
    #expect(EntityTag(opaque: "a\"b") == nil)
    #expect(EntityTag(opaque: "a\r\nX: y") == nil)
    #expect(EntityTag(opaque: "a b") == nil)
    #expect(EntityTag(opaque: "")?.text == "\"\"")
    #expect(EntityTag("a\u{0}") == nil)
    #expect(EntityTagCondition([]) == nil)
    #expect(EntityTagCondition(lines: [" , "]) == nil)
  }

  @Test func `the opaque part of a tag may hold commas, and compares weakly and strongly`() throws {
    let condition = try #require(EntityTagCondition(lines: [#""a,b", W/"c""#, #""d""#]))
    #expect(condition.tags?.map(\.text) == [#""a,b""#, #"W/"c""#, #""d""#])
    let (weak, strong) = (try #require(EntityTag(#"W/"1""#)), try #require(EntityTag(#""1""#)))
    #expect(weak.isWeakly(strong) && !weak.isStrongly(strong) && strong.isStrongly(strong) && !weak.isStrongly(weak))
  }

  @Test func `a request asks for what changed since a response`() throws {
    var request = ResourceRequest("http://h.example/")
    let seen = try response(["ETag": #"W/"1""#, "Last-Modified": "Sun, 06 Nov 1994 08:49:37 GMT"])
    let isConditional = request.require(changedSince: seen)
    #expect(isConditional)
    #expect(request.headers["If-None-Match"] == #"W/"1""#)
    #expect(request.headers["If-Modified-Since"] == "Sun, 06 Nov 1994 08:49:37 GMT")
    let isStillConditional = request.require(changedSince: try response([:]))
    #expect(!isStillConditional)
    #expect(request.headers.isEmpty)
  }

  @Test func `an update requires a strong tag, else a date, and says where there is neither`() throws {
    var request = ResourceRequest("http://h.example/", method: .put)
    let date = "Sun, 06 Nov 1994 08:49:37 GMT"
    var isRequired = request.require(unchangedSince: try response(["ETag": #""1""#, "Last-Modified": date]))
    #expect(isRequired)
    #expect(Array(request.headers).map(\.name) == ["If-Match"])
    isRequired = request.require(unchangedSince: try response(["ETag": #"W/"1""#, "Last-Modified": date]))
    #expect(isRequired)
    #expect(request.headers["If-Unmodified-Since"] == date && request.ifMatch == nil)
    isRequired = request.require(unchangedSince: try response(["ETag": #"W/"1""#]))
    #expect(!isRequired)
    #expect(request.headers.isEmpty)
  }

  @Test func `a cache answers the caller's own condition with 304, and lets conditions of changes pass`() async throws {
    let requests = Lock<[Headers]>([])
    let client = ResourceClient(
      configuration: try ResourceConfiguration(
        json: #"{"backendServices": [{"service": "s", "baseUrl": "http://h.example", "cache": true}]}"#
      ),
      transport: StubTransport { request, _ in
        requests.withLock { $0.append(request.headers) }
        return .text("body", headers: ["ETag": #""1""#, "Cache-Control": "max-age=60"])
      }
    )
    let first = try await client.send(ResourceRequest("x", service: "s"))
    var again = ResourceRequest("x", service: "s")
    again.require(changedSince: first)
    let second = try await client.send(again)
    #expect(second.status == 304 && second.data.isEmpty)
    #expect(requests.withLock { $0.count } == 1)
    var other = ResourceRequest("x", service: "s")
    other.ifMatch = .tag(try #require(first.entityTag))
    #expect(try await client.send(other).status == 200)
    #expect(requests.withLock { $0.last?["If-Match"] } == #""1""#)
    #expect(requests.withLock { $0.count } == 2)
  }
}
