// swift-tools-version: 6.2

// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import PackageDescription

/// The fuzz targets, in a package of their own because only `Tests/Fuzz/run` builds them, with instrumentation.
let package = Package(
  name: "resource-request-fuzz",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "swift-resource-request", path: "../..", traits: [])],
  targets: [
    .executableTarget(
      name: "Fuzz",
      dependencies: [.product(name: "ResourceRequestKit", package: "swift-resource-request")],
      swiftSettings: [
        .swiftLanguageMode(.v6),
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
      ]
    )
  ]
)
