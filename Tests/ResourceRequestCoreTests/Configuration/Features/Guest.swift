// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestCore

/// A feature with a setting of each shape, which uses none of them but ``name``.
struct Guest: ServiceFeature {
  enum Size: String, CaseIterable, Sendable { case small, medium, large }

  var key = "guest"
  let summary = "A guest with a setting of each shape."
  let name = Setting.text("name", "Its name.").risky(.goesElsewhere)
  let size = Setting.word("size", of: Size.self, "Its size.").default(.medium)
  let licence = Setting.secret("licence", "What lets it in.")
  let isLoud = Setting.flag("loud", "Whether it is heard.").default(false).risky(.keepsMore)
  let number = Setting.wholeNumber("number", in: 1...9, "How many it is.").risky(.sendsMore)
  let luggage = Setting.bytes("luggage", "What it brings.").default(65_536).risky(.trustsMore)
  let part = Setting.share("part", "Its part.")
  let stay = Setting.time("stay", "How long it stays.").risky(.waitsLonger)
  let friends = Setting.texts("friends", "Whom it brings.")

  var settings: FeatureSettings {
    FeatureSettings(name, size, licence, isLoud, number, luggage, part, stay, friends)
  }

  func middleware(at site: FeatureSite) -> MiddlewareStations {
    guard let name = site[name] else { return MiddlewareStations() }
    return MiddlewareStations(
      hop: [Naming(field: "X-Guest", value: name, visits: site.state { Visits() })],
      attempt: [Naming(field: "X-Guest-Attempt", value: name, visits: nil)]
    )
  }

  func explain(_ request: ResolvedRequest, at site: FeatureSite) -> [Explanation.Fact] {
    guard let name = site[name] else { return [] }
    return [.init("welcomes", "\(name), \(site[licence].map { "\($0)" } ?? "without a licence")")]
  }

  func status(at site: FeatureSite) -> [Explanation.Fact] {
    guard site[name] != nil else { return [] }
    return [.init("visits", "\(site.state { Visits() }.count)"), .init("at", "https://u:hush@guest.example/")]
  }

  /// The same feature under another key.
  static func keyed(_ key: String) -> Guest {
    var guest = Guest()
    guest.key = key
    return guest
  }
}

/// How often a guest was at a place.
final class Visits: Sendable {
  private let number = Lock(0)

  var count: Int { number.withLock { $0 } }

  func add() { number.withLock { $0 += 1 } }
}

/// Adds a field, and counts.
struct Naming: Middleware {
  let field: String
  let value: String
  let visits: Visits?

  func send(_ request: ResolvedRequest, context: CallContext, next: Next) async throws -> TransportResponse {
    visits?.add()
    var request = request
    request.headers.append(field, value)
    return try await next(request, context: context)
  }
}
