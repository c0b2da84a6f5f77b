// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Testing

@testable import ResourceCommand

/// Method, target and fields, recognized by their syntax.
@Suite struct RequestWordsTests {
  @Test(
    arguments: [
      ("https://a.example/", nil, "https://a.example/", 0), ("GET https://a.example/", "GET", "https://a.example/", 0),
      ("/a n=v", nil, "/a", 1), ("POST cities n=v q==x", "POST", "cities", 2), ("cities n=v", nil, "cities", 1),
      ("M-SEARCH *", "M-SEARCH", "*", 0), (":8080/a", nil, "http://localhost:8080/a", 0), ("cities", nil, "cities", 0),
      ("GET http://a.example:80/x=y", "GET", "http://a.example:80/x=y", 0), ("/users/{n} X:1", nil, "/users/{n}", 1),
      ("GET localhost:80/a", "GET", "http://localhost:80/a", 0), ("localhost X:1", nil, "http://localhost", 1),
      ("a.example:81 n=v X:12", nil, "http://a.example:81", 2), ("cities X:12", nil, "cities", 1),
      ("PURGE [::1]:80", "PURGE", "http://[::1]:80", 0), ("/a/b:80 X:12", nil, "/a/b:80", 1),
    ] as [(String, String?, String, Int)]
  )
  func `words are told apart`(line: String, method: String?, target: String, items: Int) throws {
    let words = try RequestWords(line.split(separator: " ").map(String.init))
    #expect(words.method == method)
    #expect(words.target == target)
    #expect(words.items.count == items)
  }

  @Test(arguments: [
    (#"/e?a=\[1\]&b=\{x\}"#, false, "/e?a=[1]&b=%7Bx%7D"), ("/{n}", true, "/%7Bn%7D"), (#"/{n}\{"#, false, "/{n}%7B"),
    (#"/a\b"#, false, #"/a\b"#), (#"/a\\{n}"#, false, #"/a\\{n}"#),
  ])
  func `a target as a browser copies it has its brackets`(_ word: String, _ isLiteral: Bool, _ target: String) throws {
    #expect(try RequestWords([word], isLiteral: isLiteral).target == target)
  }

  @Test(arguments: [
    ("", "name a URL"), ("GET", "name a URL: resource GET"), ("get /a", "did you mean GET?"),
    ("Delete /a", "did you mean DELETE?"), ("/a hush", "word 1 after the target is not a field: write name=value"),
    ("GET /a n=v =x", "word 2"),
  ])
  func `what is wrong is said, without the words that may be secret`(line: String, complaint: String) {
    let error = #expect(throws: InputError.self) { try RequestWords(line.split(separator: " ").map(String.init)) }
    #expect(error?.description.contains(complaint) == true)
    #expect(error?.description.contains("hush") == false)
  }

  @Test(arguments: [
    ("a=b", RequestItem.text("a", "b")), ("a:=1", .json("a", "1")), ("a==b", .query("a", "b")),
    ("A:b", .header("A", "b")), ("a@b", .file("a", "b")), ("a=@b", .textFile("a", "b")), ("a:=@b", .jsonFile("a", "b")),
    ("a=b==c", .text("a", "b==c")), ("a=x:y@z", .text("a", "x:y@z")), ("A:b=c", .header("A", "b=c")),
    (#"a\:b=c"#, .text("a:b", "c")), (#"a\\=b"#, .text(#"a\"#, "b")), (#"a\b=c"#, .text(#"a\b"#, "c")),
    ("a=", .text("a", "")),
    ("a\u{301}=\u{301}b", .text("a\u{301}", "\u{301}b")),
  ])
  func `the first separator says what an item is`(text: String, item: RequestItem) {
    #expect(RequestItem(text) == item)
  }

  @Test(arguments: ["", "a", "=b", ":b", "@b", #"a\=b"#])
  func `what has no name or no separator is no item`(_ text: String) {
    #expect(RequestItem(text) == nil)
  }
}
