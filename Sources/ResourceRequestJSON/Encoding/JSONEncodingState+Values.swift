// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestPlatform

extension JSONEncodingState {
  /// Writes a value of any type.
  @inline(__always)
  func encode<Value: Encodable>(_ value: Value) throws {
    if OrdinaryTypes.contains(Value.self) { return try encodeItself(value) }
    try encodeSpecial(value)
  }

  private func encodeSpecial<Value: Encodable>(_ value: Value) throws {
    if Value.self == String.self { return write(cast(value, to: String.self)) }
    if Value.self == Int.self { return write(cast(value, to: Int.self)) }
    if Value.self == Double.self { return try write(cast(value, to: Double.self)) }
    if Value.self == Bool.self { return write(cast(value, to: Bool.self)) }
    if Value.self == [String].self { return writeArray(cast(value, to: [String].self)) { $0.write($1) } }
    if Value.self == [Int].self { return writeArray(cast(value, to: [Int].self)) { $0.write($1) } }
    // What is no number is named by its place in the array.
    if Value.self == [Double].self, cast(value, to: [Double].self).allSatisfy(\.isFinite) {
      return try writeArray(cast(value, to: [Double].self)) { try $0.write($1) }
    }
    if Value.self == Date.self { return try write(cast(value, to: Date.self)) }
    if Value.self == Data.self { return try write(cast(value, to: Data.self)) }
    if Value.self == URL.self { return write(cast(value, to: URL.self).absoluteString) }
    if Value.self == Decimal.self { return try write(cast(value, to: Decimal.self)) }
    if Value.self == JSON.self { return write(cast(value, to: JSON.self)) }
    if let elements = value as? any JSONElementsEncodable { return try elements.encodeElements(to: self) }
    if let members = value as? any JSONMembersEncodable { return try members.encodeMembers(to: self) }
    OrdinaryTypes.insert(Value.self)
    try encodeItself(value)
  }

  /// Returns a value as the result type: the caller has compared the types, so a cast at run time is not needed.
  @inline(__always)
  private func cast<Given, Value>(_ value: Given, to type: Value.Type) -> Value {
    unsafeBitCast(value, to: type)
  }

  /// Writes an array of scalars.
  @inline(__always)
  private func writeArray<Element>(
    _ elements: [Element],
    _ write: (JSONEncodingState, Element) throws -> Void
  ) rethrows {
    append(UInt8(ascii: "["))
    var isFirst = true
    for element in elements {
      if !isFirst { append(UInt8(ascii: ",")) }
      isFirst = false
      if isPretty { breakLine(indentation(of: frames.count) + 1) }
      try write(self, element)
    }
    if isPretty, !isFirst { breakLine(indentation(of: frames.count)) }
    append(UInt8(ascii: "]"))
  }

  /// Lets a value encode itself.
  func encodeItself<Value: Encodable>(_ value: Value) throws {
    try encode { try value.encode(to: $0) }
  }

  /// Lets a closure encode a value.
  @inline(__always)
  func encode(_ body: (any Encoder) throws -> Void) throws {
    let level = frames.count
    let start = count
    let firstMember = members.count
    let gapCount = gaps.count
    frames.append(Frame(firstMember: firstMember))
    do {
      try body(JSONValueEncoder(state: self, level: level))
    } catch {
      // The code that catches this continues as if nothing had been written.
      frames.removeSubrange(level...)
      members.removeSubrange(firstMember...)
      truncate(to: start, gaps: gapCount)
      throw error
    }
    close(level)
    if hasFault { try throwFault() }
  }

  private func write(_ date: Date) throws {
    switch options.dates {
    case .deferredToDate: try write(date.timeIntervalSinceReferenceDate)
    case .secondsSince1970: try write(date.timeIntervalSince1970)
    case .millisecondsSince1970: try write(date.timeIntervalSince1970 * 1000)
    case .iso8601:
      guard date.timeIntervalSince1970.isFinite else { return try write(date.timeIntervalSince1970) }
      write(date.formatted(Date.ISO8601FormatStyle()))
    case .custom(let encode): try self.encode { try encode(date, $0) }
    #if canImport(Darwin)
      case .formatted(let formatter): write(formatter.string(from: date))
    #endif
    @unknown default: throw unknownStrategy(for: date)
    }
  }

  private func write(_ data: Data) throws {
    switch options.bytes {
    case .deferredToData: try encodeItself(data)
    case .base64: write(data.base64EncodedString())
    case .custom(let encode): try self.encode { try encode(data, $0) }
    @unknown default: throw unknownStrategy(for: data)
    }
  }

  private func unknownStrategy(for value: Any) -> EncodingError {
    .invalidValue(
      value,
      EncodingError.Context(codingPath: path, debugDescription: "The strategy for \(type(of: value)) is not known.")
    )
  }

  private func write(_ decimal: Decimal) throws {
    guard !decimal.isNaN else {
      throw EncodingError.invalidValue(
        decimal,
        EncodingError.Context(codingPath: path, debugDescription: "JSON has no number for \(decimal).")
      )
    }
    appendText(decimal.description)
  }

  private func write(_ json: JSON) {
    var writer = JSONWriter(options: options.layout)
    writer.write(json, depth: indentation(of: frames.count))
    writer.withBytes { if let start = $0.baseAddress { append(start, $0.count) } }
  }
}

/// Encodes an array, whose elements have a loop of their own.
protocol JSONElementsEncodable {
  func encodeElements(to state: JSONEncodingState) throws
}

extension Array: JSONElementsEncodable where Element: Encodable {
  func encodeElements(to state: JSONEncodingState) throws {
    let level = state.open(.array)
    do {
      let last = state.path.count
      state.path.append(JSONPathKey(intValue: 0))
      // The run-time would create a pair of position and element each time, since only it knows the type.
      for position in indices {
        state.separate(level)
        state.path[last] = JSONPathKey(intValue: position)
        try state.encode(self[position])
      }
      state.path.removeLast()
    } catch {
      state.abandon(level)
      throw error
    }
    state.close(level)
  }
}

/// A dictionary with texts as keys, which are not converted.
protocol JSONMembersEncodable {
  func encodeMembers(to state: JSONEncodingState) throws
}

extension Dictionary: JSONMembersEncodable where Key == String, Value: Encodable {
  func encodeMembers(to state: JSONEncodingState) throws {
    let level = state.open(.object)
    do {
      state.path.append(JSONPathKey(stringValue: ""))
      for (key, value) in self {
        // Its keys are each there once.
        state.writeKey(key, level, isKnown: true)
        state.path[state.path.count - 1] = JSONPathKey(stringValue: key)
        try state.encode(value)
      }
      state.path.removeLast()
    } catch {
      state.abandon(level)
      throw error
    }
    state.close(level)
  }
}
