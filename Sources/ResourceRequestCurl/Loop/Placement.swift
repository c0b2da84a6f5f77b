// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Curl
  /// Decides which of the loop's multi handles an exchange runs on.
  ///
  /// To find a connection for an exchange, libcurl walks through all that the handle has to the host. So no handle has
  /// many of one lane: all lanes share the first, and a lane that has filled its share of it gets further handles of
  /// its own, one after the other, its annexes.
  ///
  /// An exchange goes to the first of them with room. So a later one gets exchanges only while all before it are full,
  /// and a lane has no more connections, idle ones included, than it once had exchanges at the same time: a limit of
  /// exchanges is also one of connections. Pure: time is passed in as nanoseconds.
  struct Placement<Lane: Hashable> {
    /// A handle, by number; the first is 0.
    struct Place: Equatable {
      let number: Int
      /// Whether it is to be created; the handle that had this number before is to be closed.
      let isNew: Bool
    }

    private struct Room {
      /// Its exchanges on the first handle.
      var atFirst = 0
      /// How many exchanges it may have there: its share, or more if no annex was available.
      ///
      /// Never less than it once had, since as many connections may be idle there.
      var share: Int
      var annexes: [Int] = []
    }

    private struct Annex {
      let lane: Lane
      var active = 0
      /// When it is closed, if nothing runs on it until then; `.max` while something does.
      var until = UInt64.max
    }

    /// The maximum number of exchanges of a lane on one handle.
    private let share: Int
    /// The most exchanges on all handles together.
    private let total: Int
    /// The exchanges on the first handle, and on all others.
    private var atFirst = 0
    private var atAnnexes = 0
    private let mostAnnexes: Int
    private var rooms: [Lane: Room] = [:]
    /// By number, from 1 on.
    private var annexes: [Annex?] = []
    /// No annex is to be closed before.
    private var nextLook = UInt64.max
    /// The number of lanes above which idle ones are forgotten.
    private var roomsKept = 1024

    /// Creates a placement with a maximum of exchanges of a lane on a handle, of annexes, and of exchanges on all of
    /// them.
    init(share: Int, mostAnnexes: Int, total: Int = .max) {
      self.share = share
      self.total = total
      self.mostAnnexes = mostAnnexes
    }

    /// When to check for annexes to close; `nil` if none is idle.
    var earliest: UInt64? { nextLook == .max ? nil : nextLook }

    /// How many handles there are beside the first.
    private(set) var annexCount = 0

    /// How many more exchanges the annexes could have: each of these places may hold an idle connection.
    ///
    /// So many fewer than the total there can be, or the first handle would have too few connections left for its own.
    var reserved: Int { annexCount * share - atAnnexes }

    /// Whether an exchange of a lane would run in a place reserved for it.
    func hasReserved(_ lane: Lane) -> Bool {
      guard let room = rooms[lane], room.atFirst >= room.share else { return false }
      return room.annexes.contains { hasRoom($0) }
    }

    /// Decides where an exchange that starts is to run.
    mutating func place(_ lane: Lane) -> Place {
      if rooms.count > roomsKept { forgetIdle() }
      let annexes = change(lane) { room -> [Int]? in
        guard room.atFirst >= room.share else {
          room.atFirst += 1
          return nil
        }
        return room.annexes
      }
      guard let annexes else {
        atFirst += 1
        return Place(number: 0, isNew: false)
      }
      if let number = annexes.first(where: { hasRoom($0) }) {
        enter(number)
        return Place(number: number, isNew: false)
      }
      if let number = annex(for: lane) {
        enter(number)
        return Place(number: number, isNew: true)
      }
      change(lane) { room in
        room.atFirst += 1
        room.share = room.atFirst
      }
      atFirst += 1
      return Place(number: 0, isNew: false)
    }

    /// Takes note that an exchange has ended, and when its handle may be closed if it was the last.
    mutating func ended(_ lane: Lane, at number: Int, idleUntil: UInt64) {
      guard number > 0 else {
        atFirst -= 1
        return change(lane) { $0.atFirst -= 1 }
      }
      atAnnexes -= 1
      annexes[number - 1]?.active -= 1
      guard annexes[number - 1]?.active == 0 else { return }
      annexes[number - 1]?.until = idleUntil
      nextLook = min(nextLook, idleUntil)
    }

    /// Lets handles that nothing runs on be closed earlier.
    ///
    /// - Parameter end: when a handle has no idle connection any more, by its number.
    mutating func shortenRests(to end: (Int) -> UInt64) {
      for index in annexes.indices where until(index) < .max {
        let until = min(until(index), end(index + 1))
        annexes[index]?.until = until
        nextLook = min(nextLook, until)
      }
    }

    /// Says of the handles nothing runs on that they are to be closed, to make room for connections of others.
    mutating func giveUpIdle() {
      for index in annexes.indices where until(index) < .max { annexes[index]?.until = 0 }
      nextLook = annexes.contains { $0?.until == 0 } ? 0 : nextLook
    }

    /// The handles nothing has run on for long enough; they are to be closed.
    mutating func expired(at now: UInt64) -> [Int] {
      guard now >= nextLook else { return [] }
      var expired: [Int] = []
      nextLook = .max
      for (index, annex) in annexes.enumerated() {
        guard let annex else { continue }
        if annex.until <= now {
          close(index + 1)
          expired.append(index + 1)
        } else {
          nextLook = min(nextLook, annex.until)
        }
      }
      return expired
    }

    private func hasRoom(_ number: Int) -> Bool {
      annexes[number - 1].map { $0.active < share } ?? false
    }

    private mutating func enter(_ number: Int) {
      atAnnexes += 1
      annexes[number - 1]?.active += 1
      annexes[number - 1]?.until = .max
    }

    /// An annex for a lane: a number that is free, or else that of the annex that has been idle for longest.
    private mutating func annex(for lane: Lane) -> Int? {
      let number: Int
      // The first handle would have fewer connections than it has exchanges.
      let hasRoom = atFirst <= total - (annexCount + 1) * share
      if hasRoom, let free = annexes.firstIndex(where: { $0 == nil }) {
        number = free + 1
      } else if hasRoom, annexes.count < mostAnnexes {
        annexes.append(nil)
        number = annexes.count
      } else if let idle = annexes.indices.min(by: { until($0) < until($1) }), until(idle) < .max {
        number = idle + 1
        close(number)
      } else {
        return nil
      }
      annexes[number - 1] = Annex(lane: lane)
      annexCount += 1
      change(lane) { $0.annexes.append(number) }
      return number
    }

    private func until(_ index: Int) -> UInt64 { annexes[index]?.until ?? .max }

    private mutating func close(_ number: Int) {
      guard let annex = annexes[number - 1] else { return }
      annexes[number - 1] = nil
      annexCount -= 1
      change(annex.lane) { $0.annexes.removeAll { $0 == number } }
    }

    /// Forgets a lane that has nothing in flight and would get the same again.
    private mutating func forgetIdle() {
      rooms = rooms.filter { $0.value.atFirst > 0 || !$0.value.annexes.isEmpty || $0.value.share > share }
      roomsKept = max(1024, 2 * rooms.count)
    }

    private mutating func change<Result>(_ lane: Lane, _ body: (inout Room) -> Result) -> Result {
      body(&rooms[lane, default: Room(share: share)])
    }
  }
#endif
