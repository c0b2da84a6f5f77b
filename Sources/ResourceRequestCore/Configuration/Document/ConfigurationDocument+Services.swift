// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

extension ConfigurationDocument {
  /// A service that may be incomplete.
  struct ServiceDraft: Sendable {
    var name: String?
    var baseURL: ResourceURL?
    var endpoints: [ServiceEndpoint]?
    var endpointsFile: EndpointsFile?
    var discovery: EndpointDiscovery?
    var via: BackendService.Access?
    var credential: ServiceCredential?
    var settings = ServiceSettings()

    /// The service; `nil` if a required part is missing, which is reported.
    var service: BackendService? {
      guard let name else { return nil }
      let endpoints = endpoints ?? endpointsFile?.endpoints
      // Without a base URL, the first endpoint's is used; that of a file would change with the file.
      guard let baseURL = baseURL ?? self.endpoints?.first.flatMap({ try? ResourceURL($0.origin.description) }) else {
        return nil
      }
      return BackendService(
        name: name,
        baseURL: baseURL,
        endpoints: endpoints ?? [],
        endpointsFile: endpointsFile?.path,
        discovery: discovery,
        via: via ?? .direct,
        credential: credential,
        settings: settings
      )
    }
  }

  /// The keys of a service: IBM's, the SDK's, and those of features.
  static func serviceMembers(_ features: FeatureRows) -> [ObjectMember<ServiceDraft>] {
    serviceMembers + features.own.map { $0.lifted(to: \.settings) }
  }

  private static let serviceMembers: [ObjectMember<ServiceDraft>] =
    [
      ObjectMember("service", \.name, serviceName, isRequired: true)
        .about("The name requests use; a leading / is dropped.").example("orders"),
      ObjectMember<ServiceDraft>("baseUrl", \.baseURL, .baseURL, isRequired: true)
        .about("The URL that request paths are appended to; its query comes before theirs.")
        .unless("endpoints").example("https://orders.example/v1"),
      ObjectMember("endpoints", \.endpoints, endpoints)
        .about("The endpoints that serve it, each with scheme, host and port; callers still see the base URL."),
      ObjectMember("endpointsFile", \.endpointsFile, endpointsFile)
        .about("A file with an array of endpoints; changes of the file take effect while the program runs.")
        .example("orders-endpoints.json"),
      ObjectMember("discover", \.discovery, .word)
        .about("\"dns\": each address of the base URL's name is an endpoint, looked up again every \"nameCacheTime\"."),
      ObjectMember("via", \.via, .word, standard: "direct")
        .about("How requests reach it: directly, or through the gateway, which knows it by the same name."),
      ObjectMember("auth", \.credential, credential, "Credentials, sent to its own origin only."),
      ObjectMember(
        "connectionProperties",
        also: ["ConnectionProperties"],
        partsOf: \.settings,
        connectionProperties,
        setting: []
      )
      .about("IBM's spelling of some of the settings below."),
      unixSocket.lifted(to: \.settings.connection),
    ] + settings.map { $0.lifted(to: \.settings) }

  private static let connectionProperties = ObjectShape<ServiceSettings>(
    "connectionProperties",
    "IBM's spelling of some settings; numbers may be written as text."
  ).with([
    ObjectMember("maxConnections", also: ["maxConnetions"], \.maxConnections, .wholeNumber(1...65_535))
      .about(
        "The maximum number of connections to one origin that are in use at once, as maxConnections of the service."
      ),
    ObjectMember(
      "connectionTimeoutInMilliseconds",
      \.timeouts.connect,
      .milliseconds,
      setting: ["timeouts", "connect"]
    )
    .about("As connect of timeouts, in milliseconds."),
    ObjectMember("socketTimeoutInMilliseconds", \.timeouts.read, .milliseconds, setting: ["timeouts", "read"])
      .about("As read of timeouts, in milliseconds."),
  ])

  private static let serviceName = ValueShape<ConfiguredText>.someText.map { text, node, reading -> String? in
    let name = String(text.text.dropping(prefix: "/") ?? text.text[...])
    if name.isEmpty, !text.text.isEmpty {
      reading.report("the name of a service is empty after its leading /, expected a name", at: node)
    }
    if name.hasSameBytes(as: ".") || name.hasSameBytes(as: "..") {
      reading.report(
        "the name of a service cannot be \"\(name)\", which would lead out of the gateway's services, expected another",
        at: node
      )
    }
    reading.reportControlCharacters(in: name, at: node)
    return name
  }.described(
    by: .text(
      pattern: "^(?!/?\\.{0,2}$)\(TextPattern.sendable)+$",
      expected: "the name of a service: some text, neither \".\" nor \"..\""
    )
  )

  /// The services of a document; names are unique.
  static func services(_ features: FeatureRows) -> ValueShape<[BackendService]> {
    let shape = ObjectShape("service", "One backend service.", serviceMembers(features), rules: serviceRules)
    return ValueShape(.array(of: shape.schema)) { node, reading in
      guard let elements = reading.expect(node.elements, "an array of services", at: node) else { return nil }
      var services: [BackendService] = []
      var names: Set<ExactText> = []
      let looksUp = reading.sources.looksUp
      defer { reading.sources.looksUp = looksUp }
      for element in elements {
        reading.sources.looksUp = looksUp && reading.looksUp(service: element)
        let leftOut = reading.leftOut
        let found = reading.findings.count
        let service = take(element, &reading, names: &names) { node, reading in
          var draft = ServiceDraft()
          shape.read(node, &reading, into: &draft)
          return draft
        }
        // A service that lacks a written part, such as its credentials, must not be used.
        if let service, reading.leftOut == leftOut { services.append(service) }
        reading.leftOut = leftOut
        guard reading.findings.count > found else { continue }
        reading.findingsInServices += reading.findings.count - found
        if let service { reading.faultyServices.insert(ExactText(service.name)) }
      }
      return services
    }
  }

  /// Reads a service and adds its name to the paths of its settings.
  static func take(
    _ node: PositionedJSON,
    _ reading: inout DocumentReading,
    names: inout Set<ExactText>,
    read: (PositionedJSON, inout DocumentReading) -> ServiceDraft
  ) -> BackendService? {
    let mark = reading.settings.count
    let draft = read(node, &reading)
    // An empty name is reported already, and two unnamed services are not duplicates.
    guard let name = draft.name, !name.isEmpty else {
      reading.settings.removeSubrange(mark...)
      return nil
    }
    guard names.insert(ExactText(name)).inserted else {
      reading.report(
        "a service named \(name.quotedStart()) exists already, expected another name",
        at: node.value(of: "service") ?? node
      )
      reading.settings.removeSubrange(mark...)
      return nil
    }
    if let cache = draft.settings.cache, cache.mode == .shared, cache.ignoreServer != nil, draft.credential != nil {
      reading.report(
        "\"ignoreServer\" in a shared cache would let one principal's responses go to all, and the service has "
          + "credentials; make the cache private",
        at: node.value(of: "cache") ?? node
      )
    }
    // What goes through the gateway uses the gateway's URL.
    if draft.via != .gateway, let base = draft.service?.baseURL,
      let fault = draft.settings.connection.tlsFault(at: base)
    {
      reading.report(fault, at: node.value(of: "tls") ?? node)
    }
    reading.prefixSettings(since: mark, with: ["services", name])
    reading.settings.append(.init(path: ["services", name], offset: node.range.lowerBound))
    return draft.service
  }
}
