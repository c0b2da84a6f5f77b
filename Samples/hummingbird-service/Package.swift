// swift-tools-version: 6.2

// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import PackageDescription

/// The house rules for every Swift target, except NonisolatedNonsendingByDefault, which would change the types of the
/// functions that Hummingbird's protocols take.
let house: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

func ours(_ name: String) -> Target.Dependency { .product(name: name, package: "swift-resource-request") }

// A package of its own, so that the other samples do not fetch these dependencies. Versions are exact, because
// Package.resolved is not in the repository.
let package = Package(
  name: "hummingbird-service",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(
      name: "swift-resource-request",
      path: "../..",
      traits: [.defaults, "HTTPTypes", "Hummingbird", "Lifecycle"]
    ),
    .package(url: "https://github.com/hummingbird-project/hummingbird.git", exact: "2.28.1", traits: []),
    .package(url: "https://github.com/apple/swift-http-types.git", exact: "1.8.0"),
    .package(url: "https://github.com/apple/swift-log.git", exact: "1.16.2"),
    .package(url: "https://github.com/apple/swift-nio.git", exact: "2.101.2"),
  ],
  targets: [
    .executableTarget(
      name: "hummingbird-service",
      dependencies: [
        ours("ResourceRequestKit"), ours("ResourceRequestHTTPTypes"), ours("ResourceRequestHummingbird"),
        ours("ResourceRequestLifecycle"),
        .product(name: "Hummingbird", package: "hummingbird"),
        .product(name: "HummingbirdCore", package: "hummingbird"),
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "NIOCore", package: "swift-nio"),
      ],
      swiftSettings: house
    )
  ]
)
