// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

extension ConfigurationDocument {
  /// The allowed destinations: a word, or schemes, ports, hosts and addresses.
  static let addresses = listedAddresses.value(startingFrom: AddressPolicy()).written { $0.asConfigured }
    .or(
      ["any": .any, "public": .publicOnly],
      otherwise: "an object with \"allow\", \"hosts\", \"ports\" or \"schemes\""
    )

  private static let listedAddresses = ObjectShape<AddressPolicy>(
    "addresses",
    "The allowed destinations: those that all keys allow."
  ).with([
    ObjectMember("schemes", \.writtenSchemes, list(of: .word), "The schemes of URLs: \"http\", \"https\"."),
    ObjectMember("ports", to: \.ports, list(of: portRange))
      .about("The ports, each a number or a range (\"8000-8999\")."),
    ObjectMember("hosts", to: \.hosts, list(of: hostPattern))
      .about("The hosts, each a name or address, or \"*.\" and a name for all below it."),
    ObjectMember("allow", \.writtenAddresses, list(of: allowedAddresses))
      .about(
        "The addresses: \"public\", \"private\", \"loopback\", \"linkLocal\", \"shared\", \"reserved\", or networks (10.0.0.0/8)."
      ),
  ]).obeying(.some(["schemes", "ports", "hosts", "allow"], otherwise: "allows every destination: write \"any\""))

  /// The allowed addresses: a word, or a list of kinds and networks.
  fileprivate enum AllowedAddresses: Sendable {
    case kind(AddressKind)
    case network(AddressNetwork)
  }

  private static let allowedAddresses: ValueShape<AllowedAddresses> = {
    let words = AddressKind.allCases.map(\.rawValue)
    let expected = "\(words.map { "\"\($0)\"" }.joined(separator: ", ")) or a network such as \"10.0.0.0/8\""
    let schema = SchemaPart.text(
      pattern: "^(\(words.joined(separator: "|"))|[0-9a-fA-F.:]+(/[0-9]{1,3})?)$",
      expected: expected,
      examples: "public",
      "10.0.0.0/8"
    )
    let text = ValueShape<ConfiguredText>(schema, read: ValueShape<ConfiguredText>.someText.read)
    return text.map { text, node, reading -> AllowedAddresses? in
      if let kind = AddressKind(rawValue: text.text) { return .kind(kind) }
      if let network = AddressNetwork(text.text) { return .network(network) }
      return reading.refuse(text, expected, among: words, at: node)
    }
  }()

  private static let hostPattern = ValueShape<ConfiguredText>.someText.map { text, node, reading -> HostPattern? in
    HostPattern(text.text) ?? reading.refuse(text, "a host, or \"*.\" and a name", at: node)
  }.described(
    by: .text(
      pattern: "^(\\*\\.)?\(TextPattern.host)$",
      expected: "a host, or \"*.\" and a name",
      examples: "*.shop.example"
    )
  )

  private static let portRange: ValueShape<ClosedRange<Int>> = {
    let number = SchemaPart(body: ["type": "integer", "minimum": 1, "maximum": 65_535], examples: [443])
    let text = SchemaPart.text(
      pattern: "^[0-9]{1,5}(-[0-9]{1,5})?$",
      expected: "a port, or a range such as \"8000-8999\"",
      examples: "8000-8999"
    )
    return ValueShape(.either(number, text)) { node, reading in
      let text: String
      switch node.scalar {
      case .number(let number)?: text = "\(number)"
      case .string?:
        guard let written = ValueShape<ConfiguredText>.text.read(node, &reading) else { return nil }
        text = written.text
      default: text = ""
      }
      let ends = text.split(atByte: "-", maxSplits: 1).map { end in
        end.utf8.count <= 5 ? DecimalDigits.value(end.utf8) : nil
      }
      if let first = ends.first ?? nil, let last = ends.last ?? nil, first > 0, first <= last, last <= 65_535 {
        return first...last
      }
      return reading.refuse("expected a port from 1 to 65535, or a range such as \"8000-8999\"", at: node)
    }
  }()

  /// A non-empty array, which the policy writes: an empty one could mean nothing or everything.
  private static func list<Element>(of shape: ValueShape<Element>) -> ValueShape<[Element]> {
    ValueShape<[Element]>.array(of: shape).map { elements, _, _ in elements }
  }
}

extension AddressPolicy {
  /// The schemes as written; `nil` if the key is absent.
  fileprivate var writtenSchemes: [Scheme]? {
    get { Array(schemes) }
    set { schemes = Set(newValue ?? Scheme.allCases) }
  }
  fileprivate var writtenAddresses: [ConfigurationDocument.AllowedAddresses]? {
    get { nil }
    set {
      kinds = []
      networks = []
      for allowed in newValue ?? [] {
        switch allowed {
        case .kind(let kind): kinds.insert(kind)
        case .network(let network): networks.append(network)
        }
      }
    }
  }

  /// The policy as written in a document.
  fileprivate var asConfigured: JSON {
    var object: JSON.Object = [:]
    if schemes.count < Scheme.allCases.count {
      object["schemes"] = .array(Scheme.allCases.filter(schemes.contains).map { .string($0.rawValue) })
    }
    if !ports.isEmpty {
      object["ports"] = .array(
        ports.map { $0.count == 1 ? .number(.init($0.lowerBound)) : .string("\($0.lowerBound)-\($0.upperBound)") }
      )
    }
    if !hosts.isEmpty { object["hosts"] = .array(hosts.map { .string($0.description) }) }
    if looksAtAddresses || !networks.isEmpty {
      let words = AddressKind.allCases.filter(kinds.contains).map(\.rawValue)
      object["allow"] = .array((words + networks.map(\.description)).map { .string($0) })
    }
    return .object(object)
  }
}
