// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// What a request would become, and what decided each part of it, without sending anything.
///
/// It contains no secrets: log it, share it, compare it from one day to the next. Print it for people; encode it for
/// programs.
public struct Explanation: Sendable, Hashable, Codable {
  /// The layer that set a value.
  public struct Layer: RawRepresentable, Sendable, Hashable, Codable, CustomStringConvertible {
    /// The name.
    public let rawValue: String

    /// Creates a layer with a name.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// The name.
    public var description: String { rawValue }

    /// The request itself.
    public static let call = Layer(rawValue: "call")
    /// The configuration of the backend service.
    public static let service = Layer(rawValue: "service")
    /// The configuration of the gateway.
    public static let gateway = Layer(rawValue: "gateway")
    /// The configuration's `defaults`.
    public static let defaults = Layer(rawValue: "defaults")
    /// The options of the client.
    public static let client = Layer(rawValue: "client")
    /// The built-in default.
    public static let builtIn = Layer(rawValue: "built-in")
  }

  /// One line: a name, a value, and what set it.
  public struct Fact: Sendable, Hashable, Codable {
    /// The name, such as `timeouts.total`.
    public let name: String
    /// The value.
    public let value: String
    /// The layer that set it; `nil` for a fact that follows from others, or a state.
    public let layer: Layer?
    /// The place where it was set, as `file:line:column`; `nil` if no file set it.
    public let place: String?

    /// Creates a fact that no layer set, such as one of a ``ServiceFeature``.
    public init(_ name: String, _ value: String) {
      self.init(name, value, nil, at: nil)
    }

    package init(_ name: String, _ value: String, _ layer: Layer? = nil, at place: String? = nil) {
      self.name = name
      self.value = value.onOneLine
      self.layer = layer
      self.place = place
    }
  }

  /// A group of facts.
  public struct Section: Sendable, Hashable, Codable {
    /// The title: one word.
    public let title: String
    /// The facts.
    public let facts: [Fact]

    package init(_ title: String, _ facts: [Fact]) {
      self.title = title
      self.facts = facts
    }
  }

  /// The worst case: the most attempts by the policies, and the longest time that they take.
  public struct WorstCase: Sendable, Hashable, Codable {
    /// The most attempts, without those that ``leavesOut`` names.
    public let attempts: Int
    /// The longest time of these attempts and the waits between them, in seconds; `nil` for no limit.
    public let seconds: Double?
    /// What may add attempts or time, such as `redirects` and `the rate`; empty if nothing does.
    public let leavesOut: [String]
    /// The longest time of the call with all of that, in seconds: its total timeout; `nil` for no limit.
    public let secondsInAll: Double?
  }

  /// The generation of the configuration.
  public let generation: Int
  /// The configuration's ``ResourceConfiguration/digest``.
  public let configuration: String
  /// The method.
  public let method: String
  /// The URL, without secrets.
  public let url: String
  /// The backend service, if the request names one.
  public let service: String?
  /// The worst case.
  public let worstCase: WorstCase
  /// All facts.
  public let sections: [Section]
  /// The request as a command for curl, without secrets.
  public let curl: String

  /// The first fact with a name in a section; `nil` if there is none.
  public subscript(section: String, name: String) -> Fact? {
    sections.first { $0.title.hasSameBytes(as: section) }?.facts.first { $0.name.hasSameBytes(as: name) }
  }
}
