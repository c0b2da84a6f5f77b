// swift-tools-version: 6.2

// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import PackageDescription

/// The house rules for every Swift target, as in the root.
let house: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
]

func ours(_ name: String) -> Target.Dependency { .product(name: name, package: "swift-resource-request") }

// A package of its own, so that the root has no dependencies. Versions are exact: Package.resolved is not kept.
let package = Package(
  name: "resource-request-telemetry-tests",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(
      name: "swift-resource-request",
      path: "../..",
      traits: ["Logging", "Metrics", "Tracing", "Lifecycle", "Configuration", "HTTPTypes"]
    ),
    .package(url: "https://github.com/apple/swift-log.git", exact: "1.16.2"),
    .package(url: "https://github.com/apple/swift-metrics.git", exact: "2.13.0"),
    .package(url: "https://github.com/apple/swift-distributed-tracing.git", exact: "1.7.3"),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle.git", exact: "2.13.0"),
    .package(url: "https://github.com/apple/swift-configuration.git", exact: "1.4.0"),
    .package(url: "https://github.com/apple/swift-http-types.git", exact: "1.8.0"),
  ],
  targets: [
    .testTarget(
      name: "TelemetryTests",
      dependencies: [
        ours("ResourceRequestTesting"), ours("ResourceRequestLogging"), ours("ResourceRequestMetrics"),
        ours("ResourceRequestTracing"), ours("ResourceRequestLifecycle"), ours("ResourceRequestConfiguration"),
        ours("ResourceRequestHTTPTypes"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "InMemoryLogging", package: "swift-log"),
        .product(name: "Metrics", package: "swift-metrics"),
        .product(name: "MetricsTestKit", package: "swift-metrics"),
        .product(name: "Tracing", package: "swift-distributed-tracing"),
        .product(name: "InMemoryTracing", package: "swift-distributed-tracing"),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
        .product(name: "Configuration", package: "swift-configuration"),
        .product(name: "HTTPTypes", package: "swift-http-types"),
      ],
      swiftSettings: house
    )
  ]
)
