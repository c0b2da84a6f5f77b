// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Foundation
import ResourceRequestCore
import Testing

struct ResponseDecodingTests {
  private struct User: Decodable, Equatable {
    let name: String
    var age: Int?
  }

  private func response(_ text: String, _ status: Status = 200, type: String? = "application/json") throws
    -> ResourceResponse
  {
    var headers = Headers()
    headers["Content-Type"] = type
    return ResourceResponse(
      status: status,
      headers: headers,
      data: Data(text.utf8),
      url: try ResourceURL("http://a.example/u")
    )
  }

  private func message(_ response: ResourceResponse) -> String? {
    let error = #expect(throws: ResourceError.self) { try response.decode(User.self) }
    #expect(error?.code == .decodingFailed)
    #expect(error?.response == response)
    return error?.message
  }

  @Test(arguments: [String.Encoding.utf8, .utf16, .utf16LittleEndian, .utf16BigEndian, .utf32])
  func `JSON is read in every Unicode coding`(_ encoding: String.Encoding) throws {
    let data = try #require("{\"name\": \"\u{E9}\"}".data(using: encoding))
    let response = ResourceResponse(status: 200, data: data, url: try ResourceURL("http://h.example/"))
    #expect(response.json == ["name": "\u{E9}"])
    #expect(try response.json(strict: true) == ["name": "\u{E9}"])
    #expect(try response.decode([String: String].self) == ["name": "\u{E9}"])
  }

  @Test func `a status without a body is nil where the type is an optional, and nothing else is`() throws {
    #expect(try response("", 204).decode(User?.self) == nil)
    #expect(try response("", 205).decode(User?.self) == nil)
    #expect(throws: ResourceError.self) { try response("", 200).decode(User?.self) }
    #expect(throws: ResourceError.self) { try response("", 204).decode(User.self) }
    #expect(try response(#"{"name": "Ann"}"#).decode(User?.self) == User(name: "Ann"))
  }

  @Test func `an answer that cannot be decoded is told with its status, its content type and the place`() throws {
    #expect(
      try message(response("", 204, type: nil))
        == "the response, 204 No Content with no body, cannot be decoded as User: "
        + "it is not JSON: line 1, column 1: the text is empty; a JSON value was expected"
    )
    let page = try message(response("\n <!DOCTYPE html><title>Log in</title>", type: "text/html; charset=utf-8"))
    #expect(page?.hasPrefix("the response, 200 OK with 38 bytes of text/html, cannot be decoded as User: ") == true)
    #expect(page?.contains("line 2, column 2: ") == true)
    #expect(page?.contains("Log in") == false)
    let cut = try message(response(#"{"name": "Ann", "age":"#))
    #expect(
      cut?.contains("of application/json, cannot be decoded as User: it is not JSON: line 1, column 23: ") == true
    )
    let broken = try message(response("[1", type: nil))
    #expect(broken?.contains("with 2 bytes of no content type, ") == true)
    let long = try message(response("x", type: "a/" + String(repeating: "b", count: 100_000)))
    #expect((long?.utf8.count ?? 0) < 400)
    for key in [String(repeating: "k", count: 100_000), "k" + String(repeating: "\u{301}", count: 100_000)] {
      let object = try response("{\"\(key)\": \"x\"}")
      let error = #expect(throws: ResourceError.self) { try object.decode([String: Int].self) }
      #expect((error?.message.utf8.count ?? .max) < 400)
      let missing = #expect(throws: ResourceError.self) { try object.decode(User.self) }
      #expect((missing?.message.utf8.count ?? .max) < 400)
    }
  }

  @Test func `an answer of another shape is told with the path to what does not fit`() throws {
    let missing = try message(response(#"{"age": 1}"#))
    #expect(missing?.hasSuffix("cannot be decoded as User: the key \"name\" is missing (line 1, column 1)") == true)
    let other = try message(response(#"{"name": "Ann", "age": "old"}"#))
    #expect(other?.hasSuffix("expected Int, found a string at age (line 1, column 24)") == true, "\(other ?? "")")
    let error = #expect(throws: ResourceError.self) { try response(#"{"name": "Ann"}"#).decode([User].self) }
    #expect(error?.message.hasSuffix("expected an array, found an object (line 1, column 1)") == true)
  }

  @Test func `what a type or a decoder says of a value is told without the value`() throws {
    enum Role: String, Decodable { case admin }
    struct Own: Error, CustomStringConvertible { let description: String }
    struct Decoder: ResponseDecoder {
      func decode<Value: Decodable>(_ type: Value.Type, from response: ResourceResponse) throws -> Value {
        throw Own(description: response.text)
      }
    }
    let answer = try response(#"{"role": "s3cret"}"#)
    let role = #expect(throws: ResourceError.self) { try answer.decode([String: Role].self) }
    #expect(
      role?.message.hasSuffix("Cannot initialize Role from invalid String value at role (line 1, column 10)") == true,
      "\(role?.message ?? "")"
    )
    let own = #expect(throws: ResourceError.self) { try answer.decode(String.self, by: Decoder()) }
    #expect(own?.message.hasSuffix("its decoder threw Own") == true, "\(own?.message ?? "")")
    #expect((own?.cause as? Own)?.description.contains("s3cret") == true)
  }

  @Test func `where a body is no JSON, the place is in the cause beneath`() throws {
    let broken = try response("{\"name\":\n ,}")
    let error = #expect(throws: ResourceError.self) { try broken.decode(User.self) }
    guard case DecodingError.dataCorrupted(let context)? = error?.cause else {
      Issue.record("\(String(describing: error?.cause))")
      return
    }
    let fault = try #require(context.underlyingError as? JSONSyntaxError)
    #expect((fault.line, fault.column) == (2, 2))
  }

  @Test(
    arguments: [
      (#"{"name": "a", "name": "b"}"#, "b"), (#"{"name": 1, "age": 2, "name": "b"}"#, "b"),
      (#"{"name": "a", "na\u006De": "b"}"#, "b"), (#"{"x": {"name": 1}, "name": "b", "y": {"name": 2}}"#, "b"),
      (#"{"name": "a", "age": 1e2, "age": 3.0, "name": "b"}"#, "b"),
    ]
  )
  func `of a key that comes twice the last value counts, whichever way a body is read`(text: String, name: String)
    throws
  {
    let answer = try response(text)
    #expect(answer.json?["name"].string == name)
    #expect(try answer.decode(User.self).name == name)
    #expect(try answer.json?.decode(User.self).name == name)
    #expect(try answer.decode(JSON.self)["name"].string == name)
  }

  @Test func `of many keys the last value of each counts`() throws {
    let members = (0..<5000).map { "\"k\($0 % 2500)\": \($0)" }
    let answer = try response("[{\(members.joined(separator: ","))}]")
    let decoded = try answer.decode([[String: Int]].self)
    #expect(decoded.first?.count == 2500)
    #expect(decoded.first?.allSatisfy { $0.key == "k\($0.value - 2500)" } == true)
    #expect(decoded.first?["k7"] == answer.json?[0]["k7"].int)
  }

  @Test func `a decoder for more than JSON reads what it can`() throws {
    let decoder = JSONResponseDecoder { $0.allowsJSON5 = true }
    #expect(
      try response("{name: 'Ann', /* old */ age: 7,}").decode(User.self, by: decoder) == User(name: "Ann", age: 7)
    )
    let bare = JSONResponseDecoder { $0.assumesTopLevelDictionary = true }
    #expect(try response(#""name": "Ann", "age": 7"#).decode(User.self, by: bare) == User(name: "Ann", age: 7))
    #expect(try response(#" {"name": "Ann", "age": 7}"#).decode(User.self, by: bare) == User(name: "Ann", age: 7))
  }

  @Test func `numbers stay exact where a key comes twice`() throws {
    struct Amounts: Decodable {
      let sum: Decimal
      let count: UInt64
    }
    let text = #"{"sum": 1, "sum": 12345678901234567890.123456789, "count": 18446744073709551615}"#
    let amounts = try response(text).decode(Amounts.self)
    #expect(amounts.sum == Decimal(string: "12345678901234567890.123456789"))
    #expect(amounts.count == .max)
  }
}
