// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

@testable import ResourceRequestCore
@testable import ResourceRequestSyntax

/// URI references and URLs: the results of resolving and rewriting are parsed as they were built.
enum URIReferenceFuzz: FuzzTarget {
  static let name = "uri-reference"
  static let seeds: String? = "Tests/Fuzz/Seeds/uri-reference"

  private static let bases = ["http://u@h/b/c/d;p?q#f", "http://h"].compactMap { try? ResourceURL($0) }

  static func read(_ bytes: UnsafeBufferPointer<UInt8>) {
    let text = String(decoding: bytes, as: UTF8.self)
    if let reference = try? URIReference(text) { precondition(reference.string == text) }
    if let url = try? ResourceURL(text) {
      checkFixedPoint(url)
      checkFixedPoint(url.removingUserInfo())
      precondition(url.removingUserInfo().userInfo == nil)
      _ = url.redacted(hidingQueryValuesOf: ["a"])
    }
    checkAddresses(text)
    for base in bases {
      if let url = try? base.resolving(reference: text) { checkFixedPoint(url) }
    }
    let pairs = FormCodec.parse(text)
    let form = FormParameters(pairs.map { ($0.name, ParameterValue($0.value)) })
    precondition(FormCodec.parse(form.formBody()).elementsEqual(pairs, by: ==))
    if let date = HTTPDate.parse(text, now: 1_790_000_000), date < 253_402_300_800 {
      precondition(HTTPDate.parse(HTTPDate.format(date), now: 0) == date)
    }
  }

  /// Networks, host patterns and addresses parse their own descriptions, and policies do not depend on an address's
  /// spelling.
  private static func checkAddresses(_ text: String) {
    if let network = AddressNetwork(text) { precondition(AddressNetwork(network.description) == network) }
    if let pattern = HostPattern(text) { precondition(HostPattern(pattern.description) == pattern) }
    if let address = IPAddress(text) {
      precondition(IPAddress(address.description) == address)
      _ = AddressPolicy.publicOnly.refusal(of: address)
    }
    if let origin = (try? ResourceURL(text))?.origin, AddressPolicy.publicOnly.refusal(of: origin) == nil,
      let address = IPAddress(origin.host)
    {
      precondition(AddressKind(address) == .public)
    }
  }

  private static func checkFixedPoint(_ url: ResourceURL) {
    let again = try? ResourceURL(url.string)
    precondition(again?.string == url.string && again?.layout == url.layout && again?.origin == url.origin)
  }
}
