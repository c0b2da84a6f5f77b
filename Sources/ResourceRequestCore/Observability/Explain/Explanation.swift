// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// What a request comes to, and what decided each part of it: made without sending anything.
///
/// It holds no secrets: it can be logged, sent to whoever asks, and compared from one day to the next. Print it for
/// people; encode it for programs.
public struct Explanation: Sendable, Hashable, Codable {
  /// Who decided something.
  public struct Layer: RawRepresentable, Sendable, Hashable, Codable, CustomStringConvertible {
    /// The name.
    public let rawValue: String

    /// A layer of this name.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// The name.
    public var description: String { rawValue }

    /// The request itself.
    public static let call = Layer(rawValue: "call")
    /// What the configuration says of the backend service.
    public static let service = Layer(rawValue: "service")
    /// What the configuration says of the gateway.
    public static let gateway = Layer(rawValue: "gateway")
    /// What the configuration says of everybody.
    public static let defaults = Layer(rawValue: "defaults")
    /// Options of the client.
    public static let client = Layer(rawValue: "client")
    /// Nobody: the standard value.
    public static let builtIn = Layer(rawValue: "built-in")
  }

  /// One line: what it is about, what it comes to, and what decided that.
  public struct Fact: Sendable, Hashable, Codable {
    /// What it is about, such as `timeouts.total`.
    public let name: String
    /// What it comes to.
    public let value: String
    /// Who decided it; `nil` for what follows from the other facts, or is a state.
    public let layer: Layer?
    /// The place where it was written, as `file:line:column`; `nil` for what no file says.
    public let place: String?

    package init(_ name: String, _ value: String, _ layer: Layer? = nil, at place: String? = nil) {
      self.name = name
      self.value = value.onOneLine
      self.layer = layer
      self.place = place
    }
  }

  /// Facts that belong together.
  public struct Section: Sendable, Hashable, Codable {
    /// What they are about: one word.
    public let title: String
    /// The facts.
    public let facts: [Fact]

    package init(_ title: String, _ facts: [Fact]) {
      self.title = title
      self.facts = facts
    }
  }

  /// How often a request goes out at most, and how long that takes.
  public struct WorstCase: Sendable, Hashable, Codable {
    /// The most attempts; redirects and logins are not among them.
    public let attempts: Int
    /// The longest until the call has ended, in seconds; `nil` for no limit.
    public let seconds: Double?

    package init(attempts: Int, seconds: Double?) {
      self.attempts = attempts
      self.seconds = seconds
    }
  }

  /// How many configurations the client had, the one that decides here included.
  public let generation: Int
  /// The configuration's ``ResourceConfiguration/digest``.
  public let configuration: String
  /// What would be asked, and of whom; without secrets.
  public let method: String
  /// The URL, without secrets.
  public let url: String
  /// The backend service, where one is named.
  public let service: String?
  /// The most attempts, and the longest time.
  public let worstCase: WorstCase
  /// All facts.
  public let sections: [Section]
  /// The request as a command for curl, without secrets.
  public let curl: String

  package init(
    generation: Int,
    configuration: String,
    method: String,
    url: String,
    service: String?,
    worstCase: WorstCase,
    sections: [Section],
    curl: String
  ) {
    self.generation = generation
    self.configuration = configuration
    self.method = method
    self.url = url
    self.service = service
    self.worstCase = worstCase
    self.sections = sections
    self.curl = curl
  }

  /// The first fact of a name in a section; `nil` where there is none.
  public subscript(section: String, name: String) -> Fact? {
    sections.first { $0.title.hasSameBytes(as: section) }?.facts.first { $0.name.hasSameBytes(as: name) }
  }
}
