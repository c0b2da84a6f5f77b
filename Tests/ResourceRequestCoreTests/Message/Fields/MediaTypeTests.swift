// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Foundation
import ResourceRequestCore
import Testing

struct MediaTypeTests {
  @Test(arguments: [
    ("text/html;charset=gbk", "text/html; charset=gbk"),
    ("TEXT/HTML;CHARSET=GBK", "text/html; charset=GBK"),
    ("\t text/plain ; ; x=1 \t", "text/plain; x=1"),
    ("a/b; x=\"two words\"", "a/b; x=\"two words\""),
    ("a/b; x=\"\\\"\\\\\"", "a/b; x=\"\\\"\\\\\""),
    ("a/b; x=\"t\\o\\k\\e\\n\"", "a/b; x=token"),
    ("a/b; x=\"a;b\"; y=1", "a/b; x=\"a;b\"; y=1"),
    ("a/b; x=\"\"", "a/b; x=\"\""),
    (
      "application/vnd.api+json;ext=\"https://jsonapi.org/ext/atomic\"",
      "application/vnd.api+json; ext=\"https://jsonapi.org/ext/atomic\""
    ),
  ])
  func `a media type is read and written in one form`(input: String, output: String) {
    #expect(MIMEType(input)?.description == output)
  }

  @Test(arguments: [
    ("a/b;x=(;charset=gbk", "a/b; x=\"(\"; charset=gbk"),  // a value need not be a token
    ("a/b;x=1;x=2", "a/b; x=1"),  // the first of two wins
    ("a/b;x =1", "a/b"),  // a space before the equals sign is invalid
    ("a/b;x= 1", "a/b; x=\" 1\""),  // one after it is part of the value
    ("a/b;test;x=1", "a/b; x=1"),
    ("a/b;test=;x=1", "a/b; x=1"),
    ("a/b;\";x=1", "a/b; x=1"),
    ("a/b;x=\"open", "a/b; x=open"),
    ("a/b;x=\"end\\", "a/b; x=\"end\\\\\""),
    ("a/b;x=\"1\"y\";z=2", "a/b; x=1; z=2"),
    ("a/b;x=1\u{1};y=2", "a/b; y=2"),
    ("a/b;x=ü", "a/b; x=\"ü\""),
  ])
  func `odd parameters are read as the WHATWG standard reads them`(input: String, output: String) {
    #expect(MIMEType(input)?.description == output)
  }

  @Test(arguments: [
    "", "\t", "text", "text/", "/plain", "text /plain", "text/plain/x", "</>", "a/b x", "ä/b", "a/b\u{0}",
  ])
  func `what has no type and subtype is no media type`(input: String) {
    #expect(MIMEType(input) == nil)
  }

  @Test func `parts are checked at the door`() {
    #expect(MIMEType(type: "Text", subtype: "X", parameters: ["Q": "1 2"])?.description == "text/x; q=\"1 2\"")
    #expect(MIMEType(type: "text", subtype: "x y") == nil)
    #expect(MIMEType(type: "", subtype: "x") == nil)
    #expect(MIMEType(type: "a", subtype: "b", parameters: ["c d": "1"]) == nil)
    #expect(MIMEType(type: "a", subtype: "b", parameters: ["c": "1\r\nX: y"]) == nil)
    #expect(MIMEType(type: "a", subtype: "b", parameters: ["c": "1", "C": "2"]) == nil)
  }

  @Test func `parameters are found whatever the case of their names`() {
    let type = MIMEType("multipart/form-data; Boundary=aBc; charset=UTF-8")
    #expect(type?["BOUNDARY"] == "aBc")
    #expect(type?.charset == "UTF-8")
    #expect(type?.essence == "multipart/form-data")
    #expect(type?["missing"] == nil)
  }

  @Test(arguments: [
    ("application/json", true), ("text/json;charset=x", true), ("application/problem+JSON", true),
    ("image/svg+json", true), ("application/jsonp", false), ("image/json", false), ("json/application", false),
  ])
  func `JSON is known by its names`(input: String, isJSON: Bool) {
    #expect(MIMEType(input)?.isJSON == isJSON)
  }

  private struct ContentTypes: Decodable {
    let input: [String]
    let encoding: String?
    let mimeType: String
  }

  @Test func `one type and charset come out of several lines as in browsers`() throws {
    let cases = try JSONDecoder().decode([ContentTypes].self, from: fixture("wpt/content-types.json"))
    #expect(cases.count == 16)
    for sample in cases {
      let type = MIMEType(contentTypeLines: sample.input)
      #expect(type == MIMEType(sample.mimeType), "\(sample.input)")
      #expect(type?.charset.flatMap { Charset(label: $0) }?.name == sample.encoding?.lowercased(), "\(sample.input)")
    }
  }

  @Test func `lines without a media type give none`() {
    #expect(MIMEType(contentTypeLines: []) == nil)
    #expect(MIMEType(contentTypeLines: ["", "*/*", "nonsense"]) == nil)
  }
}
