// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Synchronization

/// A reference that is set at most once and read often, without a lock.
///
/// Like `AtomicLazyReference`, which is not specialized and looks up its own type with every use.
struct SetOnce<Object: AnyObject & Sendable>: ~Copyable, Sendable {
  /// The object's address, or 0.
  ///
  /// Invariant: the object at this address is retained by this value, from before it is stored until this value ends.
  private let address = Atomic<UInt>(0)

  /// The object, if one was set.
  var value: Object? {
    guard let pointer = UnsafeRawPointer(bitPattern: address.load(ordering: .acquiring)) else { return nil }
    return Unmanaged<Object>.fromOpaque(pointer).takeUnretainedValue()
  }

  /// Sets the object, unless one is set already.
  ///
  /// - Returns: the object that is set.
  func setIfNone(_ object: Object) -> Object {
    let own = Unmanaged.passRetained(object)
    let (isSet, before) = address.compareExchange(
      expected: 0,
      desired: UInt(bitPattern: own.toOpaque()),
      ordering: .acquiringAndReleasing
    )
    if isSet { return object }
    own.release()
    return UnsafeRawPointer(bitPattern: before).map { Unmanaged<Object>.fromOpaque($0).takeUnretainedValue() } ?? object
  }

  deinit {
    guard let pointer = UnsafeRawPointer(bitPattern: address.load(ordering: .acquiring)) else { return }
    Unmanaged<Object>.fromOpaque(pointer).release()
  }
}
