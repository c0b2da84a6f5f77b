// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Testing

@testable import ResourceRequestCore

struct ChallengeTests {
  private func parameters(_ pairs: KeyValuePairs<String, String>) -> [FieldParameter] {
    pairs.map { FieldParameter(name: $0.key, value: $0.value) }
  }

  @Test func `a challenge has a scheme and parameters`() {
    #expect(
      Challenge.parse(["Basic realm=\"a \\\"place\\\", here\", charset=\"UTF-8\""]) == [
        Challenge(scheme: "basic", parameters: parameters(["realm": "a \"place\", here", "charset": "UTF-8"]))
      ]
    )
  }

  @Test func `one line has several challenges`() {
    // The example of RFC 9110 §11.6.1.
    let line = "Basic realm=\"simple\", Newauth realm=\"apps\", type=1, title=\"Login to \\\"apps\\\"\""
    #expect(
      Challenge.parse([line]) == [
        Challenge(scheme: "basic", parameters: parameters(["realm": "simple"])),
        Challenge(
          scheme: "newauth",
          parameters: parameters(["realm": "apps", "type": "1", "title": "Login to \"apps\""])
        ),
      ]
    )
  }

  @Test func `several lines are read in order`() {
    let challenges = Challenge.parse([
      "Digest realm=\"r\", qop=\"auth, auth-int\", algorithm=SHA-256, nonce=\"a==\", stale=TRUE", "Negotiate, NTLM",
      "Bearer",
    ])
    #expect(challenges.map(\.scheme) == ["digest", "negotiate", "ntlm", "bearer"])
    #expect(challenges.first?["QOP"] == "auth, auth-int")
    #expect(challenges.first?["nonce"] == "a==")
    #expect(challenges.first?.realm == "r")
  }

  @Test(arguments: [
    ("Negotiate YWJj==", "YWJj=="), ("Negotiate YWJj", "YWJj"), ("NTLM  a/b+c~d.e_f-0= ", "a/b+c~d.e_f-0="),
  ])
  func `an unnamed value is read`(line: String, token68: String) {
    let challenges = Challenge.parse([line + ", Basic realm=x"])
    #expect(challenges.map(\.token68) == [token68, nil])
    #expect(challenges.last?.realm == "x")
  }

  @Test func `white space and empty elements are allowed where the grammar has them`() {
    let challenges = Challenge.parse([" ,, Basic\trealm = \"x\" ,, ,charset= utf-8,,Other , "])
    #expect(
      challenges == [
        Challenge(scheme: "basic", parameters: parameters(["realm": "x", "charset": "utf-8"])),
        Challenge(scheme: "other"),
      ]
    )
  }

  @Test func `of two parameters with one name the first counts`() {
    #expect(Challenge.parse(["Basic realm=a, Realm=b"]).first?.parameters == parameters(["realm": "a"]))
  }

  @Test(
    arguments: [
      ("", []), (",,", []), ("=", []), ("realm=x", []), ("\"Basic\" realm=x", []),
      ("Basic realm=", ["basic:"]), ("Basic realm=\"open, x=1", ["basic:open, x=1"]),
      ("Basic x=, realm=r", ["basic:r"]), ("Basic ;;, realm=r", ["basic:r"]),
      ("Bearer realm=http://a/b?c=d, Basic realm=y", ["bearer:http://a/b?c=d", "basic:y"]),
      ("(nonsense), Basic realm=y", ["basic:y"]), ("Basic realm=a b, Next realm=c", ["basic:a", "next:c"]),
      ("Basic realm=\"a\u{1}\", Next", ["basic:", "next:"]),
    ] as [(String, [String])]
  )
  func `what makes no sense is skipped`(line: String, expected: [String]) {
    #expect(Challenge.parse([line]).map { "\($0.scheme):\($0.realm ?? "")" } == expected)
  }
}
