// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestCore

/// One run of a simulation.
final class SimulationRun: Sendable {
  private struct State {
    var arrivals: SeededRandom
    var choices: SeededRandom
    var clients: [ResourceClient] = []
    /// The clients of the servers that call others.
    var inner: [Int: ResourceClient] = [:]
    var watches: [EjectionWatch] = []
    var isLoadOver = false
  }

  /// How long the simulated time goes on after the load, in seconds.
  private static let longestRest: VirtualMoment = 86_400

  private let simulation: Simulation
  private let thread = VirtualThread()
  private let time = VirtualTime()
  private let clock: VirtualClock
  private let tally: Tally
  private let transport: SimulatedTransport
  private let load: LoadPlan
  private let mix: CallMix
  private let state: Lock<State>

  init(_ simulation: Simulation) {
    self.simulation = simulation
    let incident = simulation.incident
    clock = VirtualClock(time, thread)
    tally = Tally(endpoints: incident.servers.map { $0.endpoint.string })
    transport = SimulatedTransport(incident.servers, seed: simulation.seed, time, clock, thread, tally)
    load = LoadPlan(incident)
    mix = CallMix(incident.calls)
    state = Lock(
      State(
        arrivals: SeededRandom(seed: simulation.seed, stream: 1),
        choices: SeededRandom(seed: simulation.seed, stream: 2)
      )
    )
  }

  func run(_ progress: (Duration) -> Void) throws(Simulation.Failure) -> Simulation.Report {
    thread.adopt()
    let clients = (0..<simulation.incident.clients).map { client(number: $0) }
    let calling = simulation.incident.servers.indices.filter { !simulation.incident.servers[$0].calls.isEmpty }
    let inner = Dictionary(uniqueKeysWithValues: calling.map { ($0, client(number: 1_000_000 + $0)) })
    state.withLock { state in
      state.clients = clients
      state.inner = inner
    }
    transport.begin { [weak self] server, done in self?.callOthers(server, done) }
    for change in simulation.changes {
      time.plan(at: VirtualMoment(change.moment)) { [weak self] in self?.reload(change.configuration) }
    }
    planArrival(after: 0)
    var seconds: VirtualMoment = 0
    var isLate = false
    while true {
      thread.runJobs()
      if !thread.strays.isEmpty || isOver { break }
      if !time.advance() { break }
      let reached = time.now / 1_000_000_000
      // Each second is a row of the report.
      isLate = reached > SimulationRun.longestRest + VirtualMoment(simulation.incident.duration) / 1_000_000_000
      if isLate { break }
      if reached > seconds {
        seconds = reached
        progress(.seconds(reached))
      }
    }
    let isComplete = isOver
    let end = time.now
    // A call that waits neither for a server nor for a moment waits for work outside the simulation.
    let left = tally.callsUnderWay
    let hasLeft = !thread.strays.isEmpty
    tally.stop()
    leave()
    if isLate { throw Simulation.Failure("\(left) calls last for more than a day after the load: give them a timeout") }
    try judge(isComplete, hasLeft, left)
    return tally.report(seed: simulation.seed, end: max(end, VirtualMoment(simulation.incident.duration)))
  }

  private var isOver: Bool { state.withLock { $0.isLoadOver } && tally.isIdle }

  /// Ends remaining work that is not awaited, such as refreshing and checking.
  private func leave() {
    let clients = state.withLock { state in
      defer {
        state.clients = []
        state.inner = [:]
      }
      return (state.clients, state.inner)
    }
    withExtendedLifetime(clients) {}
    clock.end()
    transport.end()
    thread.runJobs(limit: 10_000_000)
    time.clear()
  }

  private func judge(_ isComplete: Bool, _ hasLeft: Bool, _ left: Int) throws(Simulation.Failure) {
    if hasLeft {
      throw Simulation.Failure(
        "work left the simulation's thread: a Task { } or queue within a call runs whenever the machine has time, so "
          + "nothing would be the same twice; make it a child task"
      )
    }
    if let place = tally.missing {
      throw Simulation.Failure("requests went to \(place), where the incident has no server; add it to \"servers\"")
    }
    guard isComplete else {
      throw Simulation.Failure(
        "\(left) calls never end: give them a timeout, or let the events of the servers end; if they wait for a Task { } or "
          + "a queue of the program's own, it left the simulation's thread: make it a child task"
      )
    }
  }

  private func client(number: Int) -> ResourceClient {
    let random = Lock(SeededRandom(seed: simulation.seed, stream: 2000 + UInt64(number)))
    var options = simulation.options
    let ejections = EjectionWatch(simulation.configuration, simulation.incident.servers, tally, time)
    state.withLock { $0.watches.append(ejections) }
    options.environment = RequestEnvironment(clock: clock, observers: options.environment.observers + [ejections]) {
      random.withLock { $0.next() }
    }
    // Names have no meaning here, and the machine's resolver would respond at an unpredictable moment.
    options.lookUp = { _ in [] }
    return ResourceClient(configuration: simulation.configuration.withoutFiles, transport: transport, options: options)
  }

  private func reload(_ configuration: ResourceConfiguration) {
    let clients = state.withLock { state in state.clients + state.inner.sorted { $0.key < $1.key }.map(\.value) }
    let (before, after) = (clients.first?.configuration ?? .empty, configuration.withoutFiles)
    let watches = state.withLock(\.watches)
    for watch in watches { watch.take(after) }
    let isOtherGateway = before.gateway != after.gateway
    let changed = before.services.filter { service in
      let settings = [before, after].map { service.settings.merging($0.settings(around: service)) }
      let isMoved = service.via == .gateway && isOtherGateway
      return isMoved || settings[0] != settings[1] || !after.services.contains(service)
    }
    // The gateway's own calls have no service.
    let gateway = isOtherGateway || before.defaults != after.defaults ? [""] : []
    let names = Set(changed.map(\.name) + gateway)
    // What is tried first may be rejected, and keeps its state meanwhile.
    if after.rollout != nil { for watch in watches { watch.tries(names) } }
    for client in clients { client.reload(after) }
    if after.rollout == nil { for watch in watches { watch.forget(names) } }
  }

  // MARK: Calls

  private func planArrival(after moment: VirtualMoment) {
    let next = state.withLock { state in
      let next = load.next(after: moment, &state.arrivals)
      if next == nil { state.isLoadOver = true }
      return next
    }
    guard let next else { return }
    time.plan(at: next) { [weak self] in
      guard let self else { return }
      arrive()
      planArrival(after: next)
    }
  }

  private func arrive() {
    let (request, client) = state.withLock { state in
      let request = mix.next(&state.choices)
      return (request, state.clients[state.choices.below(state.clients.count)])
    }
    let call = tally.begin(at: time.now, isOffered: true)
    send(request, by: client, call) { _ in }
  }

  /// Makes the calls of a server, one after the other, until one fails.
  private func callOthers(_ server: Int, from index: Int = 0, _ done: @escaping @Sendable (Bool) -> Void) {
    let calls = simulation.incident.servers[server].calls
    guard index < calls.count, let client = state.withLock({ $0.inner[server] }) else {
      return done(index >= calls.count)
    }
    let request = state.withLock { calls[index].request(&$0.choices) }
    let call = tally.begin(at: time.now, isOffered: false)
    send(request, by: client, call) { [weak self] isWell in
      guard let self, isWell else { return done(false) }
      callOthers(server, from: index + 1, done)
    }
  }

  private func send(
    _ request: ResourceRequest,
    by client: ResourceClient,
    _ call: Int,
    _ done: @escaping @Sendable (Bool) -> Void
  ) {
    Task(executorPreference: thread) { [tally, time, thread] in
      let (outcome, isWell) = await SimulatedCall.$current.withValue(call) {
        await WaitingThread.$current.withValue(thread) {
          do {
            let response = try await client.send(request)
            return (String(response.status.code), response.status.isSuccessful)
          } catch let error as ResourceError {
            return (error.code.rawValue, false)
          } catch {
            return (error is CancellationError ? "cancelled" : "\(type(of: error))", false)
          }
        }
      }
      tally.end(call, at: time.now, outcome, isWell: isWell)
      done(isWell)
    }
  }
}

/// The call that a task belongs to, whatever its client does for it.
enum SimulatedCall {
  @TaskLocal static var current: Int?
}

extension ResourceConfiguration {
  /// The configuration with what it reads from files as it is now: other threads watch files and wait for disks.
  fileprivate var withoutFiles: ResourceConfiguration {
    var configuration = self
    configuration.defaults.cache?.disk = nil
    configuration.gateway?.settings.cache?.disk = nil
    for index in configuration.services.indices {
      configuration.services[index].settings.cache?.disk = nil
      configuration.services[index].endpointsFile = nil
    }
    return configuration
  }
}
