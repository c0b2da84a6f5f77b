// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

// Seen by all files of the module.
@_exported public import ResourceRequestCore
