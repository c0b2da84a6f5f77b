// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ArgumentParser
import ResourceRequestKit

/// Retries and hedging of one call, which override the configuration.
struct PolicyFlags: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The maximum number of retries of idempotent requests; a request that was never sent goes out once more.",
      valueName: "n"
    )
  )
  var retry: Int?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Start a second attempt when there is no response after this time.", valueName: "time"),
    transform: TimeLimit.parse
  )
  var hedge: Duration?

  func validate() throws {
    if let retry, !(0...100).contains(retry) { throw ValidationError("--retry is a number from 0 to 100") }
    if retry != nil, hedge != nil { throw ValidationError("--retry and --hedge: choose one") }
  }

  /// Sets both in the request, and the hedge in the configuration too, where the SDK looks for it.
  func apply(to configuration: inout ResourceConfiguration, _ request: inout ResourceRequest) {
    if let retry { request.retry = .attempts(retry + 1) }
    guard let hedge else { return }
    // A limit on the share of hedged calls makes no sense for a single call.
    let policy = HedgePolicy(after: .fixed(hedge), maxExtraLoad: 1)
    request.hedge = policy
    configuration.changeAllSettings { $0.resilience.hedge = policy }
  }
}
