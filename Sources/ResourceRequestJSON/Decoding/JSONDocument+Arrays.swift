// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

extension JSONDocument {
  func strings(at place: Int) throws -> [String] {
    var element = try open(.array, at: place, for: [Any].self)
    var values: [String] = []
    values.reserveCapacity(count(of: place))
    while !entries[element].isKind(.end) {
      values.append(try string(at: element))
      element = entries.place(afterValueAt: element)
    }
    return values
  }

  func integers(at place: Int) throws -> [Int] {
    try numbers(at: place, zero: 0) { document, element in try document.integer(Int.self, at: element) }
  }

  func doubles(at place: Int) throws -> [Double] {
    try numbers(at: place, zero: 0) { document, element in try document.double(at: element) }
  }

  /// Fills an array of zeros, which is faster than a growing array.
  @inline(__always)
  private func numbers<Number>(
    at place: Int,
    zero: Number,
    _ read: (JSONDocument, Int) throws -> Number
  ) throws -> [Number] {
    var element = try open(.array, at: place, for: [Any].self)
    let count = count(of: place)
    var values = [Number](repeating: zero, count: count)
    try values.withUnsafeMutableBufferPointer { values in
      for position in values.indices {
        values[position] = try read(self, element)
        // A number is one entry; any other value has thrown.
        element += 1
      }
    }
    return values
  }
}
