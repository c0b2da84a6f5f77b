// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Where a value has a property.
///
/// An access by a key path, or to a parameter, copies the whole value first: 0.2 µs for the settings of a service, with
/// some forty properties, a thousand services at start-up. A stored property is found by its offset in place instead.
struct PropertyPlace<Whole, Value>: Sendable {
  private let path: any WritableKeyPath<Whole, Value> & Sendable
  /// `nil` for a property that is computed.
  private let offset: Int?

  init(_ path: any WritableKeyPath<Whole, Value> & Sendable) {
    self.path = path
    offset = MemoryLayout<Whole>.offset(of: path)
  }

  /// The property's value.
  func value(in whole: Whole) -> Value { withUnsafePointer(to: whole) { value(at: $0) } }

  /// The property's value, of a value in memory.
  func value(at whole: UnsafePointer<Whole>) -> Value {
    guard let offset else { return whole.pointee[keyPath: path] }
    return UnsafeRawPointer(whole).advanced(by: offset).assumingMemoryBound(to: Value.self).pointee
  }

  /// Changes the property of a value in memory, in place.
  func change(at whole: UnsafeMutablePointer<Whole>, _ body: (UnsafeMutablePointer<Value>) -> Void) {
    guard let offset else { return withUnsafeMutablePointer(to: &whole.pointee[keyPath: path], body) }
    body(UnsafeMutableRawPointer(whole).advanced(by: offset).assumingMemoryBound(to: Value.self))
  }

  /// Sets the property of a value in memory.
  func set(_ value: Value, at whole: UnsafeMutablePointer<Whole>) {
    guard let offset else { return whole.pointee[keyPath: path] = value }
    UnsafeMutableRawPointer(whole).advanced(by: offset).assumingMemoryBound(to: Value.self).pointee = value
  }
}
