// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestCore

extension Simulation.Incident {
  /// Why it cannot be run with a configuration, a phrase for each reason; empty if it can.
  func faults(with configuration: ResourceConfiguration) -> [String] {
    var faults: [String] = []
    func require(_ condition: Bool, _ fault: @autoclosure () -> String) {
      if !condition { faults.append(fault()) }
    }
    require(duration > .zero && duration.seconds <= 86_400, "the duration must be above zero and at most a day")
    require((1...10_000).contains(clients), "the clients must be 1 to 10,000")
    require(!load.isEmpty, "there is no load")
    require(!calls.isEmpty, "there are no calls")
    require(!servers.isEmpty, "there are no servers")
    for (step, next) in zip(load, load.dropFirst()) {
      require(step.at < next.at, "the steps of the load are not in order of time")
    }
    for step in load {
      require((0...1_000_000).contains(step.perSecond), "a load must be 0 to 1,000,000 calls a second")
    }
    for call in calls + servers.flatMap(\.calls) {
      require(call.share > 0 && call.share.isFinite, "the share of \"\(call.target)\" must be above zero")
      guard let name = call.service else { continue }
      require(
        configuration.services.contains { $0.name.hasSameBytes(as: name) },
        "the configuration has no service \(name.debugDescription)"
      )
    }
    let twice = Dictionary(grouping: servers, by: \.endpoint).filter { $0.value.count > 1 }.keys
    faults += twice.map { "two servers are at \($0), and the first would get all of its requests" }.sorted()
    for server in servers {
      require((0...100_000).contains(server.workers), "the workers of \(server.endpoint) must be 0 to 100,000")
      require(server.queue ?? 0 >= 0, "the queue of \(server.endpoint) must not be negative")
      faults += server.events.compactMap { event in event.fault.map { "\($0), at \(server.endpoint)" } }
    }
    return faults
  }
}

extension Simulation.Incident.Event {
  /// What is wrong with it, as a phrase; `nil` if it is valid.
  var fault: String? {
    if let to, to <= from { return "an event ends before it begins" }
    switch effect {
    case .slow(let factor): return factor > 0 && factor.isFinite ? nil : "\"slow\" must be above zero"
    case .workers(let count): return (0...100_000).contains(count) ? nil : "\"workers\" must be 0 to 100,000"
    case .fail(let failure):
      if !(0...1).contains(failure.share) { return "the share of \"fail\" must be 0 to 1" }
      if let status = failure.status, !(200...599).contains(status) {
        return "the status of \"fail\" must be 200 to 599"
      }
      return nil
    case .limit(let limit):
      return limit.requests >= 0 && limit.per > .zero ? nil : "\"limit\" needs a window above zero"
    case .stall, .refuse: return nil
    }
  }
}
