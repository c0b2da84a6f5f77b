// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

extension ValueShape where Value == CacheSettings {
  /// Whether there is a cache, or an object with what is said of it.
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
    }
  }()

  private typealias Draft = CacheDraft
}

/// What a document says of a cache, before it is known to be whole.
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
      "Whom stored responses are for: each principal and partition for itself, or everybody who asks the service."
    ),
    ObjectMember(
      "memory",
      \.memory,
      .byteCount,
      standard: "64MiB",
      "The most bytes of responses in memory, keys and heads included."
    ),
    ObjectMember("entry", \.entry, .byteCount, standard: "4MiB", "The largest body that is stored."),
    ObjectMember("disk", partsOf: \.disk, disk, "A directory that responses are kept in between runs."),
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
      "Whether a stale response takes the place of an error: as its server says, for a time, or never."
    ),
    ObjectMember(
      "staleWhileRevalidate",
      \.staleWhileRevalidate,
      .staleness,
      standard: "asServer",
      "Whether a stale response is used while its server is asked about it."
    ),
    ObjectMember(
      "ignoreServer",
      partsOf: \.ignoreServer,
      server,
      "A lifetime against what the server says of it; a sin, and a last resort."
    ),
    ObjectMember("vary", partsOf: \.vary, vary, "Which request fields select a response."),
    ObjectMember("query", partsOf: \.query, query, "What of a query tells one resource from another."),
    ObjectMember(
      "coalesce",
      \.coalesce,
      .truth,
      standard: true,
      "Whether equal requests at the same time are sent once."
    ),
    ObjectMember(
      "targets",
      \.targets,
      .names,
      "The targeted fields, such as CDN-Cache-Control, that are obeyed in the place of Cache-Control."
    ).example(["CDN-Cache-Control"]),
    ObjectMember(
      "partition",
      \.partition,
      .someName,
      "A name for whose responses these are, beside the configured principal."
    ).example("tenant-7"),
  ]

  private static let disk = ObjectShape<DiskDraft>(
    "cacheDisk",
    "A directory of responses, which several processes may share.",
    [
      ObjectMember(
        "directory",
        \.directory,
        .cacheDirectory,
        isRequired: true,
        "Its path; it is made where it is not there."
      ).example("/var/cache/shop"),
      ObjectMember("size", \.size, .byteCount, standard: "1GiB", "The most bytes of files in it."),
      ObjectMember(
        "storeAuthorized",
        \.storeAuthorized,
        .truth,
        standard: false,
        "Whether responses to requests with credentials are kept there too."
      ),
      ObjectMember("patience", \.patience, .duration, standard: "20ms", "How long a request waits for what is in it."),
    ]
  )

  private static let server = ObjectShape<ServerDraft>(
    "cacheIgnoreServer",
    "A lifetime for responses whatever their server says.",
    [
      ObjectMember("ttl", \.ttl, .duration, isRequired: true, "How long they are fresh."),
      ObjectMember("statuses", \.statuses, .statuses, standard: [200], "The statuses of the responses that are meant."),
    ]
  )

  private static let vary = ObjectShape<Names>(
    "cacheVary",
    "Which request fields select a response.",
    [ObjectMember("ignore", \.ignore, .names, "Fields that select none, whatever Vary says.").example(["User-Agent"])]
  )

  private static let query = ObjectShape<QueryDraft>(
    "cacheQuery",
    "What of a query tells one resource from another.",
    [
      ObjectMember("ignore", \.ignore, .names, "Names of items that do not.").example(["utm_source"]),
      ObjectMember("order", \.order, .truth, standard: true, "Whether the order of items does."),
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
  /// As the server says, a time, or never.
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

extension ValueShape where Value == [String] {
  /// Names, none of them empty.
  fileprivate static let names = ValueShape(
    .array(of: SchemaPart(body: ["type": "string", "minLength": 1]))
  ) { node, reading in
    guard let elements = node.elements else {
      reading.report(expected: "an array of names", at: node)
      return nil
    }
    return elements.compactMap { ValueShape<ConfiguredText>.someText.read($0, &reading)?.text }
  }
}

extension ValueShape where Value == [Int] {
  /// Statuses of responses.
  fileprivate static let statuses = ValueShape(
    .array(of: ValueShape<Int>.wholeNumber(200...599).example(404).schema)
  ) { node, reading in
    guard let elements = node.elements else {
      reading.report(expected: "an array of statuses", at: node)
      return nil
    }
    return elements.compactMap { ValueShape<Int>.wholeNumber(200...599).read($0, &reading) }
  }
}

extension ValueShape where Value == String {
  /// A name.
  fileprivate static let someName = ValueShape<ConfiguredText>.someText.map { text, _, _ in text.text }

  /// The path of a directory that is there and is ours to write, or that can be made.
  fileprivate static let cacheDirectory = ValueShape<ConfiguredText>.someText.map { text, node, reading -> String? in
    // Where nothing is looked up, nothing is made either.
    guard !text.text.isEmpty, !reading.leavesOut() else { return nil }
    let path = reading.sources.path(text.text)
    do throws(SystemFailure) {
      try CacheFolder.prepare(path)
    } catch {
      reading.report("\(error), expected a directory for responses that this user may write", at: node)
      return nil
    }
    return path
  }
}
