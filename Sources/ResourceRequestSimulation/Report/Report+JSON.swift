// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

public import ResourceRequestCore

extension Simulation.Report {
  /// The report as JSON with a fixed order of members, so that a seed gives the same bytes every time.
  ///
  /// An encoder may write the members in any order.
  public var json: JSON {
    ["seed": .number(.init(seed)), "summary": summary.json, "timeline": .array(timeline.map(\.json))]
  }
}

extension Simulation.Report.Summary {
  fileprivate var json: JSON {
    let endpoints = perEndpoint.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
    return [
      "calls": JSON(calls), "succeeded": JSON(succeeded), "failed": JSON(failed), "attempts": JSON(attempts),
      "perEndpoint": .object(
        JSON.Object(
          endpoints.map { url, endpoint in
            let values: JSON = [
              "attempts": JSON(endpoint.attempts), "share": JSON(endpoint.share), "errors": JSON(endpoint.errors),
            ]
            return (url, values)
          }
        )
      ),
      "latency": [
        "p50": JSON(latency.p50), "p90": JSON(latency.p90), "p99": JSON(latency.p99), "p999": JSON(latency.p999),
        "max": JSON(latency.max),
      ],
      "errors": .counts(errors), "retries": .counts(retries), "hedges": JSON(hedges),
    ]
  }
}

extension Simulation.Report.Second {
  /// Encodes every member, `null` for missing values.
  public func encode(to encoder: any Encoder) throws {
    try json.encode(to: encoder)
  }

  fileprivate var json: JSON {
    [
      "t": JSON(t), "offered": JSON(offered), "succeeded": JSON(succeeded), "failed": JSON(failed),
      "attempts": JSON(attempts), "p50": JSON(p50), "p99": JSON(p99), "ejected": .array(ejected.map { .string($0) }),
    ]
  }
}

extension JSON {
  fileprivate static func counts(_ counts: [String: Int]) -> JSON {
    .object(
      JSON.Object(
        counts.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }.map { ($0.key, JSON($0.value)) }
      )
    )
  }

  fileprivate init(_ number: Double?) {
    self = number.map { JSON($0) } ?? .null
  }
}
