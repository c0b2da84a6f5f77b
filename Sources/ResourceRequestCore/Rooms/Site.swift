// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestPlatform

/// Where a room does its work: a destination of one configuration, in one client.
struct Site: Sendable {
  let destination: Destination
  /// What it has in common with the other destinations.
  let premises: Premises
  /// The state of the gateway; `nil` where there is none, and for the gateway itself.
  let gateway: ServiceState?
  /// What the rooms say of themselves.
  var surroundings = Surroundings()

  var client: ClientParts { premises.client }

  /// What a room keeps for the gateway of a destination that is behind one: for the gateway itself its own.
  func shared<Kept: Sendable>(_ own: Kept) -> Kept {
    destination.isAtGateway ? gateway?.kept(Kept.self) ?? own : own
  }
}

/// What the sites of one configuration in one client have in common: an object, since each room of each destination is given
/// its site.
final class Premises: Sendable {
  let client: ClientParts
  let configuration: ResourceConfiguration
  /// The default fields of every request.
  let standardHeaders: Headers
  /// The options of an exchange with what no service names, such as a token endpoint elsewhere.
  let elsewhere: ExchangeOptions
  /// The warnings of the configuration by service, if anybody observes.
  let warnings: [ExactText: [ConfigurationWarning]]
  /// Warns, with the first request to anywhere, of options for services that there are not.
  let warningOfNames: FirstRequestWarning?

  init(_ client: ClientParts, _ configuration: ResourceConfiguration, _ standardHeaders: Headers, _ router: Router) {
    self.client = client
    self.configuration = configuration
    self.standardHeaders = standardHeaders
    elsewhere = router.anywhere.options
    let isObserved = !client.options.environment.observers.isEmpty
    warnings = isObserved ? Dictionary(grouping: configuration.warnings) { ExactText($0.service) } : [:]
    warningOfNames = isObserved ? Premises.warning(client, configuration) : nil
  }

  private static func warning(_ client: ClientParts, _ document: ResourceConfiguration) -> FirstRequestWarning? {
    let known = Set(document.services.map { ExactText($0.name) })
    let unknown = client.options.namesOfServices.filter { !known.contains(ExactText($0)) }
    let names = unknown.map { "\"\(Redaction.reference($0))\"" }.joined(separator: ", ")
    let text = "the client has options for \(names), and no such service is configured"
    return unknown.isEmpty ? nil : FirstRequestWarning(client.told) { _ in text }
  }
}

/// What rooms may know of one another at a site.
struct Surroundings: Sendable {
  /// Puts the destination's own credentials on; `nil` if it has none.
  var credentials: (any Middleware)?
  /// Logs in to a proxy; `nil` if there is none that asks for it here.
  var proxyLogin: (any Middleware)?
  /// The principal of requests, as far as it is known before they are sent.
  var principal: @Sendable () -> Principal = { .nobody }
  /// The secrets of features, which requests may carry.
  var secrets: [Secret] = []
  /// What features bring for one room each, such as a store of responses.
  var brought: [any Sendable] = []
  /// The cookies for a request; `nil` if cookies are not kept.
  var cookies: (@Sendable (ResourceURL, Date) -> String?)?
  /// Whether there is room for requests in the background.
  var hasRoom: @Sendable (ContinuousClock.Instant) -> Bool = { _ in true }

  /// The first thing of a kind that features bring.
  func brought<Kind>(_ kind: Kind.Type) -> Kind? {
    for case let thing as Kind in brought { return thing }
    return nil
  }
}

/// What a client has for as long as it lives.
final class ClientParts: Sendable {
  /// What observers were warned of, whatever the configuration.
  let told = Lock<Set<ExactText>>([])
  let transport: any Transport
  let options: ClientOptions
  /// The features, in the order in which they are asked.
  let rooms: [any Room]
  /// The calls in flight, for draining.
  let inFlight = InFlight()
  /// Whether requests are sent as they are made; looked up by every call.
  let addsNothing: Bool
  /// Whether any decoder is chosen; looked up by every call.
  private let choosesDecoders: Bool

  init(transport: any Transport, options: ClientOptions, rooms: [any Room]) {
    self.transport = transport
    self.options = options
    self.rooms = rooms
    addsNothing = options.addsNothing
    choosesDecoders = options.decoder != nil || options.services.values.contains { $0.decoder != nil }
  }

  /// What decodes the responses of a service where a call names nothing.
  func decoders(for service: String?) -> ChosenDecoders {
    choosesDecoders ? options.decoders(for: service) : ChosenDecoders()
  }

  /// Background work, for which draining waits too.
  var work: BackgroundWork {
    BackgroundWork(begin: { [inFlight] in inFlight.begin() }, end: { [inFlight] in inFlight.end() })
  }

  /// The room of a type; `nil` if there is none.
  func room<Kind: Room>(_ kind: Kind.Type) -> Kind? {
    for case let room as Kind in rooms { return room }
    return nil
  }
}
