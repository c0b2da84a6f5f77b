// swift-tools-version: 6.2

// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import PackageDescription

/// The fuzz targets, in a package of their own because only `Tests/Fuzz/run` builds them, with instrumentation.
let package = Package(
  name: "resource-request-fuzz",
  platforms: [.macOS(.v15)],
  // Without Curl, whose parsers are libcurl's.
  dependencies: [.package(name: "swift-resource-request", path: "../..", traits: ["Sockets"])],
  targets: [
    .executableTarget(
      name: "Fuzz",
      dependencies: [
        .product(name: "ResourceRequestKit", package: "swift-resource-request"),
        .product(name: "ResourceRequestSockets", package: "swift-resource-request"),
      ],
      swiftSettings: [
        .swiftLanguageMode(.v6),
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
      ]
    )
  ]
)
