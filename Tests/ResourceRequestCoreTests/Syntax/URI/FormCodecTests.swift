// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Testing

@testable import ResourceRequestCore
@testable import ResourceRequestSyntax

struct FormCodecTests {
  @Test func `the cases of web-platform-tests are read as they say`() throws {
    let cases = try #require(try JSON(parsing: fixture("wpt/urlencoded-parser-data.json")).array)
    #expect(cases.count == 35)
    for example in cases {
      let input = try #require(example["input"].string)
      let read = FormCodec.parse(input).map { JSON.array([.string($0.name), .string($0.value)]) }
      #expect(JSON.array(read) == example["output"], "\(input)")
    }
  }
}
