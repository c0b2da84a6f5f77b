// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

// The part of Foundation that every module uses: `Data`, `Date`, the coders. On Linux that is FoundationEssentials, which is
// linked without the megabytes of the rest; on Apple's systems there is Foundation only. And the C library, by the name it has
// here; on Apple's systems it comes with Foundation. No module that users import re-exports this one, so a program still says
// itself what it imports.
#if canImport(FoundationEssentials)
  @_exported public import FoundationEssentials
#else
  @_exported public import Foundation
#endif
#if canImport(Glibc)
  @_exported public import Glibc
#elseif canImport(Musl)
  @_exported public import Musl
#elseif canImport(Android)
  @_exported public import Android
#endif
