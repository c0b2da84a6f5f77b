// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestKit

/// The name of a member as httpie nests it: `a[b]=c`, `list[]=x`, `list[0][name]=x`, `[]=x` for an array as the whole.
///
/// A backslash before a bracket makes it a part of the name.
struct NestedName: Hashable {
  private enum Step: Hashable {
    case key(String)
    case index(Int)
    case append
  }

  private let text: String
  private let steps: [Step]
  /// The longest array that an index makes.
  private static let longest = 10_000
  /// The deepest nesting: putting a value in is one call inside another for each level.
  private static let deepest = 100

  /// Reads a name.
  ///
  /// - Throws: ``InputError`` that says how to write what is wrong.
  init(_ text: String) throws {
    self.text = text
    var steps: [Step] = []
    var rest = Array(text.utf8)[...]
    let first = Self.take(&rest, upTo: UInt8(ascii: "["), escapable: "[]\\")
    if !first.isEmpty || rest.isEmpty { steps.append(.key(first)) }
    while rest.first == UInt8(ascii: "[") {
      rest = rest.dropFirst()
      let inside = rest
      let name = Self.take(&rest, upTo: UInt8(ascii: "]"), escapable: "[]\\0123456789")
      guard rest.first == UInt8(ascii: "]") else {
        throw InputError("\"\(text)\": a bracket is not closed; write a[b], or a\\[b for a bracket in a name")
      }
      // With a backslash, digits are a name.
      let isPlain = name.utf8.count == rest.startIndex - inside.startIndex
      rest = rest.dropFirst()
      if name.isEmpty {
        steps.append(.append)
      } else if isPlain, name.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
        guard let index = Int(name), index < Self.longest else {
          throw InputError("\"\(text)\": an index is less than \(Self.longest)")
        }
        steps.append(.index(index))
      } else {
        steps.append(.key(name))
      }
    }
    guard rest.isEmpty else {
      throw InputError("\"\(text)\": nothing comes behind a bracket but another; write a[b][c]")
    }
    guard steps.count <= Self.deepest else {
      throw InputError("a name of a member nests \(Self.deepest) levels at most")
    }
    self.steps = steps
  }

  /// Takes the text before a byte; a backslash before a byte that it escapes is left out.
  private static func take(_ rest: inout ArraySlice<UInt8>, upTo end: UInt8, escapable: String) -> String {
    var name: [UInt8] = []
    while let byte = rest.first, byte != end {
      rest = rest.dropFirst()
      if byte == UInt8(ascii: "\\"), let next = rest.first, escapable.utf8.contains(next) {
        name.append(next)
        rest = rest.dropFirst()
      } else {
        name.append(byte)
      }
    }
    return String(decoding: name, as: UTF8.self)
  }

  /// A value with another one put in its place.
  ///
  /// - Parameters:
  ///   - value: what is put in.
  ///   - whole: what is there; `nil` for nothing.
  /// - Returns: the whole with the value in it.
  /// - Throws: ``InputError`` where something else is in its place.
  func putting(_ value: JSON, into whole: JSON?) throws -> JSON { try put(value, into: whole, at: steps[...]) }

  private func put(_ value: JSON, into whole: JSON?, at steps: ArraySlice<Step>) throws -> JSON {
    guard let step = steps.first else {
      guard whole == nil else { throw InputError("\"\(text)\" is there twice; a JSON object has it once") }
      return value
    }
    switch step {
    case .key(let name):
      var object = JSON.Object()
      if let whole {
        guard let known = whole.object else {
          throw InputError("\"\(text)\": the value that \(name) belongs to is not an object")
        }
        object = known
      }
      object[name] = .some(try put(value, into: object[name], at: steps.dropFirst()))
      return .object(object)
    case .index, .append:
      var array: [JSON] = []
      if let whole {
        guard let known = whole.array else {
          throw InputError("\"\(text)\": the value that it belongs to is not an array")
        }
        array = known
      }
      let index = if case .index(let index) = step { index } else { array.count }
      while array.count < index { array.append(.null) }
      if index < array.count {
        // What was filled up with null is free.
        let known: JSON? = array[index] == .null ? .none : array[index]
        array[index] = try put(value, into: known, at: steps.dropFirst())
      } else {
        array.append(try put(value, into: nil, at: steps.dropFirst()))
      }
      return .array(array)
    }
  }
}
