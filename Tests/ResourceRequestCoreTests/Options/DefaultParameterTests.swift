// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Foundation
import ResourceRequestTesting
import Testing

@testable import ResourceRequestCore
@testable import ResourceRequestSyntax

/// Parameters that are added to every request, and their time stamps.
struct DefaultParameterTests {
  private let clock = ManualClock(date: Date(timeIntervalSince1970: 0.9))

  private func add(_ parameters: [DefaultParameter], to request: ResourceRequest) -> ResourceRequest {
    DefaultParameter.add(parameters, to: request, clock: clock)
  }

  @Test func `they go into the query, or into the form where the body is one`() {
    let parameters = [DefaultParameter.constant("app", "x"), .timestamp("ts")]
    var request = ResourceRequest("/a", method: .post)
    request.body = .json([:])
    #expect(add(parameters, to: request).query == ["app": "x", "ts": "19700101000000"])
    #expect(add(parameters, to: request).body == .json([:]))
    request.body = .form(["a": "1"])
    #expect(add(parameters, to: request).query.isEmpty)
    #expect(add(parameters, to: request).body == .form(["a": "1", "app": "x", "ts": "19700101000000"]))
  }

  @Test func `a parameter the request has itself wins`() {
    let parameters = [DefaultParameter.constant("app", "x")]
    var request = ResourceRequest("/a")
    request.query.append("app", "own")
    #expect(add(parameters, to: request).query == ["app": "own"])
    request.body = .form(["app": "own"])
    #expect(add(parameters, to: request).body == .form(["app": "own"]))
    request.body = .form(["b": "1"])
    #expect(add(parameters, to: request).body == .form(["b": "1"]), "the query has it")
  }

  @Test func `a parameter in the target's own query wins too`() {
    let parameters = [DefaultParameter.constant("app name", "x")]
    for target in ["/a?app%20name=own", "/a?b=1&app+name", "/a?app%20name=#f"] {
      #expect(add(parameters, to: ResourceRequest(target)).query.isEmpty)
    }
    for target in ["/a?xapp%20name=1", "/a", "/a?b=app%20name", "/a#?app%20name=1"] {
      #expect(add(parameters, to: ResourceRequest(target)).query.count == 1)
    }
  }

  @Test func `a parameter that a template puts there wins, where it has a value`() {
    let parameters = [DefaultParameter.constant("app", "x")]
    for target in ["/a{?app}", "/a?b=1{&app}", "/a{?all*}"] {
      var request = ResourceRequest(target)
      #expect(add(parameters, to: request).query.count == 1)
      request.pathParameters = ["app": "own", "all": ParameterValue.pairs(["app": "own"])]
      #expect(add(parameters, to: request).query.isEmpty, "\(target)")
    }
  }

  @Test func `they go into the form of procedure parameters`() throws {
    var request = ResourceRequest("/a", method: .post)
    request.procedureParameters = [1]
    let content = try RequestContent(add([.constant("app", "x")], to: request))
    #expect(content.body?.bytes == Data("app=x&params=%5B1%5D".utf8))
    #expect(content.query == nil)
    request.method = .get
    #expect(try RequestContent(add([.constant("app", "x")], to: request)).query == "app=x&params=%5B1%5D")
  }

  @Test func `a time stamp is made for each request`() {
    let parameter = DefaultParameter.timestamp("ts", secondsFromGMT: -3600)
    #expect(add([parameter], to: ResourceRequest("/a")).query == ["ts": "19691231230000"])
    clock.advance(by: .seconds(3600))
    #expect(add([parameter], to: ResourceRequest("/a")).query == ["ts": "19700101000000"])
  }

  @Test(arguments: [
    (0, "19700101000000"), (-1, "19691231235959"), (86_399, "19700101235959"), (86_400, "19700102000000"),
    (951_782_399, "20000228235959"), (951_782_400, "20000229000000"), (951_868_800, "20000301000000"),
    (1_709_210_096, "20240229123456"), (1_709_251_200, "20240301000000"), (1_740_787_199, "20250228235959"),
    (1_740_787_200, "20250301000000"), (1_767_225_599, "20251231235959"), (4_107_542_400, "21000301000000"),
    (4_107_542_399, "21000228235959"), (253_402_300_799, "99991231235959"), (253_402_300_800, "100000101000000"),
    (-2_208_988_800, "19000101000000"), (-2_203_891_201, "19000228235959"), (-2_203_891_200, "19000301000000"),
    (-11_644_473_600, "16010101000000"), (-62_135_596_800, "00010101000000"), (-62_135_596_801, "00001231235959"),
  ])
  func `the civil time of a second`(seconds: Int64, text: String) {
    #expect(CivilTime(secondsSince1970: seconds).compact == text)
  }

  @Test func `civil times agree with Foundation's calendar over four hundred years`() throws {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = try #require(TimeZone(secondsFromGMT: 0))
    // The step is not a whole number of days, so it covers every hour, month and kind of year.
    for seconds in stride(from: Int64(-6_000_000_000), to: 6_700_000_000, by: 9_876_543) {
      let date = Date(timeIntervalSince1970: Double(seconds))
      let parts = calendar.dateComponents([.year, .month, .day, .hour, .minute, .second], from: date)
      let time = CivilTime(secondsSince1970: seconds)
      #expect(
        [time.date.year, time.date.month, time.date.day, time.hour, time.minute, time.second]
          == [parts.year, parts.month, parts.day, parts.hour, parts.minute, parts.second].map { Int64($0 ?? -1) }
      )
    }
  }

  @Test(arguments: [1e300, -1e300, .infinity, -.infinity, .nan])
  func `a clock that shows no time crashes nothing`(seconds: Double) {
    let broken = ManualClock(date: Date(timeIntervalSince1970: seconds))
    #expect(DefaultParameter.add([.timestamp("ts")], to: ResourceRequest("/"), clock: broken).query.count == 1)
    #expect(
      DefaultParameter.add([.timestamp("ts", secondsFromGMT: .max)], to: ResourceRequest("/"), clock: clock)
        .query.count == 1
    )
  }
}
