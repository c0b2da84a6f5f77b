// swift-tools-version: 6.2

// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import PackageDescription

let house: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
]

// A package of its own, so that the root does not need what only these tests need. Run it with Tests/Interop/run, which
// starts the servers.
let package = Package(
  name: "resource-request-interop",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "swift-resource-request", path: "../..")],
  targets: [
    // Makes the calls of an incident over real sockets, for Tests/Interop/Resilience.
    .executableTarget(
      name: "incident",
      dependencies: [
        .product(name: "ResourceRequestKit", package: "swift-resource-request"),
        .product(name: "ResourceRequestCurl", package: "swift-resource-request"),
        .product(name: "ResourceRequestSimulation", package: "swift-resource-request"),
      ],
      path: "Incident",
      swiftSettings: house
    ),
    // Says what the SDK makes of responses, for Tests/Interop/differential.
    .executableTarget(
      name: "readings",
      dependencies: [
        .product(name: "ResourceRequestKit", package: "swift-resource-request"),
        .product(name: "ResourceRequestSockets", package: "swift-resource-request"),
      ],
      path: "Readings",
      swiftSettings: house
    ),
    .testTarget(
      name: "InteropTests",
      dependencies: [
        .product(name: "ResourceRequestKit", package: "swift-resource-request"),
        .product(name: "ResourceRequestCurl", package: "swift-resource-request"),
        .product(name: "ResourceRequestFoundation", package: "swift-resource-request"),
        .product(name: "ResourceRequestSigning", package: "swift-resource-request"),
      ],
      path: "InteropTests",
      swiftSettings: house
    ),
  ]
)
