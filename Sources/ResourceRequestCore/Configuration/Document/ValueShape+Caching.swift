// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

extension ValueShape where Value == CacheSettings {
  /// Whether there is a cache, or an object with its settings.
  static let cache: ValueShape = {
    let object = ObjectShape<Draft>(
      "cache",
      "How responses are cached (RFC 9111); {} is the same as true.",
      Draft.members
    )
    let shape = object.value(startingFrom: Draft())
    return ValueShape(.either(ValueShape<Bool>.truth.schema, object.schema)) { node, reading in
      guard node.members != nil else {
        guard case .bool(let isOn)? = node.scalar else {
          reading.report(expected: "false, true or an object that says how responses are cached", at: node)
          return nil
        }
        return isOn ? CacheSettings() : .off
      }
      return shape.read(node, &reading)?.settings
    }.written { $0.shown }
  }()

  private typealias Draft = CacheDraft
}

/// The settings of a cache in a document, before they are known to be complete.
private struct CacheDraft: Sendable {
  var mode: CacheSettings.Mode?
  var memory: Int?
  var entry: Int?
  var disk = DiskDraft()
  var heuristic: HeuristicShare?
  var staleIfError: CacheSettings.Staleness?
  var staleWhileRevalidate: CacheSettings.Staleness?
  var ignoreServer = ServerDraft()
  var vary = Names()
  var query = QueryDraft()
  var coalesce: Bool?
  var targets: [String]?
  var partition: String?

  var settings: CacheSettings {
    var settings = CacheSettings()
    settings.mode = mode ?? settings.mode
    settings.memory = memory ?? settings.memory
    settings.entry = entry ?? settings.entry
    settings.disk = disk.directory.map {
      CacheSettings.Disk(
        directory: $0,
        size: disk.size ?? 1 << 30,
        storesAuthorized: disk.storeAuthorized ?? false,
        patience: disk.patience ?? .milliseconds(20)
      )
    }
    if let heuristic { settings.heuristic = heuristic.share }
    settings.staleIfError = staleIfError ?? settings.staleIfError
    settings.staleWhileRevalidate = staleWhileRevalidate ?? settings.staleWhileRevalidate
    if let lifetime = ignoreServer.ttl {
      settings.ignoreServer = .init(
        lifetime: lifetime,
        statuses: Set((ignoreServer.statuses ?? [200]).map(Status.init(_:)))
      )
    }
    settings.ignoredVary = Set(vary.ignore ?? [])
    settings.ignoredQuery = Set(query.ignore ?? [])
    settings.keepsQueryOrder = query.order ?? true
    settings.coalesces = coalesce ?? true
    settings.targets = targets
    settings.partition = partition
    return settings
  }
}

private struct DiskDraft: Sendable {
  var directory: String?
  var size: Int?
  var storeAuthorized: Bool?
  var patience: Duration?
}

private struct ServerDraft: Sendable {
  var ttl: Duration?
  var statuses: [Int]?
}

private struct Names: Sendable {
  var ignore: [String]?
}

private struct QueryDraft: Sendable {
  var ignore: [String]?
  var order: Bool?
}

/// A share of a time, or none.
fileprivate struct HeuristicShare: Sendable {
  let share: Double?
}

extension CacheDraft {
  static let members: [ObjectMember<CacheDraft>] = [
    ObjectMember(
      "mode",
      \.mode,
      .word,
      standard: "private",
      "Who may reuse a stored response: the same principal and partition only, or every caller of the service."
    ),
    ObjectMember(
      "memory",
      \.memory,
      .byteCount,
      standard: "64MiB",
      "The maximum size of the cache in memory, keys and heads included."
    ),
    ObjectMember("entry", \.entry, .byteCount, standard: "4MiB", "The maximum size of a stored body."),
    ObjectMember("disk", partsOf: \.disk, disk, "A directory that keeps responses between runs."),
    ObjectMember(
      "heuristic",
      \.heuristic,
      .heuristic,
      standard: "10%",
      "How long a response without a lifetime is fresh: a share of the time since its last change, or \"none\"."
    ),
    ObjectMember(
      "staleIfError",
      \.staleIfError,
      .staleness,
      standard: "asServer",
      "How long a stale response may replace an error: as its server says, for a time, or never."
    ),
    ObjectMember(
      "staleWhileRevalidate",
      \.staleWhileRevalidate,
      .staleness,
      standard: "asServer",
      "How long a stale response may be used while it is revalidated."
    ),
    ObjectMember(
      "ignoreServer",
      partsOf: \.ignoreServer,
      server,
      "A lifetime that overrides the server's; a last resort, which breaks RFC 9111."
    ),
    ObjectMember("vary", partsOf: \.vary, vary, "Which request fields select a response."),
    ObjectMember("query", partsOf: \.query, query, "How the query is part of the cache key."),
    ObjectMember(
      "coalesce",
      \.coalesce,
      .truth,
      standard: true,
      "Whether equal concurrent requests are sent once."
    ),
    ObjectMember(
      "targets",
      \.targets,
      .names,
      "Targeted fields (RFC 9213), such as CDN-Cache-Control, that replace Cache-Control."
    ).example(["CDN-Cache-Control"]),
    ObjectMember(
      "partition",
      \.partition,
      .someName,
      "A partition of the cache, beside the configured principal."
    ).example("tenant-7"),
  ]

  private static let disk = ObjectShape<DiskDraft>(
    "cacheDisk",
    "A directory of stored responses; several processes may share it.",
    [
      ObjectMember(
        "directory",
        \.directory,
        .cacheDirectory,
        isRequired: true,
        "The path of the directory, which is created if it does not exist."
      ).example("/var/cache/shop"),
      ObjectMember("size", \.size, .byteCount, standard: "1GiB", "The maximum size of its files."),
      ObjectMember(
        "storeAuthorized",
        \.storeAuthorized,
        .truth,
        standard: false,
        "Whether responses to requests with credentials are stored on disk too."
      ),
      ObjectMember(
        "patience",
        \.patience,
        .duration,
        standard: "20ms",
        "How long a request waits for the disk before it is sent."
      ),
    ]
  )

  private static let server = ObjectShape<ServerDraft>(
    "cacheIgnoreServer",
    "A lifetime that overrides the server's.",
    [
      ObjectMember("ttl", \.ttl, .duration, isRequired: true, "The freshness lifetime."),
      ObjectMember("statuses", \.statuses, .statuses, standard: [200], "The statuses it applies to."),
    ]
  )

  private static let vary = ObjectShape<Names>(
    "cacheVary",
    "Which request fields select a response.",
    [ObjectMember("ignore", \.ignore, .names, "Request fields to ignore in Vary.").example(["User-Agent"])]
  )

  private static let query = ObjectShape<QueryDraft>(
    "cacheQuery",
    "How the query is part of the cache key.",
    [
      ObjectMember("ignore", \.ignore, .names, "Names of query items that are not part of the key.").example([
        "utm_source"
      ]),
      ObjectMember("order", \.order, .truth, standard: true, "Whether the order of items is part of the key."),
    ]
  )
}

extension ValueShape where Value == HeuristicShare {
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
    if text.text.hasSameBytes(as: "none") { return HeuristicShare(share: nil) }
    let number = text.text.ends(withBytesOf: "%") ? text.text.dropLast().trimmingBlanks() : ""
    guard AmountText.isPlainNumber(String(number)), let percent = Double(number), percent <= 100 else {
      reading.report("expected a share such as \"10%\", or \"none\", found \(text.shown)", at: node)
      return nil
    }
    return HeuristicShare(share: percent / 100)
  }
}

extension ValueShape where Value == CacheSettings.Staleness {
  /// As the server requires, a time, or never.
  fileprivate static let staleness: ValueShape = {
    let time = ValueShape<Duration>.duration
    return ValueShape(.either(.words(["asServer"]), time.schema)) { node, reading in
      if case .string(let text)? = node.scalar {
        if text.hasSameBytes(as: "asServer") { return .asServer }
        if text.hasSameBytes(as: "none") { return CacheSettings.Staleness.none }
      }
      return time.read(node, &reading).map { .atMost($0) }
    }.example("5m", "none")
  }()
}
