// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Foundation

@testable import ResourceRequestCore
@testable import ResourceRequestJSON

/// The parsers of Foundation that get bytes of peers, since they make Foundation's own types: none of them traps.
///
/// `Tests/Style/parsers` lists them. The first byte of an input selects the parser of the rest.
enum FoundationParsersFuzz: FuzzTarget {
  static let name = "foundation-parsers"
  static let seeds: String? = nil

  private static let parsers: [@Sendable (String) -> Void] = [
    // URL(string:)
    { text in
      guard let url = URL(string: text) else { return }
      _ = (url.host(), url.port, url.path(), url.query(), url.fragment(), url.scheme, url.user(), url.password())
    },
    // UUID(uuidString:)
    { text in
      guard let id = UUID(uuidString: text) else { return }
      precondition(id.uuidString.utf8.count == 36 && UUID(uuidString: id.uuidString) == id)
    },
    // Data(base64Encoded:)
    { text in
      guard let data = Data(base64Encoded: text) else { return }
      precondition(data.count <= text.utf8.count / 4 * 3)
      precondition(Data(base64Encoded: data.base64EncodedString()) == data)
    },
    // Decimal(string:), which gets numbers of JSON
    { text in
      guard case .number(let number)? = try? JSON(parsing: text) else { return }
      _ = Decimal(string: number.description)?.description
    },
    // removingPercentEncoding, in the samples' servers
    { text in
      guard let decoded = text.removingPercentEncoding else { return }
      precondition(decoded.utf8.count <= text.utf8.count)
    },
    // What a caller's own JSONDecoder gets has passed our reader first.
    { text in
      let decoder = JSONDecoder()
      decoder.allowsJSON5 = text.utf8.count.isMultiple(of: 2)
      _ = try? decoder.decodeLastKeys([String: JSON].self, from: Data(text.utf8))
    },
  ]

  static func read(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard let choice = bytes.first else { return }
    parsers[Int(choice) % parsers.count](String(decoding: bytes.dropFirst(), as: UTF8.self))
  }
}
