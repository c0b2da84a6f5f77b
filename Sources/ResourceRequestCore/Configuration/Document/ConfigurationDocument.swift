// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// The table of the configuration: every key of a document, in the order of the reference.
///
/// The decoder, the JSON Schema and the tables of the reference are derived from it.
enum ConfigurationDocument {
  /// The kinds of documents, with the keys of some features.
  struct Tables: Sendable {
    /// A document with any number of services.
    let document: ObjectShape<DocumentDraft>
    /// A document that is a single service.
    let singleService: ObjectShape<SingleServiceDraft>

    init(_ features: FeatureRows) {
      document = ConfigurationDocument.document(features)
      singleService = ConfigurationDocument.singleService(features)
    }

    /// Without features.
    static let standard = Tables(FeatureRows())
  }

  /// The keys that no feature can have: those of any object that has the keys of features.
  static let standardKeys: Set<String> = {
    let document = Tables.standard.document.members.map(\.name)
    let service = Tables.standard.singleService.members.flatMap { [$0.name] + $0.otherNames }
    return Set(document + service + gatewayMembers.map(\.name))
  }()

  private static func document(_ features: FeatureRows) -> ObjectShape<DocumentDraft> {
    ObjectShape("document", "A gateway, backend services, and defaults.").with([
      .schemaReference("backend-services.schema.json"),
      ObjectMember("gateway", \.gateway, gateway(features), "The adapter gateway that relative URLs go to."),
      ObjectMember(
        "defaults",
        partsOf: \.defaults,
        ObjectShape(
          "defaults",
          "Defaults for every request.",
          settings + features.forEverybody,
          rules: [.schema(credentialsForEverybody)] + features.rulesForEverybody
        )
      )
      .about("Defaults for every request; the gateway, a service and the request override them."),
      ObjectMember("backendServices", \.services, services(features), setting: [])
        .about("The backend services; their names are unique."),
      redact(\.redact, setting: ["redact"]),
      rollout(\.rollout),
    ])
  }

  /// Field names that are certainly credentials; the decoder knows more.
  private static let credentialsForEverybody: JSON.Object = [
    "properties": [
      "headers": [
        "patternProperties": .object([
          "^\(TextPattern.anyCase(["authorization", "proxy-authorization", "cookie", "x-api-key"]))$": KeyRule.refused(
            "such header",
            "would go to every server, expected it at the service or the gateway it is for"
          )
        ])
      ]
    ]
  ]

  private static func singleService(_ features: FeatureRows) -> ObjectShape<SingleServiceDraft> {
    ObjectShape(
      "singleService",
      "A document that is one backend service.",
      [.schemaReference("backend-services.schema.json")] + serviceMembers(features).map { $0.lifted(to: \.service) }
        + [redact(\.redact, setting: []), rollout(\.rollout)],
      rules: serviceRules
    )
  }

  /// The settings of exchanges: the same keys for the gateway, a service and the defaults.
  static let settings: [ObjectMember<ServiceSettings>] =
    exchange.members + resilience.members.map { $0.lifted(to: \.resilience) }
    + commonConnection.map { $0.lifted(to: \.connection) }

  /// Every key of a setting, those of inner objects before the object's own.
  static let keys = exchange.keys + resilience.keys + connection.keys

  /// The settings that are neither of resilience nor of connections.
  static let exchange = ObjectShape<ServiceSettings>("settings", "The settings of exchanges.").with([
    ObjectMember("timeouts", inheritingPartsOf: \.timeouts, timeouts, "Time limits."),
    ObjectMember("headers", fields: \.headers)
      .about("Header fields added to every request that does not set them itself."),
    ObjectMember("redirects", \.redirects, .redirects)
      .about("Whether redirects are followed: \"follow\" (at most 10), \"refuse\", or the maximum number.")
      .risk(.goesElsewhere, .more(noneIsMost: false)),
    ObjectMember("limits", inheritingPartsOf: \.limits, limits, "Size limits for responses.")
      .risk(.trustsMore, .more(noneIsMost: true)),
    ObjectMember("httpVersion", \.httpVersion, .word)
      .about("The versions of HTTP: HTTP/2 where TLS negotiates it, HTTP/1.1 only, or HTTP/2 from the first byte."),
    ObjectMember("maxConnections", \.maxConnections, connections)
      .about(
        "The maximum number of connections to one origin that are in use at once: 64 by default. Over HTTP/2 requests "
          + "share them, and more than 64 has no effect."
      )
      .example(50)
      .risk(.sendsMore, .more(noneIsMost: true, noneIs: Double(ExchangeOptions.standardConnections))),
    ObjectMember("expectContinue", \.expectContinue, .expectContinue, standard: "none")
      .about(
        "Bodies of more bytes than this are sent once the server wants them (Expect: 100-continue), or after a second; "
          + "an object says after how long."
      ),
    ObjectMember("requestCompression", \.requestCompression, .requestCompression, standard: "none")
      .about(
        "Compression of request bodies above 1 KiB: \"none\", \"gzip\", \"deflate\", \"br\", \"zstd\", or an object with another size "
          + "or level; br and zstd need their library on the system."
      ),
    ObjectMember("cache", \.cache, .cache, standard: false)
      .about("How responses are cached: true for a private cache in memory, or an object.")
      .risk(.keepsMore, .more(noneIsMost: false)),
    ObjectMember("propagate", \.propagate, .propagation, standard: ["trace"])
      .about("The trace context sent along when tracing is on: \"trace\", \"baggage\", both or neither."),
    ObjectMember("hsts", \.hsts, .truth, standard: false)
      .about("Whether Strict-Transport-Security is obeyed: http URLs of such hosts are requested over https.")
      .risk(.trustsMore, .gone),
  ]).defaulting(to: .standard)

  private static let connections = ValueShape<Int>.wholeNumber(1...65_535)

  static let timeouts = ObjectShape<Timeouts>(
    "timeouts",
    "Times have a unit (\"250ms\", \"3s\", \"1m\", \"2h\"); \"none\" is without a limit."
  ).with([
    ObjectMember("connect", \.connect, .timeout)
      .about("Limit for name lookup, connection and TLS handshake.").risk(.waitsLonger, .more(noneIsMost: true)),
    ObjectMember("read", \.read, .timeout, "Limit for the time without a byte from the server.")
      .risk(.waitsLonger, .more(noneIsMost: true)),
    ObjectMember("total", \.total, .timeout, "Limit for the whole call, retries included."),
    ObjectMember("attempt", \.attempt, .timeout)
      .about("Limit for one attempt; with a preset a third of \"total\", if another may follow.").example("2s"),
  ]).defaulting(to: .standard)

  static let limits = ObjectShape<ResponseLimits>(
    "limits",
    "Sizes: numbers are bytes, text has a unit (\"64KiB\", \"10MB\"), \"none\" is without a limit."
  ).with([
    ObjectMember("responseBytes", \.bodyBytes, .byteCount)
      .about("The maximum size of a buffered body, after decompression."),
    ObjectMember("headerBytes", \.headBytes, .byteCount)
      .about("The maximum size of a head: status line and header fields."),
  ]).defaulting(to: .standard)

  private static func gateway(_ features: FeatureRows) -> ValueShape<Gateway> {
    ObjectShape(
      "gateway",
      "The adapter gateway: a server that publishes its backends, the adapters, below /api of its URL, as that of IBM "
        + "MobileFirst does.",
      gatewayMembers + features.own.map { $0.lifted(to: \.settings) }
    ).value(startingFrom: GatewayDraft()).map { draft, node, reading in
      guard let url = draft.serverURL else { return nil }
      if let fault = draft.settings.connection.tlsFault(at: url, of: "gateway") {
        reading.report(fault, at: node.value(of: "tls") ?? node)
      }
      return Gateway(serverURL: url, credential: draft.credential, settings: draft.settings)
    }
  }

  private static let gatewayMembers: [ObjectMember<GatewayDraft>] =
    [
      ObjectMember("serverURL", \.serverURL, .serverURL, isRequired: true)
        .about("Its context root, such as \"https://host:9443/mfp\"; relative URLs resolve below its /api.")
        .example("https://host:9443/mfp"),
      ObjectMember("auth", \.credential, gatewayCredential, "Credentials, sent to its own origin only."),
      unixSocket.lifted(to: \.settings.connection),
    ] + settings.map { $0.lifted(to: \.settings) }

  private static func redact<Whole>(
    _ names: any WritableKeyPath<Whole, [String]?> & Sendable,
    setting: [String]
  ) -> ObjectMember<Whole> {
    ObjectMember("redact", names, .names, setting: setting)
      .about(
        "Names of header fields, query items and form fields whose values are secrets, in addition to the known ones."
      )
      .example(["X-Session"])
  }

  /// A document that may be incomplete.
  struct DocumentDraft: Sendable {
    var gateway: Gateway?
    var defaults = ServiceSettings()
    var services: [BackendService]?
    var redact: [String]?
    var rollout: RolloutPolicy?
  }

  /// A single-service document that may be incomplete.
  struct SingleServiceDraft: Sendable {
    var service = ServiceDraft()
    var redact: [String]?
    var rollout: RolloutPolicy?
  }

  /// A gateway that may be incomplete.
  struct GatewayDraft: Sendable {
    var serverURL: ResourceURL?
    var credential: ServiceCredential?
    var settings = ServiceSettings()
  }
}
