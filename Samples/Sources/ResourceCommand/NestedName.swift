// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestKit

/// The name of a JSON member in httpie's syntax: `a[b]=c`, `list[]=x`, `list[0][name]=x`; `[]=x` makes the body an
/// array.
///
/// A backslash makes the bracket after it part of the name.
struct NestedName: Hashable {
  private enum Step: Hashable {
    case key(String)
    case index(Int)
    case append
  }

  private let text: String
  private let steps: [Step]
  /// The longest array that an index may create.
  private static let longest = 10_000
  /// The deepest nesting allowed: setting a value recurses once for each level.
  private static let deepest = 100

  /// Reads a name.
  ///
  /// - Throws: ``InputError`` that says how to correct the name.
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
      // Escaped digits are a name, not an index.
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
      throw InputError("\"\(text)\": only another bracket may follow a bracket; write a[b][c]")
    }
    guard steps.count <= Self.deepest else {
      throw InputError("a name of a member nests \(Self.deepest) levels at most")
    }
    self.steps = steps
  }

  /// Removes and returns the text before a byte, with escapes resolved.
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

  /// Sets a value at this name.
  ///
  /// - Parameters:
  ///   - value: the value to set.
  ///   - whole: the value that gets it; `nil` if there is none yet.
  /// - Throws: ``InputError`` if the place is taken or has another type; the whole is of no use then.
  func put(_ value: JSON, into whole: inout JSON?) throws { try put(value, into: &whole, at: steps[...]) }

  private func put(_ value: JSON, into whole: inout JSON?, at steps: ArraySlice<Step>) throws {
    guard let step = steps.first else {
      guard whole == nil else { throw InputError("\"\(text)\" is there twice; a JSON object has it once") }
      whole = value
      return
    }
    // What is changed is taken out of the whole first: a second reference would make each change a copy.
    switch step {
    case .key(let name):
      var object = JSON.Object()
      if let known = whole {
        guard let known = known.object else {
          throw InputError("\"\(text)\": the value that \(name) belongs to is not an object")
        }
        object = known
      }
      whole = nil
      var member = object[name]
      if member != nil { object[name] = .some(.null) }
      try put(value, into: &member, at: steps.dropFirst())
      object[name] = member
      whole = .object(object)
    case .index, .append:
      var array: [JSON] = []
      if let known = whole {
        guard let known = known.array else {
          throw InputError("\"\(text)\": the value that it belongs to is not an array")
        }
        array = known
      }
      whole = nil
      let index = if case .index(let index) = step { index } else { array.count }
      while array.count <= index { array.append(.null) }
      // A null that filled a gap may be replaced.
      var element: JSON? = array[index] == .null ? .none : array[index]
      array[index] = .null
      try put(value, into: &element, at: steps.dropFirst())
      array[index] = element ?? .null
      whole = .array(array)
    }
  }
}
