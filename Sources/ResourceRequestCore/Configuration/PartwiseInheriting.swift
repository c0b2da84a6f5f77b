// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// A value whose parts inherit one by one, rather than the value as a whole.
protocol PartwiseInheriting {
  /// This value; each part that is not set is that of `outer`.
  func merging(_ outer: Self) -> Self
}

extension Timeouts: PartwiseInheriting {
  /// These timeouts; each that is `nil` inherits from `outer`.
  public func merging(_ outer: Timeouts) -> Timeouts {
    ConfigurationDocument.timeouts.merging(self, outer, empty: Timeouts())
  }
}

extension ResponseLimits: PartwiseInheriting {
  /// These limits; each that is `nil` inherits from `outer`.
  public func merging(_ outer: ResponseLimits) -> ResponseLimits {
    ConfigurationDocument.limits.merging(self, outer, empty: ResponseLimits())
  }
}

extension ResiliencePolicies: PartwiseInheriting {
  /// These policies; each that is not set inherits from `outer`.
  public func merging(_ outer: ResiliencePolicies) -> ResiliencePolicies {
    ConfigurationDocument.resilience.merging(self, outer, empty: ResiliencePolicies())
  }
}

extension ConnectionOptions: PartwiseInheriting {
  /// These options; each that is not set inherits from `outer`.
  ///
  /// TLS options are inherited as a whole, not one by one.
  public func merging(_ outer: ConnectionOptions) -> ConnectionOptions {
    ConfigurationDocument.connection.merging(self, outer, empty: ConnectionOptions())
  }
}
