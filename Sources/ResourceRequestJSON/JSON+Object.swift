// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

extension JSON {
  /// The members of a JSON object, in order, with unique keys.
  ///
  /// Keys are compared by their code points, as RFC 8259 §8.3 advises: a composed and a decomposed `é` are two keys. A
  /// small object is searched by a short scan; a large one has a hash table, so no document can make lookups slow.
  /// Equality and hashing ignore the order.
  public struct Object: Sendable {
    /// The members, each key once.
    private(set) var members: [Element]
    /// Present exactly when there are more than ``scanLimit`` members.
    private var index: ObjectKeyIndex?

    /// Up to so many members a scan is faster than hashing.
    static let scanLimit = 16

    /// Creates an empty object.
    public init() {
      members = []
    }

    /// Creates an object from members, in order; a `Dictionary` has an arbitrary order.
    ///
    /// The last value of a repeated key counts, at the key's first position.
    public init(_ members: some Sequence<Element>) {
      self.init()
      for (key, value) in members { self[key] = value }
    }

    /// Takes over members known to have no key twice.
    init(unique members: [Element], index: ObjectKeyIndex?) {
      self.members = members
      self.index = index
    }

    /// The value of a member; `nil` if there is none.
    ///
    /// Setting a value replaces it in place or appends the member; setting `nil` removes the member. To set the value
    /// to null, write `.some(.null)`.
    public subscript(key: String) -> JSON? {
      get {
        position(of: key).map { members[$0].value }
      }
      set {
        switch (position(of: key), newValue) {
        case (let position?, let value?):
          members[position].value = value
        case (let position?, nil):
          members.remove(at: position)
          index = members.count > Self.scanLimit ? ObjectKeyIndex(indexing: members) : nil
        case (nil, let value?):
          append(key, value)
        case (nil, nil):
          break
        }
      }
    }

    /// The keys, in order.
    public var keys: some RandomAccessCollection<String> {
      members.lazy.map(\.key)
    }

    /// The values, in order.
    public var values: some RandomAccessCollection<JSON> {
      members.lazy.map(\.value)
    }

    private func position(of key: String) -> Int? {
      guard let index else { return members.firstIndex { ObjectKeyIndex.sameKey($0.key, key) } }
      return index.position(of: key, in: members)
    }

    private mutating func append(_ key: String, _ value: JSON) {
      members.append((key, value))
      if index != nil {
        index?.noteLast(of: members)
      } else if members.count > Self.scanLimit {
        index = ObjectKeyIndex(indexing: members)
      }
    }
  }
}

extension JSON.Object: RandomAccessCollection {
  /// A member: its key and its value.
  public typealias Element = (key: String, value: JSON)

  /// The position of the first member.
  public var startIndex: Int { 0 }

  /// The position after the last member.
  public var endIndex: Int { members.count }

  /// The member at a position.
  public subscript(position: Int) -> Element {
    members[position]
  }
}

extension JSON.Object: ExpressibleByDictionaryLiteral {
  /// Creates an object, which keeps the order; the last value of a repeated key counts.
  public init(dictionaryLiteral elements: (String, JSON)...) {
    self.init()
    for (key, value) in elements { self[key] = value }
  }
}

extension JSON.Object: Hashable {
  /// Whether both have the same keys with equal values, in any order.
  public static func == (left: Self, right: Self) -> Bool {
    left.count == right.count
      && left.members.allSatisfy { member in right[member.key] == .some(member.value) }
  }

  /// Hashes the members, ignoring their order.
  public func hash(into hasher: inout Hasher) {
    var sum = 0
    for (key, value) in members {
      var member = Hasher()
      member.combine(key)
      member.combine(value)
      sum &+= member.finalize()
    }
    hasher.combine(count)
    hasher.combine(sum)
  }
}
