// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Foundation
import TestSupport
import Testing

@testable import ResourceRequestCore

struct RequestCompressionTests {
  private let text = Data(String(repeating: "{\"a\": 1}, ", count: 200).utf8)

  @Test(
    arguments: [
      (2_000, true, [:], .whole(.gzip)), (1_024, true, [:], .asItIs), (1_025, true, [:], .whole(.gzip)),
      (4 << 20, true, [:], .whole(.gzip)), (4 << 20 + 1, true, [:], .streamed(.gzip)),
      (2_000, false, [:], .streamed(.gzip)), (nil, false, [:], .streamed(.gzip)), (0, false, [:], .asItIs),
      (2_000, true, ["Content-Encoding": "br"], .asItIs), (2_000, true, ["Content-Range": "bytes 0-9/99"], .asItIs),
      (2_000, true, ["content-digest": "sha-256=:AA==:"], .asItIs), (2_000, true, ["Content-MD5": "AA=="], .asItIs),
      (nil, false, ["Trailer": "Content-Digest"], .asItIs),
      (2_000, true, ["Content-Type": "image/jpeg"], .asItIs), (2_000, true, ["Content-Type": "no type"], .whole(.gzip)),
      (2_000, true, ["Content-Type": "application/json"], .whole(.gzip)),
    ] as [(Int?, Bool, Headers, CompressionDecision)]
  )
  func `what is worth it is compressed`(
    length: Int?,
    isInMemory: Bool,
    headers: Headers,
    decision: CompressionDecision
  ) {
    #expect(CompressionDecision.decide(.gzip, length: length, isInMemory: isInMemory, headers: headers) == decision)
    #expect(CompressionDecision.decide(.never, length: length, isInMemory: isInMemory, headers: headers) == .asItIs)
    #expect(CompressionDecision.decide(nil, length: length, isInMemory: isInMemory, headers: headers) == .asItIs)
  }

  @Test(arguments: [
    ("image/png", true), ("image/svg+xml", false), ("image/bmp", false), ("video/mp4", true), ("audio/ogg", true),
    ("font/woff2", true), ("font/ttf", false), ("application/zip", true), ("application/gzip", true),
    ("application/zstd", true), ("application/epub+zip", true), ("application/pdf", true),
    ("application/vnd.openxmlformats-officedocument.wordprocessingml.document", true), ("application/json", false),
    ("application/octet-stream", false), ("application/vnd.rar", true), ("text/plain", false), ("text/zip", false),
    ("multipart/form-data", false), ("multipart/encrypted", true), ("APPLICATION/ZIP; a=b", true),
  ])
  func `media types that are compressed already are known`(type: String, isCompressed: Bool) throws {
    #expect(try #require(MIMEType(type)).isCompressed == isCompressed)
  }

  private func router() throws -> Router {
    let json = """
      {"defaults": {"requestCompression": {"coding": "deflate", "above": "10KiB"}},
       "backendServices": [{"service": "a", "baseUrl": "http://a.example", "requestCompression": "gzip"},
                           {"service": "b", "baseUrl": "http://b.example", "requestCompression": "none"},
                           {"service": "c", "baseUrl": "http://c.example"}]}
      """
    return Router(try ResourceConfiguration(json: json), standardHeaders: Headers())
  }

  private func coding(_ service: String, _ own: RequestCompression? = nil) throws -> String? {
    var request = ResourceRequest("x", method: .post, service: service)
    request.body = .data(text, type: "application/json")
    request.compression = own
    let sent = try router().route(request).request
    guard let name = sent.headers["Content-Encoding"] else {
      #expect(sent.body?.bytes == text)
      return nil
    }
    let bytes = try #require(sent.body?.bytes)
    #expect(sent.body?.length == bytes.count)
    #expect(try BodyEncoderTests.decode(bytes, #require(ContentCoding(rawValue: name))) == text)
    return name
  }

  @Test func `the request's wish goes before the service's, and that before the defaults`() throws {
    #expect(try coding("a") == "gzip")
    #expect(try coding("b") == nil)
    #expect(try coding("c") == nil)
    #expect(try coding("a", .never) == nil)
    #expect(try coding("b", .deflate) == "deflate")
    #expect(try coding("a", .gzip(above: 5_000)) == nil)
  }

  @Test func `a body that would not get smaller is sent uncompressed`() throws {
    var random = SeededGenerator(seed: 3)
    var request = ResourceRequest("x", method: .post, service: "a")
    let noise = Data((0..<5_000).map { _ in UInt8(truncatingIfNeeded: random.next()) })
    request.body = .data(noise)
    let sent = try router().route(request).request
    #expect(sent.headers["Content-Encoding"] == nil)
    #expect(sent.body?.bytes == noise)
  }

  @Test func `a stream is compressed while it is sent, as often as it can be, and held to its length`() async throws {
    let plain = OutgoingBody(length: 3 * text.count, isReplayable: true) { [text] in
      AsyncThrowingStream { continuation in
        for _ in 0..<3 { continuation.yield(text) }
        continuation.finish()
      }
    }
    let body = plain.compressed(as: .deflate)
    #expect(body.length == nil)
    for _ in 0..<2 {
      var sent = Data()
      for try await chunk in try await body.chunks() { sent += chunk }
      #expect(try BodyEncoderTests.decode(sent, .deflate) == text + text + text)
    }
    let (writer, _) = ResourceRequest.Body.bound()
    let short = OutgoingBody(length: 5, isReplayable: false) { PipeChunks(writer.pipe) }.compressed(as: .gzip)
    try await writer.write(Data("four".utf8))
    writer.finish()
    let error = await #expect(throws: ResourceError.self) {
      for try await _ in try await short.chunks() {}
    }
    #expect(error?.code == .invalidBody)
    #expect(!short.isReplayable)
  }

  @Test func `another origin gets the body as its own rules say, the same one as it was`() throws {
    var request = ResourceRequest("x", method: .post, service: "a")
    request.body = .data(text, type: "application/json")
    let router = try router()
    let route = try router.route(request)
    let same = RedirectDecision.Step(url: try ResourceURL("http://a.example/y"), method: .post, keepsBody: true)
    let kept = router.reroute(route, of: request, to: same).request
    #expect(kept.headers["Content-Encoding"] == "gzip")
    #expect(kept.body == route.request.body)
    let other = RedirectDecision.Step(url: try ResourceURL("http://d.example/y"), method: .post, keepsBody: true)
    let plain = router.reroute(route, of: request, to: other).request
    #expect(plain.headers["Content-Encoding"] == nil)
    #expect(plain.headers["Content-Type"] == "application/json")
    #expect(plain.body?.bytes == text)
    request.compression = .gzip
    let wished = router.reroute(try router.route(request), of: request, to: other).request
    #expect(wished.headers["Content-Encoding"] == "gzip")
    #expect(wished.body == route.request.body)
    let get = RedirectDecision.Step(url: try ResourceURL("http://a.example/y"), method: .get, keepsBody: false)
    #expect(router.reroute(route, of: request, to: get).request.headers["Content-Encoding"] == nil)
  }

  @Test func `the configuration shows what it was told, and refuses what it does not know`() throws {
    let json = #"{"defaults": {"requestCompression": {"coding": "gzip", "above": "2KiB"}}}"#
    let shown = try ResourceConfiguration(json: json).redactedJSON()["defaults"]["requestCompression"]
    #expect(shown == ["coding": "gzip", "above": 2048])
    for (written, wanted) in [
      (#""br""#, "br"), (#"{"coding": "zstd"}"#, "zstd"),
      (#"{"coding": "zstd", "level": 9}"#, ["coding": "zstd", "above": 1024, "level": 9]),
    ] as [(String, JSON)] {
      let configuration = try ResourceConfiguration(json: #"{"defaults": {"requestCompression": \#(written)}}"#)
      #expect(configuration.redactedJSON()["defaults"]["requestCompression"] == wanted)
      // The redacted document is read as the same setting.
      let again = try ResourceConfiguration(json: configuration.redactedJSON().text())
      #expect(again.defaults.requestCompression == configuration.defaults.requestCompression)
    }
    for wrong in [
      "\"lzma\"", "1", "{}", #"{"coding": "none"}"#, #"{"coding": "gzip", "level": 3}"#,
      #"{"coding": "br", "level": 12}"#, #"{"coding": "zstd", "level": 0}"#,
    ] {
      #expect(throws: ConfigurationError.self) {
        try ResourceConfiguration(json: #"{"defaults": {"requestCompression": \#(wrong)}}"#)
      }
    }
  }
}
