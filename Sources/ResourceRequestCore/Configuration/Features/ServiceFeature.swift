// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// A feature of your own, with keys of its own in the configuration.
///
/// Its object stands beside the standard keys of a service, of the gateway and of `defaults`, under ``key``. It is read,
/// reported on, inherited, shown, compared and described by the schema like theirs. Read configurations with a
/// ``Vocabulary`` that has the feature:
///
/// ```swift
/// let vocabulary = Vocabulary.standard + [Tenancy()]
/// let client = try ResourceClient(contentsOf: "backends.json", vocabulary: vocabulary)
/// ```
///
/// A feature is asked about each service, the gateway, and what is reached by absolute URLs, whether its key is written
/// there or not. It says nothing about a place by returning nothing, as it does by default.
public protocol ServiceFeature: Sendable {
  /// The key of its object: letters, digits, `-` and `_`, and not a standard key.
  var key: String { get }
  /// One sentence for the schema.
  var summary: String { get }
  /// The keys of its object.
  var settings: FeatureSettings { get }

  /// Mistakes in settings that are each valid by themselves, such as a missing setting that another one needs.
  ///
  /// Each is a phrase with the remedy, without a period, such as `"proof" needs "tenant", expected both`. It is
  /// reported at the feature's object when a document is read with all its references resolved.
  func faults(at site: FeatureSite) -> [String]

  /// The middleware at a place: inside the service's own for hops, and outside the client's own for attempts.
  ///
  /// The middleware of a later feature in the vocabulary is inside that of an earlier one: a signer comes last.
  ///
  /// Called for every configuration and every explanation: keep lasting state in ``FeatureSite/state(_:)``.
  func middleware(at site: FeatureSite) -> MiddlewareStations

  /// Where responses are stored at a place, behind the memory and in place of a disk or of ``ClientOptions/cacheStore``;
  /// `nil` leaves those.
  ///
  /// The store of the first feature that has one is used. Called as ``middleware(at:)`` is.
  func cacheStore(at site: FeatureSite) -> (any CacheStore)?

  /// Where the tokens of a place's configured credential are shared; `nil` shares none.
  ///
  /// The store of the first feature that has one is used. Called as ``middleware(at:)`` is.
  func tokenStore(at site: FeatureSite) -> (any TokenStore)?

  /// What other instances say of a place's endpoints; `nil` for nothing.
  ///
  /// The hints of the first feature that has some are used. Called as ``middleware(at:)`` is.
  func endpointHints(at site: FeatureSite) -> (any EndpointHints)?

  /// What ``ResourceClient/explain(_:)`` says of a request beside the values of the settings, which it shows anyway.
  ///
  /// It is redacted.
  func explain(_ request: ResolvedRequest, at site: FeatureSite) -> [Explanation.Fact]

  /// What ``ResourceClient/status`` says of a place.
  ///
  /// It is redacted.
  func status(at site: FeatureSite) -> [Explanation.Fact]
}

/// A feature that changes neither requests nor responses: caches keep nothing apart by its values, and its secrets are on no
/// request.
package protocol UnseenFeature: ServiceFeature {}

extension ServiceFeature {
  /// Nothing.
  public func faults(at site: FeatureSite) -> [String] { [] }

  /// No middleware.
  public func middleware(at site: FeatureSite) -> MiddlewareStations { MiddlewareStations() }

  /// No store of its own.
  public func cacheStore(at site: FeatureSite) -> (any CacheStore)? { nil }

  /// No store.
  public func tokenStore(at site: FeatureSite) -> (any TokenStore)? { nil }

  /// No hints.
  public func endpointHints(at site: FeatureSite) -> (any EndpointHints)? { nil }

  /// Nothing beside the settings.
  public func explain(_ request: ResolvedRequest, at site: FeatureSite) -> [Explanation.Fact] { [] }

  /// Nothing.
  public func status(at site: FeatureSite) -> [Explanation.Fact] { [] }
}

/// The settings of a ``ServiceFeature``, in the order in which they are shown.
public struct FeatureSettings: Sendable {
  let rows: [SettingRow]

  /// Lists settings.
  public init<each Value>(_ settings: repeat Setting<each Value>) {
    var rows: [SettingRow] = []
    for setting in repeat each settings { rows.append(setting.row) }
    self.rows = rows
  }
}
