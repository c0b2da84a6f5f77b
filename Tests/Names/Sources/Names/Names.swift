// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// A placeholder for the sources that Tests/Names/run generates and type-checks as this target.
enum Names {}
