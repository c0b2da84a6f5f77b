// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Testing

/// The policies in simulated incidents, one after the other: each keeps a thread busy.
@Suite(.serialized) struct `Scenes of resilience` {}
