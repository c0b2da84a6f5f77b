// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Follows redirects: routes every hop again and sends it through the pipeline of its destination, so that another
/// origin never inherits the first one's credentials, limits or state.
final class HopDriver: Sendable {
  private let router: Router
  /// The pipelines, by the destination's index.
  private let destinations: [DestinationPipelines]

  init(router: Router, _ destinations: [DestinationPipelines]) {
    self.router = router
    self.destinations = destinations
  }

  func send(_ request: ResourceRequest, _ call: RoutedCall) async throws -> HopAnswer {
    let response = try await exchange(call.request, at: call.destinationIndex, since: call.start, call.context)
    guard RedirectDecision.isRedirect(response.status) else { return HopAnswer(response, of: call) }
    return try await follow(response, of: request, call)
  }

  /// Continues after a response that may be a redirect.
  ///
  /// Separate from ``send(_:_:)``, whose frame lives as long as the exchange and holds nothing for redirects.
  @inline(never)
  private func follow(
    _ answer: TransportResponse,
    of given: ResourceRequest,
    _ call: RoutedCall
  ) async throws -> HopAnswer {
    let request = call.completed(given)
    let first = call.route
    var context = call.context
    var response = answer
    var route = first
    var hops: [RedirectHop] = []
    while true {
      let proposed = RedirectDecision.decide(
        response.status,
        response.headers,
        to: route.request,
        followed: hops.count,
        policy: first.redirects
      )
      // Before it is compared with where it comes from: by https it may be the same origin.
      let decision = upgraded(proposed, on: route, context)
      // Before any hook or observer is called, and before anything waits for its connection.
      switch decision {
      case .answer: break
      case .ask:
        _ = try await noting(route, since: Moment(context.clock.now), context) { [response] in
          try await response.settled(context)
        }
      case .follow, .fail: response = await response.left(context)
      }
      guard let step = try await step(decision, response, route, hops, context) else {
        if case .whole = route.call.delivery {
          response = try await noting(route, since: Moment(context.clock.now), context) { [response] in
            try await response.whole(upTo: route.request.options.bodyLimit)
          }
        }
        return HopAnswer(response, to: route, after: hops, context)
      }
      let hop = RedirectHop(
        status: response.status,
        url: route.request.url,
        location: response.headers["Location"] ?? "",
        metrics: response.body.stream?.end?.metrics ?? response.metrics
      )
      hops.append(hop)
      response.body.stream?.cancel()
      try await first.call.willFollow?(hop)
      route = reroute(route, of: request, to: step)
      context.redirected(response.status, to: route.request)
      let (index, start) = (route.destination.index, Moment(context.clock.now))
      response = try await exchange(route.request, at: index, since: start, context)
        // What the first was sent with may stand in a problem where it leads to.
        .remembering(first.request)
    }
  }

  /// The next hop; `nil` if this is the response.
  private func step(
    _ decision: RedirectDecision,
    _ response: TransportResponse,
    _ route: Route,
    _ hops: [RedirectHop],
    _ context: CallContext
  ) async throws -> RedirectDecision.Step? {
    switch decision {
    case .answer:
      return nil
    case .follow(let step):
      return step
    case .ask(let step, let decider):
      let proposal = ProposedRedirect(
        status: response.status,
        source: route.request.url,
        destination: step.url.hidden(as: route.request.url),
        method: step.method,
        followed: hops.count
      )
      do {
        let follows = try await CallTime.spend(of: context, on: "the redirect was decided on") {
          await decider.decide(proposal)
        }
        guard follows else { return nil }
        let decision = RedirectDecision.following(step, of: route.request)
        guard case .fail = decision else { return step }
        return try await self.step(decision, await response.left(context), route, hops, context)
      } catch {
        response.body.stream?.cancel()
        throw error
      }
    case .fail(let code, let message):
      throw ResourceError(
        code: code,
        message: message,
        request: route.request.summary,
        attempts: context.call.attemptsSoFar.all,
        mayHaveExecuted: true,
        response: HopAnswer(response, to: route, after: hops, context).whole(ChosenDecoders())
      )
    }
  }

  @inline(__always)
  private func exchange(
    _ request: ResolvedRequest,
    at destination: Int,
    since start: Moment,
    _ context: CallContext
  ) async throws -> TransportResponse {
    do {
      let response = try await admit(request, to: destination).send(request, context: context)
      if isFollowed(request, to: destination) { await tell(request, to: destination, response, context) }
      return response
    } catch {
      throw noted(error, of: request, since: start, context)
    }
  }

  // Never inlined, nor what follows: what they need would be in the frame of every call that waits.
  @inline(never)
  private func admit(_ request: ResolvedRequest, to destination: Int) throws -> Pipeline {
    let destination = destinations[destination]
    for part in destination.parts { try part.admit(request) }
    return destination.pipeline(for: request)
  }

  @inline(never)
  private func isFollowed(_ request: ResolvedRequest, to destination: Int) -> Bool {
    destinations[destination].parts.contains { $0.follows(request) }
  }

  @inline(never)
  private func tell(
    _ request: ResolvedRequest,
    to destination: Int,
    _ response: TransportResponse,
    _ context: CallContext
  ) async {
    for part in destinations[destination].parts where part.follows(request) {
      await part.answered(request, response, context)
    }
  }

  /// The first hop of a call: its request's own URL, or that at which it goes on, by https where a room wants that.
  ///
  /// - Throws: ``ResourceError`` if the request cannot be routed.
  func begin(_ request: ResourceRequest, _ call: CallOptions, _ context: CallContext) throws -> Route {
    var route = try router.route(request, call)
    if let url = upgrade(route.request.url, of: route, context) {
      route.request.upgrade(to: url, from: route.request.url.origin)
    }
    guard let next = call.continuation else { return route }
    let method: RequestMethod = next.keepsRequest ? request.method : request.method == .head ? .head : .get
    let keepsBody = next.keepsRequest && route.request.body != nil
    let step = RedirectDecision.Step(url: next.url, method: method, keepsBody: keepsBody)
    let upgraded = upgrade(next.url, of: route, context).map { step.upgraded(to: $0) }
    return reroute(route, of: request, to: upgraded ?? step, isForeign: next.isForeign)
  }

  private func reroute(
    _ route: Route,
    of request: ResourceRequest,
    to step: RedirectDecision.Step,
    isForeign: Bool = false
  ) -> Route {
    var route = router.reroute(route, of: request, to: step, isForeign: isForeign)
    if let origin = step.upgradedFrom { route.request.upgrade(to: step.url, from: origin) }
    return route
  }

  private func upgraded(_ decision: RedirectDecision, on route: Route, _ context: CallContext) -> RedirectDecision {
    switch decision {
    case .follow(let step):
      return upgrade(step.url, of: route, context).map { .follow(step.upgraded(to: $0)) } ?? decision
    case .ask(let step, let decider):
      return upgrade(step.url, of: route, context).map { .ask(step.upgraded(to: $0), decider) } ?? decision
    case .answer, .fail: return decision
    }
  }

  private func upgrade(_ url: ResourceURL, of route: Route, _ context: CallContext) -> ResourceURL? {
    var parts = destinations[route.destination.index].parts
    // Another origin belongs to no service, and its rules are those of none.
    if url.origin != route.request.url.origin { parts += destinations[router.anywhere.index].parts }
    return parts.lazy.compactMap { $0.upgrade(url, context) }.first
  }

  /// Converts an error of the transport, or of a stream's reader, into the caller's error.
  private func noting<Value>(
    _ route: Route,
    since start: Moment,
    _ context: CallContext,
    _ body: () async throws -> Value
  ) async throws -> Value {
    do {
      return try await body()
    } catch {
      throw noted(error, of: route.request, since: start, context)
    }
  }

  @inline(never)
  private func noted(
    _ error: any Error,
    of request: ResolvedRequest,
    since start: Moment,
    _ context: CallContext
  ) -> any Error {
    guard let failure = error as? TransportFailure else { return context.described(error, request) }
    // From here on, a failure before sending is in the log.
    return ResourceError(context.noted(failure, of: request, since: start), of: request, context)
  }
}

/// The response of the last hop, and the hops before it.
struct HopAnswer: Sendable {
  let response: TransportResponse
  let request: ResolvedRequest
  let redirects: [RedirectHop]
  /// Every attempt of the call.
  let attempts: AttemptList

  init(_ response: TransportResponse, to route: Route, after redirects: [RedirectHop], _ context: CallContext) {
    self.response = response
    request = route.request
    self.redirects = redirects
    attempts = context.call.attemptsSoFar
  }

  /// The response of the first hop.
  @inline(never)
  fileprivate init(_ response: TransportResponse, of call: RoutedCall) {
    self.init(response, to: call.route, after: [], call.context)
  }

  /// The complete response; without the body of a stream.
  func whole(_ decoders: ChosenDecoders) -> ResourceResponse {
    ResourceResponse(response, to: request, redirects: redirects, attempts: attempts, decoders: decoders)
  }
}

extension ResourceError {
  /// Converts a transport failure, with the request: the only place where a failure on the wire becomes the caller's
  /// error.
  init(_ failure: TransportFailure, of request: ResolvedRequest, _ context: CallContext) {
    let (call, attempts) = (context.call, context.call.attemptsSoFar)
    let limit =
      failure.code == .deadlineExceeded ? context.end.map { call.start.duration(to: $0).wholeMilliseconds } : nil
    self.init(
      code: failure.code,
      message: failure.message + (limit.map { ", \(Duration.milliseconds(max(0, $0))) after the call began" } ?? ""),
      request: request.summary,
      attempts: attempts.all,
      isRetryable: failure.code.traits.contains(.retryable),
      mayHaveExecuted: failure.mayHaveExecuted || call.mayHaveExecuted,
      response: failure.response.map { ResourceResponse($0, to: request, attempts: attempts) },
      cause: failure.cause ?? failure
    )
  }
}

extension CallContext {
  /// Moves on to the next hop.
  fileprivate mutating func redirected(_ status: Status, to request: ResolvedRequest) {
    follow()
    goOn(because: .redirect)
    call.noteAnswer()
    call.noteRedirect()
    call.ask(request)
    emit(.redirected) { $0.status = status }
  }
}
