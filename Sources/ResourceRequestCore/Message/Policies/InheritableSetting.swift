// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// A setting whose `nil` inherits from the service and the defaults, and is turned off by a value of its own, such as
/// ``RedirectPolicy/refuse`` or ``RetryPolicy/never``.
public protocol InheritableSetting {}

extension Optional where Wrapped: InheritableSetting {
  /// Makes `.none` ambiguous, so that it does not compile: in code it would be `nil`, which inherits, and reads as off.
  @available(
    *,
    deprecated,
    message: "nil inherits the setting; write .never, .unlimited for a time, or .refuse for redirects"
  )
  public static var none: Wrapped? { nil }
}

extension RedirectPolicy: InheritableSetting {}
extension RetryPolicy: InheritableSetting {}
extension HedgePolicy: InheritableSetting {}
extension OutlierPolicy: InheritableSetting {}
extension BreakerPolicy: InheritableSetting {}
extension RequestCompression: InheritableSetting {}
extension ExpectContinue: InheritableSetting {}
extension Timeout: InheritableSetting {}
