// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestKit
import Synchronization

/// Names the tenant of each request, by keys of its own in the configuration.
struct Tenancy: ServiceFeature {
  enum Plan: String, CaseIterable, Sendable { case free, team, enterprise }

  let key = "tenancy"
  let summary = "The tenant of the requests."
  let tenant = Setting.text("tenant", "The name of the tenant; without one nothing is added.")
  let plan = Setting.word("plan", of: Plan.self, "The plan of the tenant.").default(.free)
  let proof = Setting.secret("proof", "What proves that the requests are the tenant's.").sent(in: "X-Tenant-Proof")

  var settings: FeatureSettings { FeatureSettings(tenant, plan, proof) }

  func middleware(at site: FeatureSite) -> MiddlewareStations {
    guard let tenant = site[tenant] else { return MiddlewareStations() }
    let fields: Headers = ["X-Tenant": tenant, "X-Plan": site[plan].rawValue]
    return MiddlewareStations(attempt: [TenantFields(fields: fields, proof: site[proof], tally: site.state { Tally() })]
    )
  }

  func status(at site: FeatureSite) -> [Explanation.Fact] {
    guard let tenant = site[tenant] else { return [] }
    return [Explanation.Fact("attempts for \(tenant)", "\(site.state { Tally() }.attempts.load(ordering: .relaxed))")]
  }
}

/// How many attempts a tenant had, over reloads that leave the service as it is.
private final class Tally: Sendable {
  let attempts = Atomic(0)
}

/// Adds the fields of a tenant to each attempt.
private struct TenantFields: Middleware {
  let fields: Headers
  /// Revealed for each attempt, since it may follow a file.
  let proof: Secret?
  let tally: Tally

  func send(_ request: ResolvedRequest, context: CallContext, next: Next) async throws -> TransportResponse {
    tally.attempts.add(1, ordering: .relaxed)
    var request = request
    for field in fields { request.headers[field.name] = field.value }
    if let proof { request.headers["X-Tenant-Proof"] = proof.reveal() }
    return try await next(request, context: context)
  }
}
