// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestCore
import Testing

@Suite struct `JSON values` {
  let joke: JSON? = [
    "type": "success",
    "value": ["id": 268, "joke": "Time waits for no man.", "categories": ["nerdy", nil], "score": 1.5, "new": true],
  ]

  @Test func `a nested value is read by keys and places`() {
    #expect(joke?["value"]["joke"].string == "Time waits for no man.")
    #expect(joke?["value"]["id"].int == 268)
    #expect(joke?["value"]["id"].double == 268)
    #expect(joke?["value"]["score"].double == 1.5)
    #expect(joke?["value"]["new"].bool == true)
    #expect(joke?["value"]["categories"][0].string == "nerdy")
    #expect(joke?["value"]["categories"].array?.count == 2)
    #expect(joke?["value"].object?.count == 5)
  }

  @Test func `what is absent reads as null all the way`() {
    #expect(joke?["nothing"]["at"][7]["all"].isNull == true)
    #expect(joke?["value"][0].isNull == true)
    #expect(joke?["value"]["categories"]["0"].isNull == true)
    #expect(joke?["value"]["categories"][2].isNull == true)
    #expect(joke?["value"]["categories"][-1].isNull == true)
    #expect(joke?["type"].int == nil)
    #expect(joke?["value"].string == nil)
    #expect(JSON.null["a"] == .null)
  }

  @Test func `an object keeps the order of its members`() throws {
    let text = #"{"z":1,"a":2,"m":{"y":3,"b":4}}"#
    #expect(try JSON(parsing: text).text() == text)
    #expect(try JSON(parsing: text).object.map { Array($0.keys) } == ["z", "a", "m"])
    #expect((["z": 1, "a": 2, "z": 3] as JSON).text() == #"{"z":3,"a":2}"#)
  }

  @Test func `members are equal in any order, elements are not`() throws {
    let left = try JSON(parsing: #"{"a":1,"b":[1,2]}"#)
    let right = try JSON(parsing: #"{"b":[1,2],"a":1}"#)
    #expect(left == right)
    #expect(left.hashValue == right.hashValue)
    #expect(left != ["a": 1, "b": [2, 1]])
    #expect(left != ["a": 1])
    #expect(left != ["a": 1, "c": [1, 2]])
    #expect((["a": nil] as JSON) != ["b": nil])
  }

  @Test func `composed and decomposed letters are different keys`() throws {
    let object = try #require(JSON(parsing: "{\"\u{E9}\": 1, \"e\u{301}\": 2}").object)
    #expect(object.count == 2)
    #expect(object["\u{E9}"] == 1)
    #expect(object["e\u{301}"] == 2)
  }

  @Test(arguments: [3, 16, 17, 64, 65, 5000])
  func `members are set, replaced and removed in small and large objects`(count: Int) {
    var object = JSON.Object((0..<count).map { (key: "k\($0)", value: JSON($0)) })
    #expect(object.count == count)
    #expect(object["k0"] == 0)
    #expect(object["k\(count - 1)"] == JSON(count - 1))
    #expect(object["k\(count)"] == nil)
    object["k1"] = "one"
    object["k0"] = nil
    object["none"] = nil
    object["null"] = .some(.null)
    #expect(object.count == count)
    #expect(object.first?.key == "k1")
    #expect(object["k1"] == "one")
    #expect(object["k0"] == nil)
    #expect(object["null"] == .some(.null))
    #expect(object.map(\.key) == Array(object.keys))
    #expect(object.values.last == .null)
  }

  @Test func `keys with the same beginning, end and length are kept apart`() throws {
    let text = #"{"aaaaaaaa-1-zzzzzzzz":1,"aaaaaaaa-2-zzzzzzzz":2,"aaaaaaaa-1-zzzzzzzz":3}"#
    let twice = try JSON(parsing: "[\(text),\(text)]")
    for place in 0..<2 {
      #expect(twice[place] == ["aaaaaaaa-1-zzzzzzzz": 3, "aaaaaaaa-2-zzzzzzzz": 2])
    }
  }
}
