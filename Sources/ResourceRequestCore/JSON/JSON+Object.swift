// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

extension JSON {
  /// The members of a JSON object, in order, each key once.
  ///
  /// Keys are compared by their code points, as RFC 8259 §8.3 advises: a composed and a decomposed `é` are two keys.
  /// Finding a key in a small object is a short scan; a large one has a hash table, so that no document can make
  /// look-ups slow. Equality and hashing ignore the order.
  public struct Object: Sendable {
    /// The members, each key once.
    private(set) var members: [Element]
    /// Present exactly when there are more than ``scanLimit`` members.
    private var index: ObjectKeyIndex?

    /// Up to so many members a scan is faster than hashing.
    static let scanLimit = 16

    /// Makes an object without members.
    public init() {
      members = []
    }

    /// Makes an object of members in their order, which for a `Dictionary` is arbitrary.
    ///
    /// Of a key that comes twice, the last value counts and stands at the key's first place.
    public init(_ members: some Sequence<Element>) {
      self.init()
      for (key, value) in members { self[key] = value }
    }

    /// Takes over members known to have no key twice.
    init(unique members: [Element], index: ObjectKeyIndex?) {
      self.members = members
      self.index = index
    }

    /// The value of a member, nil where there is none.
    ///
    /// Setting a value replaces it in its place or adds the member at the end; setting nil removes the member. To set
    /// the value null, say `.some(.null)`.
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

    /// The keys in order.
    public var keys: some RandomAccessCollection<String> {
      members.lazy.map(\.key)
    }

    /// The values in order.
    public var values: some RandomAccessCollection<JSON> {
      members.lazy.map(\.value)
    }

    private func position(of key: String) -> Int? {
      guard let index else {
        return members.firstIndex { ObjectKeyIndex.sameKey($0.key, key) }
      }
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

  /// The place of the first member.
  public var startIndex: Int { 0 }

  /// The place after the last member.
  public var endIndex: Int { members.count }

  /// The member at a place.
  public subscript(position: Int) -> Element {
    members[position]
  }
}

extension JSON.Object: ExpressibleByDictionaryLiteral {
  /// Makes an object whose members keep the order written; of a key written twice, the last value counts.
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

  /// Feeds the members to the hasher, whatever their order.
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
