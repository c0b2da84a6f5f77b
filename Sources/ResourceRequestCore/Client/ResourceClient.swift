// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Dispatch

/// Sends requests to backend services, a gateway or any URL, and returns their responses.
///
/// Create one for each configuration and keep it, since it owns the connections. It needs no shutdown: connections
/// close with its last reference. Use it from any task or thread.
public final class ResourceClient: Sendable {
  /// The transport.
  package let transport: any Transport
  /// The client's options.
  package let options: ClientOptions
  /// What the client has in all of its configurations.
  let parts: ClientParts
  /// The current assembly; swapped atomically.
  let current: InlineLock<Assembly>
  /// The outcomes of reloads.
  let reloads = Lock(ClientStatus.Reloads())
  /// Follows a configuration file, if there is one.
  let follower = Lock<ConfigurationFollower?>(nil)
  /// The queue for callbacks that name none.
  package let callbackQueue: CallbackQueue

  /// Creates a client over a transport of your choice.
  ///
  /// - Parameters:
  ///   - configuration: the services and the gateway; empty by default.
  ///   - transport: sends the requests.
  ///   - options: middleware, default parameters, callback queue, clock and observers.
  public init(
    configuration: ResourceConfiguration = .empty,
    transport: any Transport,
    options: ClientOptions = ClientOptions()
  ) {
    self.transport = transport
    self.options = options
    let parts = ClientParts(transport: transport, options: options, rooms: StandardRooms.make(options))
    self.parts = parts
    current = InlineLock(Assembly(configuration, parts))
    callbackQueue = options.callbackQueue ?? .queue(DispatchQueue(label: "resource-request.callbacks"))
  }

  /// The current assembly; a call reads it once.
  var assembly: Assembly { current.withLock { $0 } }

  /// The calls in flight, and background work.
  package var inFlight: InFlight { parts.inFlight }

  /// The current configuration: the initial one, or the last one taken by a reload.
  public var configuration: ResourceConfiguration { assembly.configuration }

  /// The generation of the configuration: 1 at first; each reload, trial and rollback is assigned the next number.
  public var generation: Int { assembly.generation }

  /// Sends a request and returns its response, whatever its status.
  ///
  /// Cancelling the task ends the exchange on the wire.
  ///
  /// - Throws: ``ResourceError``, or `CancellationError`.
  public func send(_ request: ResourceRequest) async throws -> ResourceResponse {
    inFlight.begin()
    defer { inFlight.end() }
    let call = try begin(request)
    return whole(try await carryOut(request, call), call, request)
  }

  /// Sends a request with options of the call.
  package func send(_ request: ResourceRequest, _ call: CallOptions) async throws -> ResourceResponse {
    inFlight.begin()
    defer { inFlight.end() }
    let call = try begin(request, call)
    return whole(try await carryOut(request, call), call, request)
  }

  @inline(never)
  private func begin(_ request: ResourceRequest) throws -> RoutedCall { try begin(request, CallOptions()) }

  /// Routes a request.
  ///
  /// Never inlined, like all here that does not wait: what it needs would add to the frame of every call that waits.
  @inline(never)
  func begin(_ request: ResourceRequest, _ call: CallOptions) throws -> RoutedCall {
    // Nearly no client adds anything, and a copy would be counted references of some twenty parts.
    let added = parts.addsNothing ? nil : Shared(withDefaultParameters(request))
    let taken = self.assembly
    let trial = taken.trial
    let assembly = trial == nil ? taken : taken.drawn(options.environment)
    var context = CallContext(Call(options.environment, generation: assembly.generation), deadline: nil)
    let route: Route
    do { route = try assembly.driver.begin(added?.value ?? request, call, context) } catch {
      let request = added?.value ?? request
      request.body?.abandon()
      context.refused(request, error)
      if let trial { note(error, of: assembly, in: trial) }
      if let code = (error as? ResourceError)?.code { assembly.noteUnrouted(code, request) }
      throw error
    }
    context.end = route.totalTimeout.map { context.call.start.advanced(clamping: $0) }
    if let inherited = ResourceDeadline.currentEnd() { context.end = min(context.end ?? inherited, inherited) }
    call.whenRouted?(context)
    context.resolved(route.request)
    return RoutedCall(assembly: assembly, trial: trial, context: context, route: route, added: added)
  }

  /// Sends a routed request, follows redirects, and reports all events but the last of a success.
  @inline(__always)
  func carryOut(_ request: ResourceRequest, _ call: RoutedCall) async throws -> HopAnswer {
    do {
      try Task.checkCancellation()
      return try await call.assembly.driver.send(request, call)
    } catch {
      throw failed(call, request, error)
    }
  }

  /// The response of a call that has ended.
  @inline(never)
  private func whole(_ answer: HopAnswer, _ call: RoutedCall, _ request: ResourceRequest) -> ResourceResponse {
    let response = answer.whole(parts.decoders(for: request.service))
    call.context(after: answer.redirects.count).finished(response.status, response.lastExchange)
    conclude(call, request, answer)
    return response
  }

  /// Notes a call that got its response.
  @inline(never)
  func conclude(_ call: RoutedCall, _ request: ResourceRequest, _ answer: HopAnswer) {
    if let trial = call.trial { note(RolloutJudge.Outcome(answer.response.status), of: call.assembly, in: trial) }
    call.completed(request).body?.abandon()
  }

  @inline(never)
  private func failed(_ routed: RoutedCall, _ request: ResourceRequest, _ error: any Error) -> any Error {
    routed.completed(request).body?.abandon()
    if let trial = routed.trial { note(error, of: routed.assembly, in: trial) }
    let failure = routed.context(after: routed.context.call.redirectCount).failed(error, routed.route.request)
    if let error = failure as? ResourceError, routed.context.call.attemptCount == 0 {
      routed.assembly.noteUnsent(error.code, to: routed.route.destination)
    }
    return failure
  }

  /// Sends a request and decodes its response.
  ///
  /// - Parameters:
  ///   - type: the type to decode.
  ///   - request: the request.
  ///   - decoder: decodes the body; by default as the client's options say.
  /// - Returns: the decoded value.
  /// - Throws: ``ResourceError``, also if the status is not 2xx (`unsuccessfulStatus`) or the body cannot be decoded
  ///   (`decodingFailed`), with the response inside; or `CancellationError`.
  public func value<Value: Decodable>(
    _ type: Value.Type = Value.self,
    for request: ResourceRequest,
    by decoder: some ResponseDecoder = JSONResponseDecoder()
  ) async throws -> Value {
    try await send(request).successful().decode(type, by: decoder)
  }

  /// Routes a request without sending it, and without the service's credential.
  ///
  /// - Throws: ``ResourceError`` if it cannot be routed or sent.
  public func resolve(_ request: ResourceRequest) throws -> ResolvedRequest {
    try assembly.router.route(withDefaultParameters(request)).request
  }

  /// The route of a request without parameters that change with each request, such as a timestamp.
  package func lastingRoute(of request: ResourceRequest, _ call: CallOptions) throws -> Route {
    let lasting = options.defaultParameters.filter(\.isLasting)
    let request = DefaultParameter.add(lasting, to: request, clock: options.environment.clock)
    return try assembly.router.route(request, call)
  }

  /// The request with the client's default parameters.
  func withDefaultParameters(_ request: ResourceRequest) -> ResourceRequest {
    var request = request
    if let encoder = options.encoder(for: request.service) { request.body = request.body?.encoded(by: encoder) }
    guard !options.defaultParameters.isEmpty else { return request }
    return DefaultParameter.add(options.defaultParameters, to: request, clock: options.environment.clock)
  }

  /// Waits until no call is in flight, for a graceful shutdown.
  ///
  /// Background work counts too: hedged attempts that lost and may finish within a second, and caches that revalidate
  /// or store.
  ///
  /// - Parameter limit: the longest time to wait.
  /// - Returns: whether all calls have ended; `false` if the time ran out or the task was cancelled.
  @discardableResult
  public func drain(within limit: Duration) async -> Bool {
    let (clock, end) = (options.environment.clock, options.environment.clock.now.advanced(clamping: limit))
    // Who is told that nothing is in flight may begin the next call.
    while !inFlight.isIdle, clock.now < end, !Task.isCancelled {
      await withTaskGroup(of: Void.self) { [inFlight] group in
        group.addTask { await inFlight.wait() }
        group.addTask { try? await clock.sleep(until: end) }
        await group.next()
        group.cancelAll()
      }
    }
    return inFlight.isIdle
  }
}

/// A call that is routed: behind one reference, since a frame that waits holds whatever it names.
final class RoutedCall: Sendable {
  let assembly: Assembly
  let trial: RolloutTrial?
  let context: CallContext
  let route: Route
  /// The request with what the client adds, apart since nearly no client adds anything; `nil` if it adds nothing.
  private let added: Shared<ResourceRequest>?

  init(assembly: Assembly, trial: RolloutTrial?, context: CallContext, route: Route, added: Shared<ResourceRequest>?) {
    self.assembly = assembly
    self.trial = trial
    self.context = context
    self.route = route
    self.added = added
  }

  /// The caller's request with what the client adds.
  func completed(_ given: ResourceRequest) -> ResourceRequest { added?.value ?? given }

  // Never inlined: the whole route would be loaded into the frame of the call.
  @inline(never) var request: ResolvedRequest { route.request }
  @inline(never) var destinationIndex: Int { route.destination.index }
  var start: Moment { context.call.start }

  /// The context once so many redirects were followed.
  func context(after redirects: Int) -> CallContext {
    var context = context
    context.follow(redirects)
    return context
  }
}

extension CallContext {
  /// Reports to the observers that a request could not be routed.
  @inline(never)
  fileprivate func refused(_ request: ResourceRequest, _ error: any Error) {
    emit(.failed) { event in
      event.request = request.summary
      event.code = (error as? ResourceError)?.code
    }
  }

  /// Converts the error that ended the call into the caller's error, and reports it.
  @inline(never)
  func failed(_ error: any Error, _ request: ResolvedRequest) -> any Error {
    let error = described(error, request)
    ended(by: error)
    return error
  }

  /// Converts the error that ended the call into the caller's error.
  func described(_ error: any Error, _ request: ResolvedRequest) -> any Error {
    error is CancellationError ? error : ResourceError(wrapping: error, of: request, self)
  }
}

extension ResourceError {
  /// Wraps the error of a middleware or transport with the request; the SDK's own errors stay as they are.
  fileprivate init(wrapping error: any Error, of request: ResolvedRequest, _ context: CallContext) {
    let call = context.call
    switch error {
    case let error as ResourceError:
      self = error.adding(request.summary, call.attemptsSoFar.all, mayHaveExecuted: call.mayHaveExecuted)
    case let failure as TransportFailure:
      self.init(failure, of: request, context)
    default:
      self.init(
        code: .transportFailure,
        // Descriptions of foreign errors may contain a URL with its secrets.
        message: "a middleware or transport failed with \(type(of: error)), the cause",
        request: request.summary,
        attempts: call.attemptsSoFar.all,
        mayHaveExecuted: call.mayHaveExecuted,
        cause: error
      )
    }
  }
}

extension ResourceClient: RedactedDescription {
  /// The number of configured services and the kind of transport.
  public var description: String {
    "a client of \(configuration.services.count) services over \(type(of: transport))"
  }
  /// The configuration without its secrets, and the kind of transport.
  public var customMirror: Mirror {
    Mirror(
      self,
      children: ["configuration": configuration.redactedJSON().text(), "transport": "\(type(of: transport))"]
    )
  }
}
