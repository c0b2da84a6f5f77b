// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// The key of stored responses, before `Vary`: a partition and a URL (RFC 9111 §2).
public struct CacheKey: Sendable, Hashable {
  /// The partition: the service and its principal or caller.
  public let partition: String
  /// The URL without its fragment, normalized for comparison.
  public let url: String
  /// Both texts hashed, once: a request that misses is looked up by its key more than ten times.
  private let digest: Int
  private let urlDigest: Int

  /// Creates a key.
  public init(partition: String, url: String) {
    self.partition = partition
    self.url = url
    urlDigest = URLText.digest(url)
    var hasher = Hasher()
    hasher.combine(ExactText(partition))
    hasher.combine(urlDigest)
    digest = hasher.finalize()
  }

  /// The URL alone, to look things up by.
  var urlText: URLText { URLText(url, digest: urlDigest) }

  /// The key as one text; the length prefix keeps different keys apart.
  public var text: String { "\(partition.utf8.count):\(partition)\(url)" }

  /// Parses a key; `nil` if the text is malformed.
  public init?(text: some StringProtocol) {
    let (digits, rest) = text.cut(atByte: ":")
    guard let count = DecimalDigits.value(digits.utf8), let rest, count <= rest.utf8.count else { return nil }
    // The length may end within a scalar if the text is not ours.
    let partition = String(decoding: rest.utf8.prefix(count), as: UTF8.self)
    let url = String(decoding: rest.utf8.dropFirst(count), as: UTF8.self)
    guard partition.utf8.count == count else { return nil }
    self.init(partition: partition, url: url)
  }

  /// Whether both have the same bytes.
  public static func == (one: CacheKey, other: CacheKey) -> Bool {
    one.digest == other.digest && one.url.hasSameBytes(as: other.url)
      && one.partition.hasSameBytes(as: other.partition)
  }

  /// Hashes both texts, as one number.
  public func hash(into hasher: inout Hasher) { hasher.combine(digest) }

  /// The digest, mixed with the table's seed.
  ///
  /// It comes from `Hasher`, so a peer cannot provoke collisions, and a table need not hash the texts at each lookup.
  public func _rawHashValue(seed: Int) -> Int { Self.mixed(digest, seed) }

  /// Spreads a digest differently for each seed, so that entries moved in order from one table into another do not
  /// cluster.
  private static func mixed(_ digest: Int, _ seed: Int) -> Int {
    let mixed = UInt64(truncatingIfNeeded: digest ^ seed) &* 0x9E37_79B9_7F4A_7C15
    return Int(truncatingIfNeeded: mixed ^ mixed >> 32)
  }

  /// The URL of keys, hashed once.
  struct URLText: Sendable, Hashable {
    let text: String
    private let digest: Int

    init(_ url: String) { self.init(url, digest: Self.digest(url)) }

    fileprivate init(_ url: String, digest: Int) {
      text = url
      self.digest = digest
    }

    fileprivate static func digest(_ url: String) -> Int {
      var hasher = Hasher()
      hasher.combine(ExactText(url))
      return hasher.finalize()
    }

    static func == (one: Self, other: Self) -> Bool {
      one.digest == other.digest && one.text.hasSameBytes(as: other.text)
    }

    func hash(into hasher: inout Hasher) { hasher.combine(digest) }
    func _rawHashValue(seed: Int) -> Int { CacheKey.mixed(digest, seed) }
  }
}

extension CacheKey: RedactedDescription {
  /// The URL without its secrets; the partition is left out, since it may name a person.
  public var description: String { (try? ResourceURL(url))?.description ?? "‹not a URL›" }
}
