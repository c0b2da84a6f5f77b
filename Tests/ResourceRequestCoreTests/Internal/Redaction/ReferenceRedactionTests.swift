// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Foundation
import Testing

@testable import ResourceRequestCore

struct ReferenceRedactionTests {
  @Test(arguments: [
    ("https://ann:pw@h.example/x", "https://‹redacted›@h.example/x"),
    ("https:/ann:pw@h.example/x", "https:/‹redacted›@h.example/x"), ("https:ann:pw@h/x", "https:‹redacted›@h/x"),
    ("ann:pw@h/x", "‹redacted›@h/x"), ("//ann:pw@h/x", "//‹redacted›@h/x"),
    ("http:\\\\ann:pw@h", "http:\\\\‹redacted›@h"),
    ("http://ann:p/w@h/", "http://‹redacted›@h/"), ("http://ann:p?w@h/", "http://‹redacted›@h/"),
    ("http://ann:p#w@h/", "http://‹redacted›@h/"), ("http://ann:p@w@h/", "http://‹redacted›@h/"),
    ("/x?token=t&a=1#f", "/x?token=‹redacted›&a=1#f"), ("x?a=1;sig=t;u&b=2", "x?a=1;sig=‹redacted›&b=2"),
    ("http://h/#access_token=t&a=b", "http://h/#access_token=‹redacted›&a=b"),
    ("http://h/#/page?token=t", "http://h/#/page?token=‹redacted›"), ("/x?%74oken=t", "/x?%74oken=‹redacted›"),
    ("/x?next=https%3A%2F%2Fu%3Ap%40h", "/x?next=‹redacted›"),
    ("/x?next=https://h/?token=t", "/x?next=https://h/?token=‹redacted›"),
    ("/x?\u{301}token=t", "/x?\u{301}token=‹redacted›"), ("/x?token=\u{301}t", "/x?token=‹redacted›"),
    ("https://ann:pw@\u{301}h", "https://‹redacted›@\u{301}h"), ("https:/\u{301}/ann:pw@h", "https:/‹redacted›@h"),
  ])
  func `secrets are taken out of what is a URL and of what was meant as one`(text: String, shown: String) {
    #expect(Redaction.reference(text).hasSameBytes(as: shown), "\(Redaction.reference(text))")
  }

  @Test(arguments: [
    "", "users/ann@h.example", "/users/ann@h.example?page=2", "https://h.example:8443/ann@x?mail=a@b", "x?mail=a@b",
    "/x?a=b&c", "#part", "mailbox", "https://h/x?author=Ann&code-name=x#part-2", "/x?next=https%3A%2F%2Fh%2Fx",
  ])
  func `what holds no secret stays as it is`(text: String) {
    #expect(Redaction.reference(text) == text)
  }

  @Test(arguments: [
    ("http://ann:pw@h.example/x?y#z", "h.example/x"), ("https:/ann:pw@h/x", "h/x"), ("ann:pw@h/x", "h/x"),
    ("https//ann:pw@h/x", "h/x"), ("http://ann:p?w@h/", "http://ann"), ("ann:p#w@h/", "ann"),
    ("users/ann@h?x=1", "users/ann@h"), ("a?mail=x@y", "a"), ("a\u{301}?\u{301}q", "a\u{301}"),
    ("users/{id}{?page}", "users/{id}"), ("a{#part}", "a"), ("a{b", "a{b"),
  ])
  func `a target is shown without its query and without what may be a password`(target: String, shown: String) {
    #expect(Redaction.place(target).hasSameBytes(as: shown), "\(Redaction.place(target))")
  }

  @Test func `the URLs in a text are found`() {
    #expect(
      Redaction.text("no <https://u:p@h/?token=t>, \"http://h/?a=1\" and x\n")
        == "no <https://‹redacted›@h/?token=‹redacted›>, \"http://h/?a=1\" and x\n"
    )
    #expect(Redaction.value(of: "Location", "/x?token=t") == "/x?token=‹redacted›")
    #expect(Redaction.value(of: "X-Note", "see https://u:p@h/") == "see https://‹redacted›@h/")
    #expect(Redaction.value(of: "X-JWT", "t") == "‹redacted›")
  }

  @Test(arguments: [
    "X-Amz-Signature", "X-Amz-Security-Token", "X-Amz-Credential", "X-Goog-Signature", "sig", "jwt", "pwd", "hmac",
    "otp",
    "Ocp-Apim-Subscription-Key", "X-Functions-Key", "DPoP", "X-JWT", "Authorization", "Cookie", "Set-Cookie", "token",
    "apiKey", "subscriptionKey", "X-HMAC-SHA256", "user[password]", "id_token", "signature", "code", "PIN",
    "x-otp-code",
    "AccountKey", "SharedAccessKey", "sas", "X-Auth", "client_assertion", "api.key",
  ])
  func `names that say so are secret`(name: String) {
    #expect(SensitiveNames.contains(name))
    #expect(SensitiveNames.contains(name.uppercased()))
  }

  @Test(arguments: [
    "Accept", "page", "author", "X-Author-Name", "monkey", "keyword", "Idempotency-Key", "status-code", "design",
    "hotpot",
    "compass", "pinned", "q", "zip", "Content-Type", "",
  ])
  func `other names are not`(name: String) {
    #expect(!SensitiveNames.tellThemselves(name))
  }

  @Test func `configured names are secret, whatever their case`() throws {
    // Configured names stay for the life of the process.
    let name = "X-Sweep-\(UUID())"
    #expect(!SensitiveNames.contains(name.lowercased()))
    let json = #"{"redact": ["\#(name)"], "backendServices": [{"service": "a", "baseUrl": "http://a.example","#
    let auth = #""auth": {"type": "apikey", "credential": {"apikey": "k", "policy": "query", "name": "sweepName"}}}]}"#
    let configuration = try ResourceConfiguration(json: json + auth)
    #expect(SensitiveNames.contains(name.lowercased()))
    #expect(SensitiveNames.contains("SWEEPNAME"))
    #expect(try "\(ResourceURL("http://h/?sweepName=t&a=1"))" == "http://h/?sweepName=‹redacted›&a=1")
    #expect(configuration.redactedJSON()["redact"] == [.string(name)])
  }
}
