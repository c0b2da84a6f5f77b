// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

@testable import ResourceRequestCore
@testable import ResourceRequestSyntax

/// URI templates: an input is a template and, after a line feed, the value of all its variables.
enum URITemplateFuzz: FuzzTarget {
  static let name = "uri-template"
  static let seeds: String? = "Tests/Fuzz/Seeds/uri-template"

  static func read(_ bytes: UnsafeBufferPointer<UInt8>) {
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n", maxSplits: 1)
    guard let source = lines.first, let template = try? URITemplate(String(source)) else { return }
    let value = lines.count > 1 ? String(lines[1]) : ""
    _ = try? template.expand { _ in .list([value, "b"]) }
    _ = try? template.expand { _ in .pairs([("k", value), (value, "v")]) }
    guard let expanded = try? template.expand({ _ in .text(value) }) else { return }
    // A simple expansion keeps the number of segments, and cannot begin a query.
    let isSimple = template.parts.allSatisfy { part in
      if case .expression(let expression) = part { expression.style == .simple } else { true }
    }
    guard isSimple, let plain = try? template.expand({ _ in .text("x") }) else { return }
    for delimiter in "/?#".utf8 {
      precondition(expanded.utf8.count { $0 == delimiter } == plain.utf8.count { $0 == delimiter })
    }
    // If segments of the template itself lead up, the path is checked as a whole when the request is routed: to a
    // server that decodes slashes, the value `/` is an empty segment, and such values are allowed (RabbitMQ's vhosts).
    let leadsUp = plain.split(separator: "/").contains { segment in
      segment.withUTF8Bytes { DotSegments.isHidden(in: $0) }
    }
    if !leadsUp, !plain.contains(where: { "?#".contains($0) }) {
      precondition(!DotSegments.climbsOut(expanded))
    }
  }
}
