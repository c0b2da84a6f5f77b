// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// The authorizing servers of a client: one for the gateway with all that is behind it, one for each service that takes
/// tokens.
struct Authorizers: Sendable {
  let gateway: Authorizer?
  let services: [ExactText: Authorizer]

  init(_ destinations: [Destination], _ states: [ServiceState]) {
    var gateway: Authorizer?
    var services: [ExactText: Authorizer] = [:]
    for (destination, state) in zip(destinations, states) {
      if destination.isAtGateway {
        gateway = gateway ?? state.authorizer
      } else if let name = destination.service, let authorizer = state.authorizer {
        services[ExactText(name)] = authorizer
      }
    }
    self.gateway = gateway
    self.services = services
  }

  /// The authorizer of the tokens for a destination; `nil` if it takes none.
  subscript(destination: Destination) -> Authorizer? {
    destination.isAtGateway ? gateway : destination.service.flatMap { services[ExactText($0)] }
  }
}
