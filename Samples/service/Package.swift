// swift-tools-version: 6.2

// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import PackageDescription

/// The house rules for every Swift target, as in the root package.
let house: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
]

func ours(_ name: String) -> Target.Dependency { .product(name: name, package: "swift-resource-request") }

// A package of its own, so that the other samples do not fetch these dependencies. Versions are exact, because
// Package.resolved is not in the repository.
let package = Package(
  name: "observed-service",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(
      name: "swift-resource-request",
      path: "../..",
      traits: [.defaults, "Logging", "Metrics", "Tracing", "Lifecycle", "Configuration"]
    ),
    .package(url: "https://github.com/apple/swift-log.git", exact: "1.16.2"),
    .package(url: "https://github.com/apple/swift-metrics.git", exact: "2.13.0"),
    .package(url: "https://github.com/apple/swift-distributed-tracing.git", exact: "1.7.3"),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle.git", exact: "2.13.0"),
    .package(url: "https://github.com/apple/swift-configuration.git", exact: "1.4.0"),
    .package(url: "https://github.com/swhitty/FlyingFox", exact: "0.27.1"),
  ],
  targets: [
    .executableTarget(
      name: "observed-service",
      dependencies: [
        ours("ResourceRequestKit"), ours("ResourceRequestLogging"), ours("ResourceRequestMetrics"),
        ours("ResourceRequestTracing"), ours("ResourceRequestLifecycle"), ours("ResourceRequestConfiguration"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "CoreMetrics", package: "swift-metrics"),
        .product(name: "Tracing", package: "swift-distributed-tracing"),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
        .product(name: "UnixSignals", package: "swift-service-lifecycle"),
        .product(name: "Configuration", package: "swift-configuration"),
        .product(name: "FlyingFox", package: "FlyingFox"),
        .product(name: "FlyingSocks", package: "FlyingFox"),
      ],
      swiftSettings: house
    )
  ]
)
