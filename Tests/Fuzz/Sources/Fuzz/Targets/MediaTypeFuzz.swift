// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

@testable import ResourceRequestCore
@testable import ResourceRequestSyntax

/// Media types: whatever is parsed survives a round trip, and could have been created from its parts.
enum MediaTypeFuzz: FuzzTarget {
  static let name = "media-type"
  static let seeds: String? = nil

  static func read(_ bytes: UnsafeBufferPointer<UInt8>) {
    let text = String(decoding: bytes, as: UTF8.self)
    check(MIMEType(text))
    check(MIMEType("text/plain;" + text))
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    check(MIMEType(contentTypeLines: lines))
    check(MIMEType(contentTypeLines: ["text/html;charset=gbk"] + lines))
  }

  private static func check(_ type: MIMEType?) {
    guard let type else { return }
    precondition(MIMEType(type.description) == type)
    precondition(MIMEType(type: type.type, subtype: type.subtype) != nil)
    precondition(Set(type.parameters.map(\.name)).count == type.parameters.count)
    _ = type.charset.map { Charset(label: $0) }
  }
}
