// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Testing

@testable import ResourceRequestCore

struct UsualFieldsTests {
  @Test func `the fields of a content type asked for again are the same memory`() {
    let usual = UsualFields(["Accept": "*/*"])
    let json = usual.with(contentType: "application/json")
    #expect(json == ["Accept": "*/*", "Content-Type": "application/json"])
    #expect(usual.with(contentType: "application/json").sharesStorage(with: json))
    #expect(usual.with(contentType: "text/plain") == ["Accept": "*/*", "Content-Type": "text/plain"])
    #expect(usual.with(contentType: "application/json") == json)
    #expect(usual.plain == ["Accept": "*/*"])
  }

  @Test func `content types that look alike and have other bytes are two`() {
    let usual = UsualFields(["Accept": "*/*"])
    for type in ["text/plain; name=\u{E9}", "text/plain; name=e\u{301}"] {
      let sent = usual.with(contentType: type)["Content-Type"] ?? ""
      #expect(sent.utf8.elementsEqual(type.utf8))
    }
  }

  @Test func `a content type replaces the usual one`() {
    let usual = UsualFields(["content-type": "text/plain", "Accept": "*/*"])
    #expect(usual.with(contentType: "application/json")["Content-Type"] == "application/json")
    #expect(usual.with(contentType: "application/json").count == 2)
  }

  @Test func `fields beside the usual ones are checked, also after them`() {
    let usual = UsualFields(["Accept": "*/*"])
    #expect(usual.refusal(of: usual.plain) == nil)
    #expect(usual.refusal(of: usual.with(contentType: "application/json")) == nil)
    var headers = usual.with(contentType: "application/json")
    headers.append("Transfer-Encoding", "chunked")
    #expect(usual.refusal(of: headers) != nil)
    #expect(usual.refusal(of: ["Accept": "a\r\nb"]) != nil)
    #expect(usual.refusal(of: ["Accept": "*/*", "X": "\u{0}"]) != nil)
  }

  @Test func `usual fields that may not go out are refused every time`() {
    let usual = UsualFields(["Connection": "close"])
    #expect(usual.refusal(of: usual.plain) != nil)
    #expect(usual.refusal(of: usual.with(contentType: "text/plain")) != nil)
    let none = UsualFields(Headers())
    #expect(none.refusal(of: none.with(contentType: "text/plain\r\nX: y")) != nil)
    #expect(none.refusal(of: none.with(contentType: "text/plain\r\nX: y")) != nil)
  }
}
