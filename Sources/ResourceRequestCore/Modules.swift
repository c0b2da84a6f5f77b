// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

// What Core is made of, seen by all of its files and by whoever imports it: the values and texts of JSON, which are part of
// its face, and leaves without a public name.
@_exported public import ResourceRequestCoding
@_exported public import ResourceRequestJSON
@_exported public import ResourceRequestSyntax
