// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

@testable import ResourceRequestCore
@testable import ResourceRequestJSON

/// The JSON tree with positions: it accepts the same texts as `JSON`, and its ranges lie within the text and their
/// parents.
enum PositionedJSONFuzz: FuzzTarget {
  static let name = "positioned-json"
  static let seeds: String? = "Tests/ResourceRequestCoreTests/Fixtures/json-test-suite/test_parsing"

  static func read(_ bytes: UnsafeBufferPointer<UInt8>) {
    let text = Array(bytes)
    let value = try? JSON(parsing: text)
    do throws(JSONSyntaxError) {
      let tree = try PositionedJSON(parsing: text)
      precondition(tree.value == value)
      check(tree, within: 0..<text.count)
    } catch {
      precondition(value == nil)
      precondition(TextPosition(offset: error.byteOffset, in: text).column > 0)
    }
  }

  private static func check(_ node: PositionedJSON, within outer: Range<Int>) {
    precondition(
      !node.range.isEmpty && outer.contains(node.range.lowerBound) && node.range.upperBound <= outer.upperBound
    )
    for element in node.elements ?? [] { check(element, within: node.range) }
    for member in node.members ?? [] {
      precondition(node.range.lowerBound < member.keyRange.lowerBound)
      check(member.value, within: member.keyRange.upperBound..<node.range.upperBound)
    }
  }
}
