// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Testing

@testable import ResourceRequestCore
@testable import ResourceRequestSyntax

struct URITemplateTests {
  @Test(arguments: ["spec-examples", "spec-examples-by-section", "extended-tests", "negative-tests"])
  func `the official test suite expands as it says`(file: String) throws {
    let suite = try JSON(parsing: fixture("uritemplate-test/\(file).json"))
    var count = 0
    for group in try #require(suite.object).map(\.value) {
      var variables = RequestParameters()
      for member in try #require(group["variables"].object) {
        variables.set(member.key, to: Self.value(member.value))
      }
      for example in try #require(group["testcases"].array) {
        let template = try #require(example[0].string)
        let expanded = Result { try URITemplate(template).expand(variables.templateValue) }
        count += 1
        if ["O{undef}X", "?{x,undef}", "?{undef,y}"].contains(template) {
          // The RFC leaves undefined variables out of simple and query-like expansions; here they are errors.
          #expect(throws: URITemplateError(.missing, variable: "undef")) { try expanded.get() }
        } else if let allowed = example[1].array {
          #expect(try allowed.contains(.string(expanded.get())), "\(template)")
        } else if let expected = example[1].string {
          let text = try expanded.get()
          #expect(text == expected, "\(template)")
        } else {
          #expect(throws: URITemplateError.self, "\(template)") { try expanded.get() }
        }
      }
    }
    #expect(count > 30)
  }

  private static func value(_ json: JSON) -> ParameterValue {
    if let array = json.array { return .list(array.map(value)) }
    if let object = json.object {
      var pairs = RequestParameters()
      for member in object { pairs.append(member.key, value(member.value)) }
      return .pairs(pairs)
    }
    if json.isNull { return .null }
    return ParameterValue(json.string ?? json.description)
  }

  @Test func `path parameters are placed and encoded`() throws {
    let parameters: PathParameters = ["first": "Ann", "last": "Ümit/7", "age": 31, "tags": ["a", "b"], "on": true]
    let text = try URITemplate.expand("users/{first}/{last}{?age,on}{&tags*}", parameters.templateValue)
    #expect(text == "users/Ann/%C3%9Cmit%2F7?age=31&on=true&tags=a&tags=b")
  }

  @Test func `text without braces is its own expansion`() throws {
    for text in ["", "/a b/ü?x=%zz#", "../.."] {
      #expect(try URITemplate.expand(text) { _ in nil } == text)
    }
  }

  @Test(arguments: [
    ("a/{b", URITemplateError.Reason.openingBrace, 2), ("a/b}", .closingBrace, 3), ("{a{b}}", .openingBrace, 0),
    ("{}", .emptyExpression, 1), ("ü{-a}", .operator, 3), ("{a-b}", .name, 1), ("{a,}", .name, 3), ("{+}", .name, 2),
    ("{a:b}", .prefix, 2), ("{a:12345}", .prefix, 2), ("{a*b}", .modifier, 2), ("{a.}", .name, 1),
    ("{\u{0}}", .operator, 1),
  ])
  func `a broken template says where`(template: String, reason: URITemplateError.Reason, offset: Int) {
    let error = #expect(throws: URITemplateError.self) { try URITemplate(template) }
    #expect(error?.reason == reason)
    #expect(error?.offset == offset)
  }

  @Test func `a missing simple variable is an error that names it, others are left out`() throws {
    let error = #expect(throws: URITemplateError.self) { try URITemplate("/users/{id}").expand { _ in nil } }
    #expect(error?.description == "the path parameter \"id\" has no value")
    let null: RequestParameters = ["id": nil]
    #expect(throws: URITemplateError(.missing, variable: "id")) { try URITemplate("{id}").expand(null.templateValue) }
    #expect(try URITemplate("/a{/id}{.id}{;id}{?id}{&id}{#id}{+id}").expand { _ in nil } == "/a")
  }

  @Test(arguments: [
    ("/users/{a}", ".."), ("/users/{a}", "."), ("/users/{a}/x", ".."), ("/u/{a}{a}/x", "."), ("/u/.{a}", "."),
    ("/u/%2e{a}", "."), ("/u/{a}{;b}", ".."), ("/u{/a}", ".."), ("/u{/a}{/a}", "."), ("/u/{.a}", "."),
    ("{a}", ".."), ("/u/{a}?x", ".."), ("/u/{a}{?b}", ".."), ("/u/{a}#x", ".."), ("/u/{a}", "../x"),
    ("/u/{a}", "x/../../y"),
    ("/u/{a}", "x\\..\\y"), ("/u/.{a}", ".\\x"), ("/u/{a}", "..;x/y"), ("/u{/a*}", ".."), ("/u/{a}{+c}", ".."),
    ("/u/{a}{+d}", "."),
  ])
  func `a value can never make a dot segment`(template: String, value: String) throws {
    let parameters: RequestParameters = ["a": value, "b": "1", "c": "/x", "d": "./x"]
    #expect(throws: URITemplateError.self) { try URITemplate(template).expand(parameters.templateValue) }
  }

  @Test(arguments: [
    ("/u/{a}", "...", "/u/..."), ("/u/{a}", ".a", "/u/.a"), ("/u/x{a}", "..", "/u/x.."), ("/u?x={a}", "..", "/u?x=.."),
    ("/u{?a}", "../x", "/u?a=..%2Fx"), ("/u/{+a}", "x/../y", "/u/x/../y"), ("/u#{a}", "..", "/u#.."),
    ("/u/{a}/x", "/", "/u/%2F/x"), ("/u/{a}", "%2e%2e", "/u/%252e%252e"),
    ("/u/{a}", "./x", "/u/.%2Fx"), ("/u/{a}", "a..b", "/u/a..b"),
    ("/u{;a}", "..", "/u;a=.."),
  ])
  func `dots that make no dot segment pass`(template: String, value: String, expected: String) throws {
    #expect(
      try URITemplate(template).expand(RequestParameters(dictionaryLiteral: ("a", value)).templateValue) == expected
    )
  }

  @Test func `an empty simple value must not leave its segment out`() throws {
    func expand(_ template: String) throws -> String { try URITemplate(template).expand { _ in .text("") } }
    for template in ["/users/{id}", "/users/{id}/x", "/users/{id}?x", "{id}/x", "/{id}{id}{?id}"] {
      #expect(throws: URITemplateError(.emptySegment, variable: "id")) { try expand(template) }
    }
    #expect(try expand("/users/a{id}") == "/users/a")
    #expect(try expand("/users{/id}?q={id}{&id}") == "/users/?q=&id=")
  }

  @Test(arguments: [([""], ";l"), (["", "a"], ";l=,a"), (["a", ""], ";l=a,"), (["", ""], ";l=,")])
  func `a list is empty whose only member is`(_ list: [String], _ expanded: String) throws {
    #expect(try URITemplate("{;l}").expand { _ in .list(list) } == expanded)
  }

  @Test func `a repeated name is a list`() throws {
    let parameters: RequestParameters = ["a": 1, "b": 2, "a": 3]
    #expect(try URITemplate("/x{/a*}/{b}").expand(parameters.templateValue) == "/x/1/3/2")
  }
}

extension RequestParameters {
  /// The value of a name, written as usual.
  func templateValue(_ name: Substring) -> URITemplate.Value? { templateValue(name, by: ParameterEncoding()) }

  @Test(arguments: [
    ("{+v:3}", "a%2Fbc", "a%2Fb"), ("{#v:2}", "%C3%BCxy", "#%C3%BCx"), ("{v:3}", "a%2Fbc", "a%252"),
    ("{+v:1}", "%82%A0%82", "%82"), ("{+v:2}", "20%B0C", "20"), ("{+v:1}", "%C3%A9b", "%C3%A9"),
    ("{+v:2}", "übc", "%C3%BCb"),
  ])
  func `a prefix does not split what is encoded already`(template: String, value: String, expected: String) throws {
    #expect(try URITemplate(template).expand { _ in .text(value) } == expected)
  }
}
