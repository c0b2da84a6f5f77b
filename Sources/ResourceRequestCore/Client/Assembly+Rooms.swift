// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

extension Assembly {
  /// What a room keeps for a destination; `nil` if no room keeps that.
  func kept<Kept: Sendable>(_ type: Kept.Type, for destination: Destination) -> Kept? {
    states[destination.index].kept(type)
  }

  /// What a room keeps for all destinations, in their order.
  func kept<Kept: Sendable>(_ type: Kept.Type) -> [Kept] { states.compactMap { $0.kept(type) } }

  /// A destination, with what the rooms say of it.
  func site(of destination: Destination) -> Site {
    let gateway = router.gateway.map { states[$0.index] }
    return AssemblyDraft(parts, configuration, standardHeaders, router, gateway: gateway)
      .site(of: destination, states[destination.index])
  }

  /// Adds what the rooms know of a request.
  func explain(_ question: ExplanationQuestion, in draft: inout ExplanationDraft) {
    let destination = question.route.destination
    let site = site(of: destination)
    for (room, kept) in zip(parts.rooms, states[destination.index].kept) {
      room.explain(question, withErased: kept, at: site, in: &draft)
    }
  }

  /// The status of each destination.
  func status(now: ContinuousClock.Instant) -> [ServiceStatus] {
    router.destinations.map { destination in
      let (state, site) = (states[destination.index], site(of: destination))
      let name = destination.service ?? (destination.isAtGateway ? "gateway" : "elsewhere")
      var status = ServiceStatus(name: Redaction.reference(name), origin: destination.base?.origin.description)
      status.take(state.ledger.read())
      for (room, kept) in zip(parts.rooms, state.kept) { room.report(erased: kept, at: site, now: now, in: &status) }
      return status
    }
  }
}
