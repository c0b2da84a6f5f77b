// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestCore

/// THE table of incidents: every key of a document.
///
/// The decoder and the JSON Schema both come from it.
struct IncidentDocument: Sendable {
  typealias Incident = Simulation.Incident

  /// The configuration whose services are called; `nil` if unknown.
  private let configuration: ResourceConfiguration?

  init(_ configuration: ResourceConfiguration?) {
    self.configuration = configuration
  }

  /// The shape of a whole document.
  var shape: ObjectShape<Incident.Draft> {
    ObjectShape("incident", "What happens in a simulation.").with([
      .schemaReference("incident.schema.json"),
      ObjectMember("duration", \.duration, .span, isRequired: true, "How long calls arrive."),
      ObjectMember("clients", \.clients, .wholeNumber(1...10_000), standard: 1)
        .about("The number of clients, each with its own state."),
      ObjectMember("load", \.load, Self.load, isRequired: true, "The load, in steps."),
      ObjectMember("calls", \.calls, calls, isRequired: true, "The kinds of calls."),
      ObjectMember("servers", \.servers, servers, isRequired: true, "The servers."),
    ])
  }

  // MARK: Load

  private struct LoadDraft: Sendable {
    var at: Duration?
    var perSecond: Double?
  }

  private static let load = ObjectShape<LoadDraft>("load", "A step of the load.").with([
    ObjectMember("at", \.at, .moment, standard: "0s", "When the step begins."),
    ObjectMember("perSecond", \.perSecond, .quantity(0...1_000_000), isRequired: true)
      .about("Calls a second, of all clients together, at random times."),
  ]).value(startingFrom: LoadDraft()).map { draft, _, _ in
    Incident.Load(at: draft.at ?? .zero, perSecond: draft.perSecond ?? 0)
  }.list(of: "steps").map { steps, node, reading in
    for ((step, next), place) in zip(zip(steps, steps.dropFirst()), (node.elements ?? []).dropFirst())
    where next.at <= step.at {
      reading.report("the step begins no later than the one before it, expected a later \"at\"", at: place)
    }
    return steps
  }

  // MARK: Calls

  private var calls: ValueShape<[Incident.Call]> {
    ObjectShape<Incident.Call>("call", "One kind of call.").with([
      ObjectMember("service", \.service, service)
        .about("The service; without it the target is an absolute URL or lies below the gateway.").example("orders"),
      ObjectMember("method", to: \.method, .method, standard: "GET", "The method."),
      ObjectMember(
        "target",
        to: \.target,
        ValueShape<ConfiguredText>.text.map { text, _, _ in text.text },
        isRequired: true
      )
      .about("The target, as a request has it; the expressions of its template get random numbers.")
      .example("/orders/{id}"),
      ObjectMember("share", to: \.share, .weight, standard: 1)
        .about("Its share of the load, in proportion to the other calls."),
      ObjectMember("timeout", \.timeout, .span, "The time limit of the call; the default is the service's."),
    ]).value(startingFrom: Incident.Call(target: "")).list(of: "calls")
  }

  private var service: ValueShape<String> {
    ValueShape<ConfiguredText>.someText.map { [configuration] text, node, reading -> String? in
      guard let names = configuration?.services.map(\.name),
        !names.contains(where: { $0.hasSameBytes(as: text.text) })
      else { return text.text }
      let known =
        names.isEmpty ? "it has none" : "expected one of \(names.map(\.debugDescription).joined(separator: ", "))"
      return reading.refuse(
        "the configuration has no service \(text.text.quotedStart()), \(known)",
        at: node,
        suggestion: ClosestWord.to(text.text, among: names)
      )
    }
  }

  // MARK: Servers

  private struct ServerDraft: Sendable {
    var endpoint: ResourceURL?
    var workers: Int?
    var queue: Int?
    var time: Incident.ServiceTime?
    var events: [Incident.Event]?
    var calls: [Incident.Call]?
    var tokenLifetime: Duration?
  }

  private var servers: ValueShape<[Incident.Server]> {
    ObjectShape<ServerDraft>("server", "A server: workers that take calls from a queue, first come, first served.")
      .with([
        ObjectMember("endpoint", \.endpoint, .address, isRequired: true)
          .about("Its URL: receives the calls whose endpoint, or else URL, begins with it."),
        ObjectMember("workers", \.workers, .wholeNumber(0...100_000), standard: 10)
          .about("How many calls it processes at once."),
        ObjectMember("queue", \.queue, .wholeNumber(0...100_000_000))
          .about("The maximum length of its queue, above which it answers 503; the default is no limit."),
        ObjectMember("time", \.time, .serviceTime, isRequired: true, "The time it takes to process a call."),
        ObjectMember("events", \.events, IncidentEvents.shape, "The events at it."),
        ObjectMember("calls", \.calls, calls)
          .about("The calls it makes itself before it answers; it answers 503 if one fails."),
        ObjectMember("tokenLifetime", \.tokenLifetime, .span)
          .about("The lifetime of the tokens it issues, for a server that is a token endpoint."),
      ]).value(startingFrom: ServerDraft()).map { draft, _, _ in
        guard let endpoint = draft.endpoint else { return nil }
        return Incident.Server(
          endpoint: endpoint,
          workers: draft.workers ?? 10,
          queue: draft.queue,
          time: draft.time ?? .fixed(.zero),
          events: draft.events ?? [],
          calls: draft.calls ?? [],
          tokenLifetime: draft.tokenLifetime
        )
      }.list(of: "servers")
  }
}
