// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// A step of a coding path: the key of a member, or the number of an element.
///
/// Small enough for an existential to hold without allocating.
enum JSONPathKey: CodingKey {
  case name(String)
  case index(Int)

  init(stringValue: String) {
    self = .name(stringValue)
  }

  init(intValue: Int) {
    self = .index(intValue)
  }

  var stringValue: String {
    switch self {
    case .name(let name): name
    case .index(let number): "Index \(number)"
    }
  }

  var intValue: Int? {
    if case .index(let number) = self { number } else { nil }
  }

  static let `super` = JSONPathKey(stringValue: "super")
}
