// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Foundation
import ResourceRequestCore
import Testing

@Suite struct `JSON writing` {
  let value: JSON = ["b": [1, [], [:]], "a": ["y": nil, "x": true], "é": "ü/€"]

  @Test func `compact text has no white space and is the description`() {
    #expect(value.text() == #"{"b":[1,[],{}],"a":{"y":null,"x":true},"é":"ü/€"}"#)
    #expect("\(value)" == value.text())
    #expect(value.data() == Data(value.text().utf8))
  }

  @Test func `pretty text is indented by two spaces`() {
    #expect(
      value.text(.pretty) == """
        {
          "b": [
            1,
            [],
            {}
          ],
          "a": {
            "y": null,
            "x": true
          },
          "é": "ü/€"
        }
        """
    )
  }

  @Test func `keys are sorted on every level where that is asked for`() {
    #expect(value.text(.sortedKeys) == #"{"a":{"x":true,"y":null},"b":[1,[],{}],"é":"ü/€"}"#)
    #expect((["\u{10000}": 1, "\u{FFFF}": 2] as JSON).text(.sortedKeys) == "{\"\u{FFFF}\":2,\"\u{10000}\":1}")
  }

  @Test func `just what must be escaped is escaped`() throws {
    let text = "\"\\/\u{8}\u{C}\n\r\t\u{0}\u{1F}\u{7F}\u{2028}😀"
    let written = JSON(text).text()
    #expect(written == "\"\\\"\\\\/\\b\\f\\n\\r\\t\\u0000\\u001f\u{7F}\u{2028}😀\"")
    #expect(try JSON(parsing: written).string == text)
  }

  @Test func `an escape is found at every place of a string`() throws {
    for length in 0..<40 {
      for special in ["\"", "\\", "\n", "\u{0}", "é", "😀", " ", "!"] {
        let text = String(repeating: "a", count: length) + special + String(repeating: "b", count: 40 - length)
        #expect(try JSON(parsing: JSON(text).text()).string == text)
        #expect(try JSON(parsing: JSON([text: 1]).text())[text] == 1)
      }
    }
  }

  @Test func `integers of every length are written`() {
    var integer: Int64 = 1
    for _ in 0..<18 {
      for value in [integer, -integer, integer - 1, integer * 9] { #expect(JSON(value).text() == "\(value)") }
      integer *= 10
    }
    #expect(JSON(Int64.min).text() == "\(Int64.min)")
    #expect(JSON(Int64.max).text() == "\(Int64.max)")
  }
}

extension JSON {
  fileprivate init(_ members: [String: JSON]) {
    self = .object(Object(members))
  }
}
