// swift-tools-version: 6.2

// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import PackageDescription

/// Only with the trait for what telemetry costs.
let telemetry = Package.Dependency.Trait.Condition.when(traits: ["Telemetry"])

func traced(_ name: String, _ package: String) -> Target.Dependency {
  .product(name: name, package: package, condition: .when(traits: ["Telemetry"]))
}

// A package of its own, so that the root stays without the peers it is measured against. Run it with Tests/benchmark,
// which starts the servers and alternates the contenders.
let package = Package(
  name: "resource-request-benchmarks",
  platforms: [.macOS(.v15)],
  traits: [
    .trait(
      name: "Peers",
      description: "The peers among the contenders. Off: nothing is fetched, and only ours is built."
    ),
    .trait(
      name: "Telemetry",
      description: "What the traits for logs, metrics and traces cost; their packages are fetched."
    ),
    .default(enabledTraits: ["Peers"]),
  ],
  dependencies: [
    .package(
      name: "swift-resource-request",
      path: "../..",
      traits: [
        .defaults, .trait(name: "Logging", condition: telemetry), .trait(name: "Metrics", condition: telemetry),
        .trait(name: "Tracing", condition: telemetry),
      ]
    ),
    .package(url: "https://github.com/apple/swift-log.git", exact: "1.16.2"),
    .package(url: "https://github.com/apple/swift-metrics.git", exact: "2.13.0"),
    .package(url: "https://github.com/apple/swift-distributed-tracing.git", exact: "1.7.3"),
    .package(url: "https://github.com/swift-server/async-http-client.git", exact: "1.37.0"),
  ],
  targets: [
    .executableTarget(
      name: "bench",
      dependencies: [
        "CBareLoop",
        .product(name: "ResourceRequestKit", package: "swift-resource-request"),
        .product(name: "ResourceRequestCurl", package: "swift-resource-request"),
        .product(name: "ResourceRequestSockets", package: "swift-resource-request"),
        .product(name: "AsyncHTTPClient", package: "async-http-client", condition: .when(traits: ["Peers"])),
        traced("ResourceRequestLogging", "swift-resource-request"),
        traced("ResourceRequestMetrics", "swift-resource-request"),
        traced("ResourceRequestTracing", "swift-resource-request"),
        traced("Logging", "swift-log"),
        traced("Metrics", "swift-metrics"),
        traced("MetricsTestKit", "swift-metrics"),
        traced("Tracing", "swift-distributed-tracing"),
        traced("InMemoryTracing", "swift-distributed-tracing"),
      ],
      swiftSettings: [
        .swiftLanguageMode(.v6),
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
      ]
    ),
    // The floor: libcurl with nothing above it.
    .target(name: "CBareLoop", linkerSettings: [.linkedLibrary("curl")]),
    // Reads a body to its end and answers, at once or after a second, however many wait.
    .executableTarget(name: "plain-server"),
  ]
)
