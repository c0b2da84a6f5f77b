// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestStreaming

@testable import ResourceRequestCore
@testable import ResourceRequestSyntax

/// Lists, challenges, links, conditions and the rules of header fields: whatever is parsed survives a round trip.
enum HeaderFieldFuzz: FuzzTarget {
  static let name = "header-field"
  static let seeds: String? = nil

  static func read(_ bytes: UnsafeBufferPointer<UInt8>) {
    let text = String(decoding: bytes, as: UTF8.self)
    for element in FieldList.split(text) { precondition(FieldList.split(element) == [element]) }
    for challenge in Challenge.parse([text]) {
      precondition(FieldSyntax.isToken(challenge.scheme))
      precondition(Challenge.parse([written(challenge)]) == [challenge])
    }
    if let violation = HeaderFieldRules.violation(name: text, value: text) {
      precondition(!violation.description.utf8.contains(0x0A))
    } else {
      precondition(FieldSyntax.isToken(text))
    }
    readLinks(text)
  }

  private static func readLinks(_ text: String) {
    guard let base = try? ResourceURL("http://h.example/a/b?c") else { return }
    for link in (["Link": text] as Headers).links(relativeTo: base) {
      precondition(!link.relations.isEmpty && link.relations.allSatisfy { !$0.isEmpty })
      precondition(!link.target.utf8.contains(UInt8(ascii: ">")))
    }
    if let condition = EntityTagCondition(lines: [text]) {
      precondition(EntityTagCondition(lines: [condition.description]) == condition)
    }
  }

  private static func written(_ challenge: Challenge) -> String {
    let parameters = challenge.parameters.map { "\($0.name)=\(FieldSyntax.quoted($0.value))" }
    return "\(challenge.scheme) \(challenge.token68 ?? parameters.joined(separator: ", "))"
  }
}
