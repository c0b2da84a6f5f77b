// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ArgumentParser
import ResourceRequestKit

/// Retries and hedges of one call, in the place of those that the configuration has.
struct PolicyFlags: ParsableArguments {
  @Option(
    help: ArgumentHelp("The maximum number of retries, of idempotent requests and those never sent.", valueName: "n")
  )
  var retry: Int?

  @Option(
    help: ArgumentHelp("Start a second attempt when there is no response after this time.", valueName: "time"),
    transform: TimeLimit.parse
  )
  var hedge: Duration?

  func validate() throws {
    if let retry, !(0...100).contains(retry) { throw ValidationError("--retry is a number from 0 to 100") }
    if retry != nil, hedge != nil { throw ValidationError("--retry and --hedge: choose one") }
  }

  /// Puts them into the request, and the hedge into the configuration, which is where a hedge is looked for.
  func apply(to configuration: inout ResourceConfiguration, _ request: inout ResourceRequest) {
    if let retry { request.retry = .attempts(retry + 1) }
    guard let hedge else { return }
    // One call has no other calls of which its hedge could be a share.
    let policy = HedgePolicy(after: .fixed(hedge), maxExtraLoad: 1)
    request.hedge = policy
    configuration.defaults.resilience.hedge = policy
    configuration.gateway?.settings.resilience.hedge = policy
    for index in configuration.services.indices { configuration.services[index].settings.resilience.hedge = policy }
  }
}
