// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestPlatform

extension ConfigurationDocument {
  /// The key that lists the endpoints of a service.
  static let endpoints = ValueShape<[ServiceEndpoint]>.array(of: endpoint)

  /// A file of endpoints, and its endpoints when the document was read.
  struct EndpointsFile: Sendable {
    let path: String
    let endpoints: [ServiceEndpoint]
  }

  static let endpointsFile = ValueShape<ConfiguredText>.someText.map { text, node, reading -> EndpointsFile? in
    guard !text.text.isEmpty, !reading.leavesOut() else { return nil }
    let path = reading.sources.path(text.text)
    // The client watches it; whoever follows the document does as long as that is refused.
    reading.endpointsFiles.append(WatchedFile(path))
    do throws(EndpointsFault) {
      return EndpointsFile(path: path, endpoints: try readEndpoints(path))
    } catch {
      return reading.refuse("the file \(error.reason), expected an array of endpoints", at: node)
    }
  }

  /// The reason why a file has no endpoints, as a phrase that follows "the file".
  struct EndpointsFault: Error, Sendable, Hashable { let reason: String }

  /// The maximum size of a file of endpoints in bytes.
  private static let endpointsLimit = 4 << 20

  /// Reads the endpoints of a file for a service with this origin: their scheme must be its own, as in a document.
  static func readEndpoints(_ path: String, for origin: Origin) throws(EndpointsFault) -> [ServiceEndpoint] {
    let endpoints = try readEndpoints(path)
    if let twice = endpoints.firstListedTwice {
      throw EndpointsFault(reason: "lists the endpoint \(twice) twice; give it a \"weight\" for more traffic")
    }
    if let name = endpoints.firstNameTwice {
      throw EndpointsFault(reason: "has two endpoints with the name \(name.debugDescription); give each its own")
    }
    guard let other = endpoints.first(where: { $0.origin.isSecure != origin.isSecure }) else { return endpoints }
    throw EndpointsFault(
      reason: "has the endpoint \(other.origin), which has another scheme than the base URL (\(origin.scheme))"
    )
  }

  /// Reads the endpoints of a file, which may refer to variables of the process; at least one.
  static func readEndpoints(_ path: String) throws(EndpointsFault) -> [ServiceEndpoint] {
    let bytes: [UInt8]
    do throws(BoundedFile.Unreadable) { bytes = try BoundedFile.read(path, limit: endpointsLimit) } catch {
      throw EndpointsFault(reason: "cannot be read: \(error.reason)")
    }
    let root: PositionedJSON
    do throws(JSONSyntaxError) { root = try PositionedJSON(parsing: bytes) } catch {
      throw EndpointsFault(reason: "is not JSON\(place(of: error.byteOffset, in: bytes)): \(error.message)")
    }
    var reading = DocumentReading(
      text: bytes,
      sources: TextSources(environment: ProcessInfo.processInfo.environment, document: path)
    )
    let read = endpoints.read(root, &reading) ?? []
    if let finding = reading.findings.first {
      throw EndpointsFault(
        reason: "has a fault\(place(of: finding.offset, in: bytes)): \(finding.message)"
          + (finding.suggestion.map { ", did you mean \"\($0)\"?" } ?? "")
      )
    }
    guard read.contains(where: { $0.weight > 0 }) else { throw EndpointsFault(reason: "has no endpoint with a weight") }
    return read
  }

  private static func place(of offset: Int, in bytes: [UInt8]) -> String {
    let place = PlaceSweep(offsets: [offset], in: bytes).places[offset]
    return " in line \(place?.line ?? 1), column \(place?.column ?? 1)"
  }

  private static let endpoint = ObjectShape<ServiceEndpoint>("endpoint", "An endpoint of a service.").with([
    ObjectMember("url", to: \.origin, origin, isRequired: true, "Its URL: scheme, host and port."),
    ObjectMember("weight", to: \.weight, .wholeNumber(0...65_535))
      .about("Its share of the traffic of its priority.").leftOut { $0.weight == 1 },
    ObjectMember("priority", to: \.priority, .wholeNumber(0...100))
      .about("Its priority: endpoints of priority 0 are used first.").leftOut { $0.priority == 0 },
    ObjectMember("zone", \.zone, .label, "Its zone.").example("eu-1a"),
    ObjectMember("name", \.name, .label, "Its name in events and errors.").example("a"),
  ]).value(startingFrom: ServiceEndpoint(Origin(isSecure: true, host: "", port: nil)))

  private static let origin = ValueShape<ResourceURL>.serverURL.map { url, node, reading -> Origin? in
    guard url.path.isEmpty || url.path.hasSameBytes(as: "/") else {
      return reading.refuse("the URL has a path, expected none: paths are those of \"baseUrl\"", at: node)
    }
    return url.origin
  }.described(
    by: .text(
      pattern: "^\(TextPattern.scheme)\(TextPattern.authority)\(TextPattern.noPath)$",
      expected: "scheme, host and port of an endpoint, without a path",
      examples: "https://a.api.example"
    )
  ).written { JSON($0.description) }

  static let balance: ValueShape<BalancePolicy> = hashed.or(
    ["leastRequest": .leastRequest, "roundRobin": .roundRobin, "random": .random, "peakEWMA": .peakEWMA],
    otherwise: "an object with \"hash\""
  )

  private struct HashDraft: Sendable {
    var header: String?
    var cookie: String?
    var query: String?
    var pathParameter: String?

    var keys: [BalancePolicy.Key] {
      [
        header.map { .header($0) }, cookie.map { .cookie($0) }, query.map { .query($0) },
        pathParameter.map { .pathParameter($0) },
      ].compactMap(\.self)
    }
  }

  private static let hashed = ObjectShape<BalancePolicy.Key?>("balance", "How an endpoint is chosen.").with([
    ObjectMember("hash", \.self, hashKey, isRequired: true)
      .about("The part of the request whose hash chooses the endpoint.")
  ]).value(startingFrom: nil)
    .converted(to: { $0.map { BalancePolicy.hash($0) } }, from: { if case .hash(let key) = $0 { key } else { nil } })

  private static let hashKey = ObjectShape<HashDraft>("hash", "A part of a request; exactly one.").with([
    ObjectMember("header", \.header, .label, "A header field.").example("X-Tenant"),
    ObjectMember("cookie", \.cookie, .label, "A cookie.").example("session"),
    ObjectMember("query", \.query, .label, "A name in the query.").example("tenant"),
    ObjectMember("pathParameter", \.pathParameter, .label)
      .about("A variable of the path, such as \"id\" in \"items/{id}\".").example("id"),
  ]).obeying(.one(["header", "cookie", "query", "pathParameter"])).value(startingFrom: HashDraft()).converted { draft in
    draft.keys.count == 1 ? draft.keys[0] : nil
  } from: { key in
    switch key {
    case .header(let name): HashDraft(header: name)
    case .cookie(let name): HashDraft(cookie: name)
    case .query(let name): HashDraft(query: name)
    case .pathParameter(let name): HashDraft(pathParameter: name)
    }
  }

  static let failureRate = ObjectShape<FailureRate>("failureRate", "The failure rate of recent attempts.").with([
    ObjectMember("above", to: \.above, .positiveShare, "The share of failures at the threshold.")
      .risk(.sendsMore, .more(noneIsMost: true)),
    ObjectMember("of", to: \.of, .wholeNumber(1...1_000_000), "The minimum number of attempts.")
      .risk(.sendsMore, .more(noneIsMost: true)),
    ObjectMember("within", to: \.within, .duration, "The length of the window."),
  ])

  static let outliers: ValueShape<OutlierPolicy> = ObjectShape<OutlierPolicy>(
    "outliers",
    "When a failing endpoint is ejected."
  ).with([
    ObjectMember("consecutive", to: \.consecutive, .wholeNumber(1...1_000_000))
      .about("How many failures in a row eject it; one failure to connect is enough.")
      .risk(.sendsMore, .more(noneIsMost: true)),
    ObjectMember("failureRate", \.failureRate, failureRate.value(startingFrom: FailureRate()))
      .about("The failure rate that ejects it."),
    ObjectMember("ejectFor", to: \.ejectFor, .finite, "The length of the first ejection.")
      .risk(.sendsMore, .less(noneIsLeast: true)),
    ObjectMember("maxEjectFor", to: \.maxEjectFor, .duration, "The maximum length of an ejection.")
      .risk(.sendsMore, .less(noneIsLeast: true)),
    ObjectMember("maxEjected", to: \.maxEjected, .positiveShare)
      .about("The maximum share of endpoints ejected at once: at least one, never the last.")
      .risk(.sendsMore, .less(noneIsLeast: true)),
  ]).value(startingFrom: OutlierPolicy()).or(["none": .never], otherwise: "an object")

  /// The members of the failure rate are at the same level as the others here.
  static let breaker: ValueShape<BreakerPolicy> = ObjectShape<BreakerPolicy>(
    "breaker",
    "When calls to a service with one endpoint fail fast."
  ).with([
    ObjectMember("failureRate", to: \.failureRate.above, .positiveShare)
      .about("The share of failures that opens the breaker.").risk(.sendsMore, .more(noneIsMost: true)),
    ObjectMember("of", to: \.failureRate.of, .wholeNumber(1...1_000_000), "The minimum number of attempts.")
      .risk(.sendsMore, .more(noneIsMost: true)),
    ObjectMember("within", to: \.failureRate.within, .duration, "The length of the window."),
    ObjectMember("slow", \.slow, .duration, "An attempt that takes longer counts as a failure.")
      .risk(.sendsMore, .more(noneIsMost: true)),
    ObjectMember("openFor", to: \.openFor, .finite, "How long it stays open the first time.")
      .risk(.sendsMore, .less(noneIsLeast: true)),
    ObjectMember("maxOpenFor", to: \.maxOpenFor, .duration)
      .about("The maximum time it stays open; each failed probe doubles it.")
      .risk(.sendsMore, .less(noneIsLeast: true)),
    ObjectMember("probes", to: \.probes, .wholeNumber(1...1000), "How many probes must succeed before it closes."),
  ]).value(startingFrom: BreakerPolicy()).or(["none": .never], otherwise: "an object")

  static let slowStart = ObjectShape<SlowStartPolicy>(
    "slowStart",
    "How an endpoint that returns ramps up to its share."
  ).with([
    ObjectMember("window", to: \.window, .finite, isRequired: true, "The time until it has its full share."),
    ObjectMember("aggression", to: \.aggression, .number(0.1...100))
      .about("The shape of the ramp: 1 is linear, more is faster at first."),
    ObjectMember("min", to: \.min, .positiveShare, "The share it starts with."),
  ]).value(startingFrom: SlowStartPolicy(window: .seconds(1)))
}

extension ValueShape where Value == String {
  /// A non-empty text that is a valid field value.
  static let label = ConfigurationDocument.plainText.written { JSON($0) }
}
