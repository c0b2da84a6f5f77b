// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Testing

@testable import ResourceRequestCore

struct PathParameterTests {
  @Test(arguments: ["cities{?page,size}", "cities/{id}{?page}", "cities", "http://h.example/x{/page}"])
  func `a path parameter that no expression names is an error, also beside optional ones`(target: String) throws {
    let service = target.hasPrefix("http") ? nil : "s"
    let error = try #require(
      try Routed(.at("s", "http://h.example/b")).error(target, service: service) {
        $0.pathParameters = ["id": 7, "pgae": 2]
        if !target.contains("{id}") { $0.pathParameters.remove("id") }
      }
    )
    #expect(error.code == .invalidPathParameter)
    #expect(error.message.contains("no expression for the path parameter \"pgae\""))
    #expect(error.message.contains("{page}") == target.contains("page"))
    #expect(!error.mayHaveExecuted)
  }

  @Test func `an optional expression without a value is left out, and one with a value is not`() throws {
    let routed = try Routed(.at("s", "http://h.example/b"))
    #expect(try routed.url("c{?page}", service: "s") == "http://h.example/b/c")
    #expect(
      try routed.url("c{?page}", service: "s") { $0.pathParameters = ["page": 2] } == "http://h.example/b/c?page=2"
    )
  }
}
