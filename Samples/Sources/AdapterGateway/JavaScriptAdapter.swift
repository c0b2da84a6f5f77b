// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import FlyingFox
import Foundation
import ResourceRequestKit

/// A JavaScript adapter: its procedures take an ordered list of arguments and respond with an envelope.
struct JavaScriptAdapter: Adapter {
  /// The result of a procedure, or its failure.
  private enum Outcome {
    case members(JSON.Object)
    case failed(String)
  }

  func answer(_ call: AdapterCall) throws -> HTTPResponse {
    guard call.segments.count == 1, let procedure = call.segments.first else {
      throw Refusal(.notFound, code: "notFound", "a procedure is called by its name alone")
    }
    let text = (isWithoutForm(call.method) ? call.query : call.form)["params"] ?? "[]"
    guard let arguments = (try? JSON(parsing: text))?.array else {
      return envelope(.failed("params must be one JSON array, such as [\"a\", 1]"))
    }
    guard let outcome = run(procedure, arguments) else {
      throw Refusal(.notFound, code: "unknownProcedure", "there is no procedure \"\(procedure)\"")
    }
    return envelope(outcome)
  }

  private func isWithoutForm(_ method: HTTPMethod) -> Bool {
    [.GET, .HEAD, .DELETE].contains(method)
  }

  private func run(_ procedure: String, _ arguments: [JSON]) -> Outcome? {
    switch procedure {
    case "describe":
      .members(["arguments": .array(arguments), "count": JSON(arguments.count)])
    case "add":
      add(arguments)
    case "cities":
      // A payload that is an array arrives under `array`,
      .members(["array": ["Adelboden", "Bivio", "Celerina"]])
    case "motto":
      // plain text under `text`,
      .members(["text": "One request, end to end."])
    case "accounts":
      // and the rows of a database under `resultSet`.
      .members(["resultSet": [["id": 1, "owner": "Ann"], ["id": 2, "owner": "Ümit"]]])
    case "fail":
      .failed(arguments.first?.string ?? "the procedure was asked to fail")
    default:
      nil
    }
  }

  private func add(_ arguments: [JSON]) -> Outcome {
    if let sum = exactSum(arguments) { return .members(["sum": JSON(sum)]) }
    let numbers = arguments.compactMap(\.double)
    guard numbers.count == arguments.count else { return .failed("add takes numbers") }
    let sum = numbers.reduce(0, +)
    return sum.isFinite ? .members(["sum": JSON(sum)]) : .failed("the sum is larger than a number can be")
  }

  /// The sum of integers; `nil` if an argument is not an integer, or the sum exceeds what JSON readers keep exactly.
  private func exactSum(_ arguments: [JSON]) -> Int? {
    var sum = 0
    for argument in arguments {
      guard let number = argument.int else { return nil }
      let (next, overflows) = sum.addingReportingOverflow(number)
      guard !overflows, next.magnitude < 1 << 53 else { return nil }
      sum = next
    }
    return sum
  }

  /// The response for an outcome: status 200 even if the procedure failed, because the exchange succeeded.
  private func envelope(_ outcome: Outcome) -> HTTPResponse {
    var object: JSON.Object = [
      "isSuccessful": true, "statusCode": 200, "statusReason": "OK", "responseHeaders": [:], "responseTime": 0,
      "totalTime": 0, "errors": [], "warnings": [], "info": [],
    ]
    switch outcome {
    case .members(let members):
      for (key, value) in members { object[key] = value }
    case .failed(let reason):
      object["isSuccessful"] = false
      object["errors"] = [.string(reason)]
    }
    return .json(.object(object))
  }
}
