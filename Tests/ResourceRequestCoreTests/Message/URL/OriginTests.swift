// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Testing

@testable import ResourceRequestCore

struct OriginTests {
  @Test(arguments: [
    [
      "http://example.com", "HTTP://EXAMPLE.com:80/x?y", "http://example.com/", "http://u:p@ex%61mple.com:/",
      "http://example。com",
    ],
    ["https://h", "https://h:443", "https://H:0443/#f"],
    ["https://h:80"],
    ["http://h:443"],
    [
      "http://127.0.0.1", "http://127.1", "http://0x7f.0.0.1", "http://0177.0.0.1", "http://2130706433",
      "http://0x7F000001",
    ],
    ["http://[::1]", "http://[0:0:0:0:0:0:0:1]:80", "http://[::0001]"],
    ["http://[::ffff:1.2.3.4]", "http://[::FFFF:102:304]"],
    ["http://xn--mnchen-3ya.de", "http://MÜNCHEN.de", "http://m%C3%BCnchen.de"],
  ])
  func `spellings of one origin are equal`(spellings: [String]) throws {
    let origins = try spellings.map { try Origin($0) }
    #expect(Set(origins).count == 1, "\(origins)")
  }

  @Test func `different origins are not equal`() throws {
    let texts = [
      "http://h", "http://h.", "https://h", "http://h:443", "http://h.h", "http://h_", "http://[::1]", "http://[::]",
      "http://1.2.3.4", "http://[::ffff:1.2.3.4]", "http://straße.de", "http://strasse.de",
    ]
    #expect(try Set(texts.map { try Origin($0) }).count == texts.count)
  }

  @Test func `an origin is written without the port of its scheme`() throws {
    #expect(try Origin("http://H:80/x").description == "http://h")
    #expect(try Origin("https://[::1]:80").description == "https://[::1]:80")
    #expect(try Origin("https://h").port == 443)
  }
}
