// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestPlatform

extension JSONDocument {
  /// Decodes a value of any type.
  @inline(__always)
  func value<Value: Decodable>(_ type: Value.Type, at place: Int) throws -> Value {
    if OrdinaryTypes.contains(type) { return try Value(from: JSONValueDecoder(document: self, place: place)) }
    return try specialValue(type, at: place)
  }

  /// Decodes a value of a type that is not known to decode itself in the usual way.
  private func specialValue<Value: Decodable>(_ type: Value.Type, at place: Int) throws -> Value {
    if type == String.self { return cast(try string(at: place)) }
    if type == Int.self { return cast(try integer(Int.self, at: place)) }
    if type == Double.self { return cast(try double(at: place)) }
    if type == Bool.self { return cast(try bool(at: place)) }
    if type == [String].self { return cast(try strings(at: place)) }
    if type == [Int].self { return cast(try integers(at: place)) }
    if type == [Double].self { return cast(try doubles(at: place)) }
    if type == Date.self { return cast(try date(at: place)) }
    if type == Data.self { return cast(try data(at: place)) }
    if type == URL.self { return cast(try url(at: place)) }
    if type == Decimal.self { return cast(try decimal(at: place)) }
    if type == JSON.self { return cast(try json(at: place)) }
    if let elements = type as? any JSONElementsDecodable.Type, let value = try elements.elements(self, place) as? Value
    {
      return value
    }
    if let members = type as? any JSONMembersDecodable.Type, let value = try members.members(self, place) as? Value {
      return value
    }
    OrdinaryTypes.insert(type)
    return try Value(from: JSONValueDecoder(document: self, place: place))
  }

  /// Returns a value as the result type: the callers have compared the types, so a cast at run time is not needed.
  @inline(__always)
  private func cast<Given, Value>(_ value: Given) -> Value {
    unsafeBitCast(value, to: Value.self)
  }

  func json(at place: Int) throws -> JSON {
    let part = UnsafeBufferPointer(rebasing: bytes[span(of: place)])
    return try JSONReader.tree(
      part,
      maximumDepth: JSON.depthCeiling,
      into: JSONValueBuilder(refusesRepeatedKeys: false)
    )
  }
}

/// Decodes an array, whose elements have a loop of their own.
protocol JSONElementsDecodable {
  static func elements(_ document: JSONDocument, _ place: Int) throws -> Self
}

extension Array: JSONElementsDecodable where Element: Decodable {
  static func elements(_ document: JSONDocument, _ place: Int) throws -> [Element] {
    var element = try document.open(.array, at: place, for: [Any].self)
    var elements: [Element] = []
    elements.reserveCapacity(document.count(of: place))
    while !document.entry(element).isKind(.end) {
      elements.append(try document.value(Element.self, at: element))
      element = document.entries.place(afterValueAt: element)
    }
    return elements
  }
}

/// Decodes a dictionary with string keys, whose members have a loop of their own.
protocol JSONMembersDecodable {
  static func members(_ document: JSONDocument, _ place: Int) throws -> Self
}

extension Dictionary: JSONMembersDecodable where Key == String, Value: Decodable {
  static func members(_ document: JSONDocument, _ place: Int) throws -> [String: Value] {
    var key = try document.open(.object, at: place, for: [String: Any].self)
    document.keepKeys(of: place)
    var members: [String: Value] = [:]
    let end = document.entry(place + 1).next - 1
    members.reserveCapacity(document.entry(end).length)
    // The last value of a repeated key counts, whatever the others are; in a large object they are not marked.
    var places: [String: Int] = [:]
    let isMarked = !document.entry(place).isKind(.largeObject)
    while key != end {
      let entry = document.entry(key)
      if !entry.isKind(.deadKey) {
        let name = JSONStringText.key(entry, document.text)
        if isMarked { members[name] = try document.value(Value.self, at: key + 1) } else { places[name] = key + 1 }
      }
      key = document.entries.place(afterMemberAt: key)
    }
    for (name, place) in places.sorted(by: { $0.value < $1.value }) {
      members[name] = try document.value(Value.self, at: place)
    }
    return members
  }
}
