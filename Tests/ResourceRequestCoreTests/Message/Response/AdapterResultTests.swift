// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestCore
import Testing

@Suite struct `adapter results` {
  @Test func `the envelope is read, and the rest is the payload`() throws {
    let result = try #require(
      AdapterResult(
        try JSON(
          parsing: """
            {"statusCode": 200, "errors": [], "isSuccessful": true, "statusReason": "OK", "temperature": 21.5,
             "responseHeaders": {"Content-Type": "text/xml", "Set-Cookie": ["a=1", "b=2"]}, "responseTime": 130,
             "warnings": ["slow"], "totalTime": 155, "info": [{"code": 7}], "place": {"name": "Köln"}}
            """
        )
      )
    )
    #expect(result.isSuccessful)
    #expect(result.statusCode == 200)
    #expect(result.statusReason == "OK")
    #expect(result.responseHeaders["content-type"] == "text/xml")
    #expect(result.responseHeaders.values(for: "Set-Cookie") == ["a=1", "b=2"])
    #expect(result.responseTime == .milliseconds(130))
    #expect(result.totalTime == .milliseconds(155))
    #expect(result.errors == [])
    #expect(result.warnings == ["slow"])
    #expect(result.info == [#"{"code":7}"#])
    #expect(result.payload == ["temperature": 21.5, "place": ["name": "Köln"]])
    #expect(Array(result.payload.keys) == ["temperature", "place"])
  }

  @Test func `a failed procedure is a result with its errors`() throws {
    let json: JSON = ["isSuccessful": false, "errors": ["Runtime: no such host", "see log"]]
    let result = try #require(AdapterResult(json))
    #expect(!result.isSuccessful)
    #expect(result.errors == ["Runtime: no such host", "see log"])
    #expect(result.payload.isEmpty)
  }

  @Test func `arrays, text and rows arrive under their own keys`() {
    #expect(AdapterResult(["isSuccessful": true, "array": [1, "two"]])?.array == [1, "two"])
    #expect(AdapterResult(["isSuccessful": true, "text": "plain"])?.text == "plain")
    #expect(AdapterResult(["isSuccessful": true, "resultSet": [["ID": 1]]])?.resultSet == [["ID": 1]])
    #expect(AdapterResult(["isSuccessful": true])?.array == nil)
  }

  @Test func `a key of another type than expected stays in the payload`() throws {
    let json: JSON = [
      "isSuccessful": true, "text": ["not": "text"], "statusCode": "200", "responseTime": -1, "errors": "none",
      "responseHeaders": ["X": 1], "totalTime": 1e300,
    ]
    let result = try #require(AdapterResult(json))
    #expect(Array(result.payload.keys).sorted() == json.object?.keys.filter { $0 != "isSuccessful" }.sorted())
  }

  @Test(arguments: [nil, [], "x", [:], ["isSuccessful": "true"], ["isSuccessful": 1], ["statusCode": 200]] as [JSON])
  func `what is no envelope makes no result`(json: JSON) {
    #expect(AdapterResult(json) == nil)
  }
}
