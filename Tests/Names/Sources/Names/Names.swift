// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Holds the place of the sources that Tests/Names/run makes and type-checks in this target's stead.
enum Names {}
