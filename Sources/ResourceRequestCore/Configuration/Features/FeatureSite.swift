// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// A place where a ``ServiceFeature`` does its work: a service, the gateway, or what is reached by absolute URLs.
public struct FeatureSite: Sendable {
  /// The service's name; `nil` for the gateway and for absolute URLs.
  public let service: String?
  /// The origin of the base URL; `nil` for absolute URLs.
  public let origin: Origin?
  /// Whether it is the gateway itself.
  public let isGateway: Bool
  let feature: String
  let values: FeatureValues
  let kept: FeatureState

  /// The value of a setting here: as the configuration says or inherits it, or the default.
  public subscript<Value>(setting: Setting<Value>) -> Value {
    setting.value(values[feature, setting.row.key])
  }

  /// The feature's state here, kept across reloads while the configuration of the service does not change.
  ///
  /// - Parameter make: creates the state the first time.
  /// - Returns: the state of this type.
  public func state<State: Sendable>(_ make: () -> State) -> State { kept.state(of: feature, make) }
}

/// What the features keep at one place.
final class FeatureState: Sendable {
  private struct Key: Hashable {
    let feature: String
    let type: ObjectIdentifier
  }

  private let kept = Lock<[Key: any Sendable]>([:])

  func state<State: Sendable>(of feature: String, _ make: () -> State) -> State {
    let key = Key(feature: feature, type: ObjectIdentifier(State.self))
    // Nothing is no state, also where that is an optional one.
    if let known = kept.withLock({ $0[key] }), let state = known as? State { return state }
    // A call out of here, so without the lock; of two at once the first one's stays.
    let made = make()
    let first = kept.withLock { kept -> any Sendable in
      if let known = kept[key] { return known }
      kept[key] = made
      return made
    }
    return first as? State ?? made
  }
}
