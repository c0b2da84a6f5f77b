// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Curl
  import Testing

  @testable import ResourceRequestCurl

  struct PlacementTests {
    @Test func `a lane gets further handles for itself when it has filled its share of the first`() {
      var placement = Placement<String>(share: 2, mostAnnexes: 8)
      func numbers(_ count: Int, _ lane: String) -> [Int] { (0..<count).map { _ in placement.place(lane).number } }
      #expect(numbers(5, "a") == [0, 0, 1, 1, 2])
      #expect(numbers(3, "b") == [0, 0, 3])
      #expect(numbers(1, "c") == [0])
      placement.ended("a", at: 0, idleUntil: 9)
      placement.ended("a", at: 1, idleUntil: 9)
      // The first handle with room is used.
      #expect(numbers(3, "a") == [0, 1, 2])
      #expect(placement.annexCount == 3)
    }

    @Test func `a handle is made when it is first used and closed when nothing has run on it for its time`() {
      var placement = Placement<String>(share: 1, mostAnnexes: 8)
      #expect(placement.place("a") == .init(number: 0, isNew: false))
      #expect(placement.place("a") == .init(number: 1, isNew: true))
      #expect(placement.earliest == nil)
      placement.ended("a", at: 1, idleUntil: 10)
      #expect(placement.earliest == 10)
      #expect(placement.place("a") == .init(number: 1, isNew: false))
      #expect(placement.expired(at: 10) == [])
      placement.ended("a", at: 1, idleUntil: 20)
      #expect(placement.expired(at: 19) == [])
      #expect(placement.expired(at: 20) == [1])
      #expect(placement.earliest == nil)
      #expect(placement.place("a") == .init(number: 1, isNew: true))
    }

    @Test func `where there are no more handles, the one idle for longest is taken, and then the first`() {
      var placement = Placement<String>(share: 1, mostAnnexes: 2)
      #expect((0..<3).map { _ in placement.place("a").number } == [0, 1, 2])
      placement.ended("a", at: 2, idleUntil: 10)
      placement.ended("a", at: 1, idleUntil: 11)
      #expect(placement.place("b") == .init(number: 0, isNew: false))
      #expect(placement.place("b") == .init(number: 2, isNew: true))
      #expect(placement.place("b") == .init(number: 1, isNew: true))
      #expect(placement.place("b") == .init(number: 0, isNew: false))
      placement.ended("b", at: 1, idleUntil: 12)
      placement.ended("b", at: 0, idleUntil: 12)
      // Handle 0 has two connections for this lane, so two exchanges run there before another handle is used.
      #expect(placement.place("b") == .init(number: 0, isNew: false))
      #expect(placement.place("b") == .init(number: 1, isNew: false))
      #expect(placement.annexCount == 2)
    }

    @Test func `there are no more connections at rest and in use than sockets, whichever handle they are on`() {
      var placement = Placement<String>(share: 10, mostAnnexes: 4, total: 50)
      for _ in 0..<30 { _ = placement.place("b") }
      // Twenty exchanges run on annexes, ten on the first handle, which can give no sockets to a third annex.
      #expect(placement.annexCount == 2)
      for number in 0..<15 { #expect(placement.place("c\(number)").number == 0) }
      #expect(placement.reserved == 0)
      for _ in 0..<5 { placement.ended("b", at: 1, idleUntil: 9) }
      // Five connections may be idle there.
      #expect(placement.reserved == 5)
      for _ in 0..<5 { placement.ended("b", at: 1, idleUntil: 9) }
      #expect(placement.reserved == 10)
      placement.giveUpIdle()
      #expect(placement.expired(at: 0) == [1])
      #expect(placement.reserved == 0)
    }

    /// Models libcurl's connections: an idle one on the handle is reused before another is opened.
    private struct Connections {
      var used: [Int: Int] = [:]
      var open: [Int: Int] = [:]
      var all: Int { open.values.reduce(0, +) }
      var underway: Int { used.values.reduce(0, +) }

      mutating func start(_ place: Placement<Int>.Place) {
        if place.isNew { open[place.number] = 0 }
        used[place.number, default: 0] += 1
        open[place.number] = max(open[place.number] ?? 0, used[place.number] ?? 0)
      }
    }

    @Test(arguments: 0..<20)
    func `a lane has no more connections than it once had exchanges at the same time`(seed: UInt64) {
      var random = SplitMix(state: seed)
      var placement = Placement<Int>(share: 3, mostAnnexes: Int.random(in: 0...9, using: &random))
      var lanes = [Connections](repeating: Connections(), count: 3)
      var most = [0, 0, 0]
      for now in 0..<4000 as Range<UInt64> {
        let lane = Int.random(in: 0..<3, using: &random)
        // Load in waves, so that handles are filled, emptied and closed.
        if Int.random(in: 0..<100, using: &random) < (now / 300 % 2 == 0 ? 60 : 40) {
          let place = placement.place(lane)
          if place.isNew { for other in lanes.indices { lanes[other].open[place.number] = nil } }
          lanes[lane].start(place)
          most[lane] = max(most[lane], lanes[lane].underway)
        } else if let number = lanes[lane].used.filter({ $0.value > 0 }).keys.sorted().randomElement(using: &random) {
          lanes[lane].used[number, default: 0] -= 1
          placement.ended(lane, at: number, idleUntil: now + 50)
        }
        for number in placement.expired(at: now) {
          for lane in lanes.indices {
            #expect(lanes[lane].used[number, default: 0] == 0)
            lanes[lane].open[number] = nil
          }
        }
        #expect(lanes[lane].all <= most[lane])
        for annex in 1..<10 { #expect(lanes.map { $0.used[annex, default: 0] }.reduce(0, +) <= 3) }
      }
    }
  }

  /// A random number generator that yields the same numbers in every run.
  private struct SplitMix: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      var mixed = state
      mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
      mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
      return mixed ^ (mixed >> 31)
    }
  }
#endif
