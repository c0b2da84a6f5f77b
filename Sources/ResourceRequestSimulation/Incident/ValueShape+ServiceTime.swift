// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestCore

extension ValueShape where Value == Simulation.Incident.ServiceTime {
  private struct Draft: Sendable {
    var median: Duration?
    var p99: Duration?
    var mean: Duration?
    var strays: Simulation.Incident.ServiceTime.Strays?
  }

  private static let strays = ObjectShape<Value.Strays>("strays", "A share of slower calls.").with([
    ObjectMember("share", to: \.share, .share, isRequired: true, "The share of calls: 0 to 1, or a percentage."),
    ObjectMember("time", to: \.time, .span, isRequired: true, "The added delay."),
  ]).value(startingFrom: Value.Strays(share: 0, time: .zero))

  private static let distribution = ObjectShape<Draft>(
    "time",
    "A distribution: log-normal by median and p99, exponential by mean."
  ).with([
    ObjectMember("median", \.median, .span, "The median."),
    ObjectMember("p99", \.p99, .span, "The 99th percentile; without it every call takes the median."),
    ObjectMember("mean", \.mean, .span, "The mean of an exponential distribution."),
    ObjectMember("strays", \.strays, strays, "A share of slower calls."),
  ]).obeying(.one(["median", "mean"]), .needs("p99", "median")).value(startingFrom: Draft()).map {
    draft,
    node,
    reading -> Simulation.Incident.ServiceTime? in
    var time: Simulation.Incident.ServiceTime
    switch (draft.median, draft.p99, draft.mean) {
    case (let median?, let p99?, nil):
      if p99 < median { reading.report("\"p99\" is shorter than \"median\", expected it to be longer", at: node) }
      time = .logNormal(median: median, p99: p99)
    case (let median?, nil, nil): time = .fixed(median)
    case (nil, nil, let mean?): time = .exponential(mean: mean)
    default: return nil
    }
    time.strays = draft.strays
    return time
  }

  /// How long a server works on a call: the same time for all, or a distribution.
  static let serviceTime = ValueShape(.either(ValueShape<Duration>.moment.schema, distribution.schema)) {
    node,
    reading in
    guard node.members == nil else { return distribution.read(node, &reading) }
    return ValueShape<Duration>.moment.read(node, &reading).map { .fixed($0) }
  }
}
