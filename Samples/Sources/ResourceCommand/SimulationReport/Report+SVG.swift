// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestKit
import ResourceRequestSimulation

extension Simulation.Report {
  /// The report as an SVG picture: load, success, latency, attempts and ejections over time.
  ///
  /// - Parameters:
  ///   - title: the heading.
  ///   - incident: the incident, whose events are shaded and named; `nil` shows none.
  ///   - other: another report with its name, whose successes, latency and attempts are drawn dashed for comparison.
  /// - Returns: the document.
  func svg(
    title: String,
    incident: Simulation.Incident? = nil,
    beside other: (name: String, report: Simulation.Report)? = nil
  ) -> String {
    var picture = ReportPicture(self, other: other)
    return picture.draw(title: title, events: incident.map { IncidentBand.all(of: $0, until: timeline.count) } ?? [])
  }
}

/// An event that affects servers for a while, as it is labelled in a picture.
struct IncidentBand {
  let from: Double
  let to: Double
  let label: String

  /// The bands of an incident, in order of time, each event that befalls several servers once.
  static func all(of incident: Simulation.Incident, until end: Int) -> [IncidentBand] {
    var seen: [Simulation.Incident.Event: Int] = [:]
    var order: [(event: Simulation.Incident.Event, host: String)] = []
    for server in incident.servers {
      for event in server.events {
        seen[event, default: 0] += 1
        if seen[event] == 1 { order.append((event, server.endpoint.origin.host)) }
      }
    }
    return order.sorted { ($0.event.from, $0.host) < ($1.event.from, $1.host) }.map { event, host in
      let count = seen[event] ?? 1
      let place = incident.servers.count == 1 ? "" : count > 1 ? " (\(count) servers)" : " \(host)"
      return IncidentBand(
        from: event.from / .seconds(1),
        to: event.to.map { $0 / .seconds(1) } ?? Double(end),
        label: event.description + place
      )
    }
  }
}
