// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Foundation
import ResourceRequestCore
import Testing

@Suite struct `JSON and Codable` {
  struct User: Codable, Hashable {
    var name: String
    var age: Int
    var extra: JSON?
  }

  @Test func `an encodable value becomes JSON and comes back`() throws {
    let user = User(name: "Ann", age: 31, extra: ["list": [1, 2.5, nil, true], "text": "x"])
    let json = try JSON(encoding: user)
    #expect(json == ["name": "Ann", "age": 31, "extra": ["list": [1, 2.5, nil, true], "text": "x"]])
    #expect(try json.decode(User.self) == user)
  }

  @Test func `JSON goes through Foundation's coders`() throws {
    let value: JSON = ["a": [1, -2, 3.25, "s", false, nil, [:], []], "big": JSON(UInt64.max)]
    let data = try JSONEncoder().encode(value)
    #expect(try JSON(parsing: data) == value)
    #expect(try JSONDecoder().decode(JSON.self, from: data) == value)
    #expect(try JSONDecoder().decode([JSON].self, from: Data("[null, 1, \"x\"]".utf8)) == [nil, 1, "x"])
  }

  @Test func `JSON encoded as JSON keeps its order`() throws {
    let value: JSON = ["z": 1, "a": 2]
    #expect(try JSON(encoding: value).text() == value.text())
  }

  @Test func `a number beyond 64 bits is encoded exactly or refused`() throws {
    let exact = try JSON(parsing: "123456789012345678901234567890")
    #expect(try JSON(parsing: JSONEncoder().encode([exact])) == [exact])
    let fitting = try JSON(parsing: "-1234567890123456789.0123456789012345678")
    #expect(try JSON(parsing: JSONEncoder().encode([fitting])) == [fitting])
    for text in ["1e400", String(repeating: "7", count: 50), "0." + String(repeating: "3", count: 45)] {
      let beyond = try JSON(parsing: text)
      #expect(throws: EncodingError.self) { try JSONEncoder().encode([beyond]) }
    }
  }

  @Test func `what an encoder refuses is thrown`() {
    #expect(throws: EncodingError.self) { try JSON(encoding: ["x": Double.nan]) }
    #expect(throws: DecodingError.self) { try JSON("x").decode(User.self) }
  }
}
