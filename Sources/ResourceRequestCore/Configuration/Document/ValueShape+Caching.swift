// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

extension ValueShape where Value == CacheSettings {
  /// Whether there is a cache, or an object with its settings.
  static let cache: ValueShape = {
    let shape = ObjectShape<CacheSettings>(
      "cache",
      "How responses are cached (RFC 9111); {} is the same as true.",
      CacheSettings.members
    ).value(startingFrom: CacheSettings())
    return ValueShape(.either(ValueShape<Bool>.truth.schema, shape.schema)) { node, reading in
      guard node.members == nil else { return shape.read(node, &reading) }
      let expected = "false, true or an object that says how responses are cached"
      return reading.expect(node.scalar?.bool, expected, at: node).map { $0 ? CacheSettings() : .off }
    }.having(shape.keys).written { settings in
      guard settings.isEnabled else { return false }
      return settings == CacheSettings() ? true : shape.write(settings)
    }
  }()
}

/// The settings of a cache in a document, before they are known to be complete.
extension CacheSettings {
  fileprivate static let members: [ObjectMember<CacheSettings>] = [
    ObjectMember("mode", to: \.mode, .word)
      .about("Who may reuse a stored response: the same principal and partition only, or every caller of the service.")
      .risk(.keepsMore, .word("shared")),
    ObjectMember("memory", to: \.memory, .byteCount)
      .about("The maximum size of the cache in memory, keys and heads included."),
    ObjectMember("entry", to: \.entry, .byteCount, "The maximum size of a stored body."),
    ObjectMember("disk", \.disk, directory, "A directory that keeps responses between runs.")
      .risk(.keepsMore, .more(noneIsMost: false)),
    ObjectMember("heuristic", to: \.heuristic, .heuristic)
      .about(
        "How long a response without a lifetime is fresh: a share of the time since its last change, or \"none\"."
      ),
    ObjectMember("staleIfError", to: \.staleIfError, .staleness)
      .about(
        "How long a stale response may replace an error: as its server says, for a time instead unless it forbids that, "
          + "or \"none\" for never."
      ),
    ObjectMember("staleWhileRevalidate", to: \.staleWhileRevalidate, .staleness)
      .about("How long a stale response may be used while it is revalidated; the same values."),
    ObjectMember("ignoreServer", \.ignoreServer, server)
      .about("A lifetime that overrides the server's; a last resort, which breaks RFC 9111."),
    ObjectMember("vary", partsOf: \.self, vary, "Which request fields select a response.")
      .risk(.keepsMore, .wider(noneIsMost: false)),
    ObjectMember("query", partsOf: \.self, query, "How the query is part of the cache key.")
      .risk(.keepsMore, .wider(noneIsMost: false)),
    ObjectMember("coalesce", to: \.coalesces, .truth)
      .about("Whether equal concurrent requests are sent once.").leftOut { $0.coalesces }.risk(.neutral, .other),
    ObjectMember("targets", \.targets, .names)
      .about("Targeted fields (RFC 9213), such as CDN-Cache-Control, that replace Cache-Control.")
      .example(["CDN-Cache-Control"]),
    ObjectMember("partition", \.partition, .someName)
      .about("A partition of the cache, beside the configured principal.").example("tenant-7").risk(.keepsMore, .gone),
  ]

  private static let directory = ObjectShape<Disk>(
    "cacheDisk",
    "A directory of stored responses; several processes may share it."
  ).with([
    ObjectMember("directory", to: \.directory, .cacheDirectory, isRequired: true)
      .about("The path of the directory, which is created if it does not exist.").example("/var/cache/shop"),
    ObjectMember("size", to: \.size, .byteCount, "The maximum size of its files."),
    ObjectMember("storeAuthorized", to: \.storesAuthorized, .truth)
      .about("Whether responses to requests with credentials are stored on disk too."),
    ObjectMember("patience", to: \.patience, .duration, "How long a request waits for the disk before it is sent."),
  ]).value(startingFrom: Disk(directory: ""))

  private static let server = ObjectShape<ServerOverride>(
    "cacheIgnoreServer",
    "A lifetime that overrides the server's."
  ).with([
    ObjectMember("ttl", to: \.lifetime, .duration, isRequired: true, "The freshness lifetime."),
    ObjectMember("statuses", to: \.statuses, .statuses, "The statuses it applies to."),
  ]).value(startingFrom: ServerOverride(lifetime: .seconds(1)))

  private static let vary = ObjectShape<CacheSettings>("cacheVary", "Which request fields select a response.").with([
    ObjectMember("ignore", to: \.ignoredVary, .setOfNames, "Request fields to ignore in Vary.")
      .example(["User-Agent"]).leftOut { $0.ignoredVary.isEmpty }
  ])

  private static let query = ObjectShape<CacheSettings>("cacheQuery", "How the query is part of the cache key.").with([
    ObjectMember("ignore", to: \.ignoredQuery, .setOfNames, "Names of query items that are not part of the key.")
      .example(["utm_source"]).leftOut { $0.hasWholeQuery },
    ObjectMember("order", to: \.keepsQueryOrder, .truth, standard: true)
      .about("Whether the order of items is part of the key.").leftOut { $0.hasWholeQuery },
  ])

  /// Whether the query is part of the key as it is.
  fileprivate var hasWholeQuery: Bool { ignoredQuery.isEmpty && keepsQueryOrder }
}

extension ValueShape where Value == Double? {
  /// A share in percent, or none.
  fileprivate static let heuristic = ValueShape(
    .text(
      pattern: #"^([ \t]*0*(100(\.0+)?|[0-9]{1,2}(\.[0-9]+)?)[ \t]*%|none)$"#,
      expected: "a share such as \"10%\", or \"none\"",
      examples: "20%",
      "none"
    )
  ) { node, reading in
    guard let text = ValueShape<ConfiguredText>.text.read(node, &reading) else { return nil }
    if text.text.hasSameBytes(as: "none") { return .some(.none) }
    let number = text.text.ends(withBytesOf: "%") ? text.text.dropLast().trimmingBlanks() : ""
    guard AmountText.isPlainNumber(String(number)), let percent = Double(number), percent <= 100 else {
      reading.report("expected a share such as \"10%\", or \"none\", found \(text.shown)", at: node)
      return nil
    }
    return percent / 100
  }.written(
    by: { .string($0.map { "\(AmountText.exactPercent($0))%" } ?? AmountText.unlimited) },
    spelled: { .string($0.map { "\(AmountText.percent($0))%" } ?? AmountText.unlimited) }
  )
}

extension ValueShape where Value == CacheSettings.Staleness {
  /// As the server requires, a time, or never.
  fileprivate static let staleness: ValueShape = {
    let time = ValueShape<Duration>.duration
    return ValueShape(.either(.words(["asServer"]), time.schema)) { node, reading in
      guard case .string? = node.scalar else { return time.read(node, &reading).map { .atMost($0) } }
      guard let text = ValueShape<ConfiguredText>.text.read(node, &reading) else { return nil }
      if text.text.hasSameBytes(as: "asServer") { return .asServer }
      if text.text.hasSameBytes(as: "none") { return CacheSettings.Staleness.none }
      return time.read(node, &reading).map { .atMost($0) }
    }.written { staleness in
      switch staleness {
      case .asServer: "asServer"
      case .atMost(let time): .string(AmountText.text(time))
      case .none: .string(AmountText.unlimited)
      }
    }.example("5m", "none")
  }()
}
