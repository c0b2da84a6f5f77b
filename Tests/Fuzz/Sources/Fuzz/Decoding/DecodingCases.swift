// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Foundation

/// The types that texts are decoded as.
enum DecodingCases {
  private typealias Types = DecodedTypes

  /// All cases; the first byte of an input is the index.
  static let all: [DecodingCase] = scalars + collections + structures

  private static let scalars = [
    DecodingCase(Bool.self), DecodingCase(Int.self), DecodingCase(Int8.self), DecodingCase(Int16.self),
    DecodingCase(Int32.self), DecodingCase(Int64.self), DecodingCase(UInt.self), DecodingCase(UInt8.self),
    DecodingCase(UInt64.self), DecodingCase(Int128.self), DecodingCase(UInt128.self), DecodingCase(Double.self),
    DecodingCase(Float.self), DecodingCase(String.self), DecodingCase(Decimal.self), DecodingCase(URL.self),
    DecodingCase(Data.self), DecodingCase(Date.self), DecodingCase(UUID.self), DecodingCase(Int?.self),
    DecodingCase(Types.Word.self), DecodingCase(Types.Level.self),
  ]

  private static let collections = [
    DecodingCase([Int].self), DecodingCase([Double].self), DecodingCase([String].self), DecodingCase([Int?].self),
    DecodingCase([Bool].self), DecodingCase([[Double]].self), DecodingCase(Set<String>.self),
    DecodingCase([String: Int].self, inOrder: false), DecodingCase([String: [String]].self, inOrder: false),
    DecodingCase([String: String?].self, inOrder: false),
    DecodingCase([Int: String].self, inOrder: false), DecodingCase([Types.Word: Int].self, inOrder: false),
    DecodingCase([Float].self),
    DecodingCase([Decimal].self), DecodingCase([URL?].self), DecodingCase([String: Types.Node].self, inOrder: false),
  ]

  private static let structures = [
    DecodingCase(Types.Numbers.self), DecodingCase(Types.Texts.self), DecodingCase(Types.Node.self, inOrder: false),
    DecodingCase(Types.Exact.self), DecodingCase(Types.Foreign.self), DecodingCase(Types.Choice.self),
    DecodingCase([Types.Choice].self), DecodingCase(Types.Numbered.self), DecodingCase(Types.Renamed.self),
    DecodingCase(Types.Derived.self), DecodingCase(Types.Supers.self), DecodingCase(Types.Nested.self),
    DecodingCase(Types.Triple.self), DecodingCase(Types.Lossy.self), DecodingCase(Types.Anything.self, inOrder: false),
    DecodingCase(Types.Picky.self), DecodingCase(Types.Wrapped<Int>.self),
    DecodingCase(Types.Wrapped<[Types.Word]>.self),
    DecodingCase(Types.Fields.self), DecodingCase([Types.Fields].self), DecodingCase(Types.Defaulted.self),
    DecodingCase([[String: Types.Numbers]].self, inOrder: false),
  ]
}
