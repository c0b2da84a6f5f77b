// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// A rule on which keys of an object may or must be combined, for the decoder and the schema.
package enum KeyRule: Sendable {
  /// At least one of the keys; the phrase is the fault without them.
  case some([String], otherwise: String)
  /// Exactly one of the keys.
  case one([String])
  /// Not both keys.
  case apart(String, String)
  /// The first key only beside the second.
  case needs(String, String)
  /// Keywords for the schema only; the fault is reported elsewhere, since it depends on more than keys.
  case schema(JSON.Object)

  /// Reports violations by an object.
  ///
  /// - Parameters:
  ///   - node: the object.
  ///   - misspelled: keys that are present in another spelling, which is reported already.
  ///   - reading: receives the faults.
  func check(_ node: PositionedJSON, misspelled: Set<String>, _ reading: inout DocumentReading) {
    let members = node.members ?? []
    func place(of key: String) -> Int? { members.first { $0.key == key }?.keyRange.lowerBound }
    func has(_ key: String) -> Bool { place(of: key) != nil || misspelled.contains(key) }
    switch self {
    case .some(let keys, let otherwise):
      if !keys.contains(where: has) { reading.report("\(otherwise), expected \(keys.quotedChoice)", at: node) }
    case .one(let keys):
      let found = keys.filter(has)
      guard found.count != 1 else { return }
      let what = found.isEmpty ? (keys.count == 2 ? "neither" : "none") : found.quotedList
      reading.report("expected \(Self.choice(oneOf: keys)), found \(what)", at: node)
    case .apart(let one, let other):
      guard let first = place(of: one), let second = place(of: other) else { return }
      reading.report("\"\(one)\" and \"\(other)\" are both set, expected one of them", at: max(first, second))
    case .needs(let key, let other):
      guard let place = place(of: key), !has(other) else { return }
      reading.report("\"\(key)\" has no effect without \"\(other)\", expected both or neither", at: place)
    case .schema: break
    }
  }

  private static func choice(oneOf keys: [String]) -> String {
    keys.count == 2 ? "either \(keys.quotedChoice)" : "exactly one of \(keys.quotedChoice)"
  }

  /// The keys of which one must be there.
  var keysOfOne: [String] {
    switch self {
    case .some(let keys, _), .one(let keys): keys
    case .apart, .needs, .schema: []
    }
  }

  /// Adds the rule to the definition of the object.
  func add(to definition: inout JSON.Object) {
    switch self {
    case .some(let keys, let otherwise):
      Self.append(
        Self.require(keys, wanted: keys.quotedChoice, else: "\(otherwise), expected \(keys.quotedChoice)"),
        to: &definition
      )
    case .one(let keys):
      Self.append(
        Self.require(keys, wanted: Self.choice(oneOf: keys), else: "expected \(Self.choice(oneOf: keys))"),
        to: &definition
      )
      for (place, key) in keys.enumerated().dropLast() {
        Self.forbid(Array(keys[(place + 1)...]), beside: key, in: &definition)
      }
    case .apart(let one, let other): Self.forbid([other], beside: one, in: &definition)
    case .needs(let key, let other):
      var needs = definition["dependentRequired"]?.object ?? [:]
      needs[key] = [.string(other)]
      definition["dependentRequired"] = .object(needs)
    case .schema(let keywords): Self.append(keywords, to: &definition)
    }
  }

  /// A schema that accepts no value and states the reason.
  ///
  /// `false` would do, but then neither validators nor editors can state a reason, and some show the value. The
  /// constant makes validators report the sentence as what "was expected"; editors show the `errorMessage`.
  static func refused(wanted: String, _ message: String) -> JSON {
    ["const": .string(wanted), "errorMessage": .string(message)]
  }

  /// A schema for a key that is not allowed; a clause states the reason.
  static func refused(_ key: String, _ clause: String) -> JSON { refused(wanted: "no \(key), which \(clause)", clause) }

  /// Keywords that refuse an object without any of some keys.
  static func require(_ keys: [String], wanted: String, else message: String) -> JSON.Object {
    ["if": ["not": isThere(anyOf: keys)], "then": refused(wanted: wanted, message)]
  }

  /// Requires the first of some keys if none is present.
  static func requireFirst(of keys: [String], in definition: inout JSON.Object) {
    guard let first = keys.first else { return }
    append(["if": ["not": isThere(anyOf: keys)], "then": ["required": [.string(first)]]], to: &definition)
  }

  private static func isThere(anyOf keys: [String]) -> JSON {
    ["anyOf": .array(keys.map { key -> JSON in ["required": [.string(key)]] })]
  }

  /// Forbids keys beside another one by one, so that an error points at the key.
  private static func forbid(_ keys: [String], beside key: String, in definition: inout JSON.Object) {
    var rules = definition["dependentSchemas"]?.object ?? [:]
    var forbidden = rules[key]?["properties"].object ?? [:]
    for other in keys {
      forbidden[other] = refused("\"\(other)\"", "cannot be combined with \"\(key)\", expected one of them")
    }
    rules[key] = ["properties": .object(forbidden)]
    definition["dependentSchemas"] = .object(rules)
  }

  private static func append(_ keywords: JSON.Object, to definition: inout JSON.Object) {
    definition["allOf"] = .array((definition["allOf"]?.array ?? []) + [.object(keywords)])
  }
}
