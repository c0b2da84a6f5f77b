// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Foundation
import Testing

@testable import ResourceRequestCore

/// What features find wrong with settings that are valid one by one.
struct FeatureFaultTests {
  /// Needs a proof where there is a tenant, and knows the places.
  private struct Tenancy: ServiceFeature {
    let key = "tenancy"
    let summary = "The tenant."
    let tenant = Setting.text("tenant", "Its name.")
    let plan = Setting.text("plan", "Its plan.").default("free")
    let proof = Setting.secret("proof", "Its proof.")
    var settings: FeatureSettings { FeatureSettings(tenant, plan, proof) }

    func faults(at site: FeatureSite) -> [String] {
      guard let tenant = site[tenant], site[proof] == nil else { return [] }
      let place = site.isGateway ? "the gateway" : site.service ?? "nowhere"
      return [
        "\(tenant) (\(site[plan])) has no proof at \(place) of \(site.origin.map { "\($0)" } ?? "no origin"), expected one"
      ]
    }
  }

  private static let vocabulary = Vocabulary.standard + [Tenancy()]

  /// The messages, each with its line.
  private static func faults(_ json: String, environment: [String: String] = [:]) -> [String] {
    do {
      _ = try ResourceConfiguration(json: json, name: "a.json", environment: environment, vocabulary: vocabulary)
      return []
    } catch {
      return error.issues.map { "\($0.line): \($0.message)" }
    }
  }

  @Test func `they stand at the service's object, or where it is inherited from`() {
    #expect(
      Self.faults(
        """
        { "backendServices": [
            { "service": "a", "baseUrl": "https://a.example",
              "tenancy": { "tenant": "Ann" } },
            { "service": "b", "baseUrl": "https://b.example", "tenancy": { "tenant": "Ben", "proof": "s" } } ] }
        """
      ) == ["3: Ann (free) has no proof at a of https://a.example, expected one"]
    )
    #expect(
      Self.faults(
        """
        { "defaults": {
            "tenancy": { "tenant": "Ann", "plan": "team" } },
          "backendServices": [
            { "service": "a", "baseUrl": "https://a.example" },
            { "service": "b", "baseUrl": "https://b.example", "tenancy": { "proof": "s" } } ] }
        """
      ) == ["2: Ann (team) has no proof at a of https://a.example, expected one"]
    )
  }

  @Test func `a service behind the gateway inherits from it, and one alone from nobody`() {
    let gateway = #""serverURL": "https://g.example/mfp", "tenancy": { "tenant": "Ann""#
    let service = #""backendServices": [{ "service": "a", "baseUrl": "https://a.example", "via": "gateway" }]"#
    #expect(
      Self.faults("{ \"gateway\": { \(gateway) } }, \(service) }") == [
        "1: Ann (free) has no proof at the gateway of https://g.example, expected one",
        "1: Ann (free) has no proof at a of https://g.example, expected one",
      ]
    )
    #expect(Self.faults("{ \"gateway\": { \(gateway), \"proof\": \"s\" } }, \(service) }").isEmpty)
    #expect(
      Self.faults(#"{ "service": "a", "baseUrl": "https://a.example", "tenancy": { "tenant": "Ann" } }"#)
        == ["1: Ann (free) has no proof at a of https://a.example, expected one"]
    )
  }

  @Test func `what is not read, or not resolved, is not missing`() {
    let unread = #"{ "service": "a", "baseUrl": "https://a.example", "tenancy": { "tenant": "Ann", "proof": 1 } }"#
    #expect(Self.faults(unread).map { $0.contains("has no proof") } == [false])
    let unresolved = unread.replacingOccurrences(of: "1 }", with: "\"${env:PROOF}\" }")
    #expect(Self.faults(unresolved).map { $0.contains("has no proof") } == [false])
    #expect(Self.faults(unresolved, environment: ["PROOF": "s"]).isEmpty)
    #expect(
      ResourceConfiguration.issuesApartFromReferences(
        in: Data(unresolved.utf8),
        name: "a.json",
        vocabulary: Self.vocabulary
      )
      .isEmpty
    )
  }

  @Test func `a service with references does not hide what is wrong at another`() {
    let services = """
      { "backendServices": [
          { "service": "a", "baseUrl": "https://a.example", "tenancy": { "tenant": "Ann", "proof": "${env:PROOF}" } },
          { "service": "b", "baseUrl": "https://b.example", "tenancy": { "tenant": "Ben" } } ] }
      """
    let issues = ResourceConfiguration.issuesApartFromReferences(
      in: Data(services.utf8),
      name: "a.json",
      vocabulary: Self.vocabulary
    )
    #expect(issues.map(\.message) == ["Ben (free) has no proof at b of https://b.example, expected one"])
    #expect(issues.map(\.line) == [3])
  }

  @Test func `what a service inherits from the gateway alone is told at the gateway`() {
    let faults = Self.faults(
      """
      { "defaults": { "tenancy": { "plan": "team" } },
        "gateway": { "serverURL": "https://g.example/mfp",
          "tenancy": { "tenant": "Ann", "proof": "s" } },
        "backendServices": [
          { "service": "a", "baseUrl": "https://a.example", "via": "gateway" } ] }
      """
    )
    #expect(faults.isEmpty)
    #expect(
      Self.faults(
        """
        { "defaults": { "tenancy": { "plan": "team" } },
          "gateway": { "serverURL": "https://g.example/mfp",
            "tenancy": { "tenant": "Ann" } },
          "backendServices": [
            { "service": "a", "baseUrl": "https://a.example", "via": "gateway" } ] }
        """
      ).map { $0.prefix(2) } == ["3:", "3:"]
    )
  }
}
