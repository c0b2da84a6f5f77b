// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Foundation
import Testing

@testable import ResourceRequestCore

struct ExpectContinueTests {
  @Test func `only a body that is long enough, or may be, asks`() {
    let rule = ExpectContinue.above(10, wait: .seconds(2))
    #expect(rule.wait(forLength: 10) == nil)
    #expect(rule.wait(forLength: 11) == .seconds(2))
    #expect(rule.wait(forLength: nil) == .seconds(2))
    #expect(ExpectContinue.always().wait(forLength: 1) == .seconds(1))
    #expect(ExpectContinue.always().wait(forLength: 0) == nil)
    #expect(ExpectContinue.never.wait(forLength: nil) == nil)
  }

  @Test func `the request's wish goes before the service's, and that before the defaults`() throws {
    let configuration = try ResourceConfiguration(
      json: """
        {"defaults": {"expectContinue": "1KiB"},
         "backendServices": [{"service": "a", "baseUrl": "http://a.example", "expectContinue": 10},
                             {"service": "b", "baseUrl": "http://b.example", "expectContinue": "none"},
                             {"service": "c", "baseUrl": "http://c.example"}]}
        """
    )
    let router = Router(configuration, standardHeaders: Headers())
    func wait(_ service: String, _ own: ExpectContinue? = nil) throws -> Timeout? {
      var request = ResourceRequest("x", method: .post, service: service)
      request.body = .data(Data(count: 100))
      request.expectContinue = own
      return try router.route(request).request.options.expectContinue
    }
    #expect(try wait("a") == .seconds(1))
    #expect(try wait("b") == nil)
    #expect(try wait("c") == nil)
    #expect(try wait("b", .always(wait: .seconds(3))) == .seconds(3))
    #expect(try wait("a", .never) == nil)
    #expect(try router.route(ResourceRequest("x", service: "a")).request.options.expectContinue == nil)
  }

  @Test func `the configuration may say how long to wait, and shows what it was told`() throws {
    let cases: [(String, ExpectContinue, JSON)] = [
      (
        #"{"above": "1KiB", "wait": "2500ms"}"#, .above(1024, wait: .milliseconds(2500)),
        ["above": 1024, "wait": "2500ms"]
      ),
      (#"{"above": 10}"#, .above(10), 10),
      (#"{"above": 10, "wait": "1s"}"#, .above(10), 10),
      (#"{"above": 10, "wait": "5ms"}"#, .above(10, wait: .milliseconds(5)), ["above": 10, "wait": "5ms"]),
      (#"{"above": 10, "wait": "none"}"#, .above(10, wait: .unlimited), ["above": 10, "wait": "none"]),
      (#"{"above": "none", "wait": "3s"}"#, .never, "none"),
    ]
    for (json, rule, shown) in cases {
      let configuration = try ResourceConfiguration(json: #"{"defaults": {"expectContinue": \#(json)}}"#)
      #expect(configuration.defaults.expectContinue == rule)
      #expect(configuration.redactedJSON()["defaults"]["expectContinue"] == shown)
    }
  }

  @Test(arguments: [
    (#"{"wait": "2s"}"#, #"the key "above" is missing"#),
    (#"{"above": 10, "wiat": "2s"}"#, "did you mean"),
    (#"{"above": 10, "delay": "2s"}"#, #"expected one of "above", "wait""#),
    (#"{"above": 10, "wait": 0}"#, "a time of zero"),
    (#"{"above": 10, "wait": 5}"#, #"5 has no unit ("5s" or "5ms"?)"#),
    (#"{"above": 10, "wait": "5"}"#, #"5 has no unit ("5s" or "5ms"?)"#),
    (#"{"above": true}"#, "a number of bytes"),
    ("[]", "a number of bytes"),
  ])
  func `what is no such object is refused`(json: String, complaint: String) throws {
    let error = #expect(throws: ConfigurationError.self) {
      try ResourceConfiguration(json: #"{"defaults": {"expectContinue": \#(json)}}"#)
    }
    let text = error.map { "\($0)" } ?? ""
    #expect(text.contains(complaint), "\(text)")
  }
}
