// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Foundation
import Testing

@testable import ResourceRequestCore

/// What is sent for a body, its content type, and procedure parameters.
struct RequestContentTests {
  private struct Cities: Encodable { var city = "Zermatt" }

  static let bodies: [(ResourceRequest.Body, String, String)] = [
    (.string("hé"), "text/plain; charset=utf-8", "hé"),
    (.json(["a": [1, nil]]), "application/json", #"{"a":[1,null]}"#),
    (.json("scalar"), "application/json", #""scalar""#),
    (
      mixed(7, "x", nil), "application/json", #"{"id":7,"name":"x","note":null,"city":{"city":"Zermatt"},"tags":["a"]}"#
    ),
    (.json(Cities()), "application/json", #"{"city":"Zermatt"}"#),
    (.data(Data("x".utf8)), "application/octet-stream", "x"),
    (.data(Data("x".utf8), type: "image/png"), "image/png", "x"),
    (.form(["a b": "c+d", "a b": "é"]), "application/x-www-form-urlencoded", "a+b=c%2Bd&a+b=%C3%A9"),
    (.string(""), "text/plain; charset=utf-8", ""),
  ]

  /// A literal of variables, which have no type in common.
  private static func mixed(_ id: Int, _ name: String, _ note: String?) -> ResourceRequest.Body {
    .json(["id": id, "name": name, "note": note, "city": Cities(), "tags": ["a"]])
  }

  @Test func `a sequence that cannot fail is a body too`() async throws {
    let (stream, continuation) = AsyncStream.makeStream(of: Data.self)
    for text in ["a", "b"] { continuation.yield(Data(text.utf8)) }
    continuation.finish()
    let body = try #require(Routed().route("x", method: .post) { $0.body = .stream(stream) }.request.body)
    var bytes = Data()
    for try await chunk in try await body.chunks() { bytes += chunk }
    #expect(bytes == Data("ab".utf8))
    _ = MultipartForm([.stream("a", AsyncStream<Data> { $0.finish() }, fileName: "a")])
  }

  @Test(arguments: 0..<bodies.count)
  func `each kind of body brings its content type`(index: Int) throws {
    let (body, contentType, text) = Self.bodies[index]
    let request = try Routed().route("x", method: .post) { $0.body = body }.request
    #expect(request.headers.values(for: "content-type") == [contentType])
    #expect(request.body?.bytes == Data(text.utf8))
  }

  @Test func `no body is none, and brings no content type`() throws {
    let request = try Routed().route("x", method: .post).request
    #expect(request.body == nil)
    #expect(!request.headers.contains("Content-Type"))
  }

  @Test func `the content type the caller set wins`() throws {
    let request = try Routed().route("x", method: .post) {
      $0.body = .json([:])
      $0.headers["content-type"] = "application/vnd.api+json"
    }.request
    #expect(request.headers.values(for: "Content-Type") == ["application/vnd.api+json"])
  }

  @Test func `a form stays a form`() throws {
    let routed = try Routed()
    let error = try #require(
      routed.error("x", method: .post) {
        $0.body = .form(["a": "1"])
        $0.headers["Content-Type"] = "text/plain"
      }
    )
    #expect(error.code == .invalidBody)
    #expect(error.message.contains("text/plain"))
    let request = try routed.route("x", method: .post) {
      $0.body = .form(["a": "1"])
      $0.headers["Content-Type"] = "Application/X-WWW-Form-URLEncoded; charset=utf-8"
    }.request
    #expect(request.headers["Content-Type"] == "Application/X-WWW-Form-URLEncoded; charset=utf-8")
  }

  @Test(arguments: [
    "multipart/form-data", "multipart/mixed", "Multipart/Form-Data; charset=utf-8", "multipart/form-data; boundary=",
    "multipart/form-data;",
  ])
  func `a multipart body never goes without its boundary`(own: String) throws {
    let form = MultipartForm([.text("a", "1")])
    let request = try Routed().route("x", method: .post) {
      $0.body = .multipart(form)
      $0.headers["content-type"] = own
    }.request
    let fields = request.headers.values(for: "Content-Type")
    #expect(fields.count == 1)
    let type = try #require(MIMEType(fields[0]))
    #expect(type.essence == MIMEType(own)?.essence)
    #expect(type["boundary"] == form.boundary)
    #expect(type.charset == MIMEType(own)?.charset)
  }

  @Test(arguments: ["multipart/form-data; boundary=other", "application/json", "no type"])
  func `a Content-Type that says another thing than a multipart body is refused`(own: String) throws {
    let error = try #require(
      try Routed().error("x", method: .post) {
        $0.body = .multipart(MultipartForm([.text("a", "1")]))
        $0.headers["Content-Type"] = own
      }
    )
    #expect(error.code == .invalidBody)
    #expect(error.message.contains("leave it out"))
  }

  @Test func `a multipart body whose Content-Type has its boundary already is sent as it is`() throws {
    let form = MultipartForm([.text("a", "1")])
    let own = "multipart/form-data;boundary=\"\(form.boundary)\""
    let request = try Routed().route("x", method: .post) {
      $0.body = .multipart(form)
      $0.headers["Content-Type"] = own
    }.request
    #expect(request.headers.values(for: "Content-Type") == [own])
  }

  @Test(arguments: [RequestMethod.head, .trace])
  func `a body where none may be is refused, never dropped`(method: RequestMethod) throws {
    let error = try #require(try Routed().error("x", method: method) { $0.body = .string("x") })
    #expect(error.code == .invalidBody)
    #expect(error.message.contains(method.name))
  }

  @Test(arguments: [
    RequestMethod.get, .post, .put, .delete, .patch, .options,
    RequestMethod("PROPFIND") ?? .get,
  ])
  func `every other method carries a body`(method: RequestMethod) throws {
    #expect(try Routed().route("x", method: method) { $0.body = .string("x") }.request.body != nil)
  }

  @Test func `text is written in the charset that its type names`() throws {
    func bytes(_ type: String, _ body: ResourceRequest.Body) throws -> [UInt8]? {
      let request = try Routed().route("x", method: .post) {
        $0.headers["Content-Type"] = type
        $0.body = body
      }.request
      #expect(request.headers["Content-Type"] == type)
      return request.body?.bytes.map(Array.init)
    }
    #expect(try bytes("text/xml; charset=ISO-8859-1", .string("é")) == [0xE9])
    #expect(try bytes("text/xml; charset=utf-8", .string("é")) == [0xC3, 0xA9])
    #expect(try bytes("text/xml; charset=unheard", .string("é")) == [0xC3, 0xA9])
    #expect(try bytes("text/xml; charset=utf-8", .string("é", charset: .isoLatin1)) == [0xE9])
    #expect(try bytes("text/xml", .string("é")) == [0xC3, 0xA9])
  }

  @Test func `text the charset cannot write is an error, not a question mark`() throws {
    let error = try Routed().error("x", method: .post) { $0.body = .string("日本", charset: .isoLatin2) }
    #expect(error?.code == .invalidBody)
  }

  @Test func `a value that cannot be encoded fails when it is sent`() throws {
    let error = try #require(try Routed().error("x", method: .post) { $0.body = .json(Double.nan) })
    #expect(error.code == .invalidBody)
  }

  @Test func `the error of a value that cannot be encoded does not hold it`() throws {
    struct Login: Encodable {
      let password = "hunter2"

      func encode(to encoder: any Encoder) throws {
        let context = EncodingError.Context(codingPath: encoder.codingPath, debugDescription: "It is too weak.")
        throw EncodingError.invalidValue(self, context)
      }
    }
    struct Nothing: Encodable {
      let password = "hunter2"
      func encode(to encoder: any Encoder) {}
    }
    let bodies: [ResourceRequest.Body] = [
      .json(["a": Login()]), .json(Nothing()), .json(Login(), encoder: JSONEncoder()),
    ]
    let messages = try bodies.map { body in
      try #require(try Routed().error("x", method: .post) { $0.body = body }).message
    }
    #expect(messages.allSatisfy { !$0.contains("hunter2") }, "\(messages)")
    #expect(messages[0].hasSuffix("It is too weak. at a"))
  }

  @Test func `a request for a tunnel is refused`() throws {
    let method = try #require(RequestMethod("CONNECT"))
    #expect(try Routed().error("https://a.example/x", method: method)?.code == .unsupported)
  }

  @Test func `a content type with a line end is refused`() throws {
    let error = try Routed().error("x", method: .post) { $0.body = .data(Data(), type: "a/b\r\nX: y") }
    #expect(error?.code == .invalidHeader)
  }

  // MARK: Procedure parameters

  @Test(arguments: [RequestMethod.get, .head, .delete])
  func `procedure parameters travel in the query, as strict JSON`(method: RequestMethod) throws {
    let request = try Routed().route("adapters/Js/add?x=1", method: method) {
      $0.procedureParameters = ["a", 2, true, nil, ["k": "é&"]]
      $0.query.append("y", 2)
    }.request
    #expect(
      request.url.query
        == "x=1&y=2&params=%5B%22a%22%2C2%2Ctrue%2Cnull%2C%7B%22k%22%3A%22%C3%A9%26%22%7D%5D"
    )
    #expect(request.body == nil)
  }

  @Test(arguments: [RequestMethod.post, .put, .patch, .options])
  func `procedure parameters travel as a form field otherwise`(method: RequestMethod) throws {
    let request = try Routed().route("adapters/Js/add", method: method) { $0.procedureParameters = ["a", "b"] }.request
    #expect(request.url.query == nil)
    #expect(request.body?.bytes == Data("params=%5B%22a%22%2C%22b%22%5D".utf8))
    #expect(request.headers["Content-Type"] == "application/x-www-form-urlencoded")
  }

  @Test func `procedure parameters join a form, and clash with another body`() throws {
    let routed = try Routed()
    let request = try routed.route("x", method: .post) {
      $0.body = .form(["a": "1"])
      $0.procedureParameters = []
    }.request
    #expect(request.body?.bytes == Data("a=1&params=%5B%5D".utf8))
    let error = try #require(
      routed.error("x", method: .post) {
        $0.body = .json([])
        $0.procedureParameters = [1]
      }
    )
    #expect(error.code == .invalidBody)
  }

  @Test func `a form made of procedure parameters stays a form too`() throws {
    let error = try Routed().error("x", method: .post) {
      $0.procedureParameters = [1]
      $0.headers["Content-Type"] = "application/json"
    }
    #expect(error?.code == .invalidBody)
  }

  @Test func `procedure parameters clash with a parameter in the target's own query, where they go there too`() throws {
    let arguments: (inout ResourceRequest) -> Void = { $0.procedureParameters = [1] }
    #expect(try Routed().error("x?params=mine", arguments)?.code == .invalidBody)
    #expect(try Routed().error("x?params=mine", method: .post, arguments) == nil)
  }

  @Test(arguments: [RequestMethod.get, .post])
  func `procedure parameters never replace a parameter of their name`(method: RequestMethod) throws {
    let error = try Routed().error("x", method: method) {
      $0.procedureParameters = [1]
      if method == .post { $0.body = .form(["params": "mine"]) } else { $0.query.set("params", to: "mine") }
    }
    #expect(error?.code == .invalidBody)
    #expect(error?.message.contains("params") == true)
  }

  @Test func `variables of several types keep the order of their members`() throws {
    struct Many: Encodable { var (e, d, c, b, a) = (1, 2, 3, 4, 5) }
    let (id, many) = (7, Many())
    let request = try Routed().route("x", method: .post) { $0.body = .json(["id": id, "many": many]) }.request
    #expect(request.body?.bytes == Data(#"{"id":7,"many":{"e":1,"d":2,"c":3,"b":4,"a":5}}"#.utf8))
  }
}
