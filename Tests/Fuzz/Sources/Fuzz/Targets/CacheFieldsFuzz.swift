// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

@testable import ResourceRequestCore
@testable import ResourceRequestSyntax

/// The fields that caches obey: `Cache-Control`, targeted fields, `Vary`, `No-Vary-Search`, `Expires`, `Age`, tags and
/// ranges.
///
/// Whatever their text, ages and lifetimes stay within their bounds, and further lines do not lift `no-store`.
enum CacheFieldsFuzz: FuzzTarget {
  static let name = "cache-fields"
  static let seeds: String? = "Tests/Fuzz/Seeds/cache-fields"

  static func read(_ bytes: UnsafeBufferPointer<UInt8>) {
    let text = String(decoding: bytes, as: UTF8.self)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    readControl(lines)
    readVary(lines)
    readSearch(text)
    readHead(text)
    if let tag = EntityTag(text) { precondition(EntityTag(tag.text) == tag && tag.isWeakly(tag)) }
    if let range = ByteRange(text), let places = range.places(of: 10) { precondition(0..<10 ~= places.lowerBound) }
  }

  private static func readControl(_ lines: [String]) {
    let control = CacheControl(lines: lines)
    let seconds = [
      control.maxAge, control.sharedMaxAge, control.staleWhileRevalidate, control.staleIfError, control.minFresh,
    ]
    precondition(seconds.allSatisfy { $0.map { 0...CacheControl.longest ~= $0 } ?? true })
    precondition(control.maxStale.map { $0 >= 0 } ?? true)
    for word in ["no-store", "private", "no-cache"] {
      let more = CacheControl(lines: lines + [word])
      precondition(word == "no-store" ? more.noStore : word == "private" ? more.isPrivate : more.noCache)
      precondition(!control.noStore || more.noStore)
    }
    if let one = lines.first {
      _ = TargetedCacheControl.find(["CDN-Cache-Control"], in: ["CDN-Cache-Control": one])
    }
  }

  private static func readVary(_ lines: [String]) {
    let headers = Headers(lines.map { Headers.Field(name: "Vary", value: $0) })
    let request = Headers(lines.map { Headers.Field(name: "Accept", value: $0) })
    for name in ["accept", "x"] { _ = CacheVary.value(of: name, in: request) }
    guard let selectors = CacheVary.selectors(headers, request: request, CacheRules()) else { return }
    precondition(CacheVary.matches(selectors, request))
    precondition(selectors.map(\.name).allSatisfy { FieldSyntax.isToken($0) })
    precondition(!lines.contains { $0.utf8.contains(UInt8(ascii: "*")) })
  }

  private static func readSearch(_ text: String) {
    guard let url = try? ResourceURL("https://h.example/x?b=2&a=1&a=%61&b") else { return }
    let rule = SearchRule(CacheRules(), ["No-Vary-Search": text])
    let key = rule.url(url)
    guard let again = try? ResourceURL(key) else { preconditionFailure("a key that is no URL") }
    precondition(rule.url(again) == key)
    if let other = try? ResourceURL("https://h.example/x?" + text) {
      let key = SearchRule(CacheRules(), ["No-Vary-Search": "key-order"]).url(other)
      precondition(key.hasPrefix("https://h.example/x"))
    }
  }

  private static func readHead(_ text: String) {
    let decision = CacheDecision(CacheRules())
    for name in ["Age", "Expires", "Date", "Last-Modified", "Cache-Control", "Pragma"] {
      let head = decision.head(200, [name: text, "ETag": text], requestTime: 5000, responseTime: 6000)
      let terms = head.terms(decision)
      precondition(terms.lifetime >= 0 && terms.initialAge >= 0)
      precondition(terms.age(at: .max) >= terms.age(at: 6000) && terms.age(at: .min) >= 0)
      precondition(CacheFreshness.age(head.headers) <= CacheControl.longest)
    }
  }
}
