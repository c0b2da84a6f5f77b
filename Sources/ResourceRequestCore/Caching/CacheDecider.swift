// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A response that is about to be stored.
public struct CacheProposal: Sendable {
  /// What was asked, without secrets.
  public let request: RequestSummary
  /// The URL that was asked.
  public let url: ResourceURL
  /// The status.
  public let status: Status
  /// The fields of the head, as they would be stored.
  public let headers: Headers
  /// The whole body.
  public let data: Data
  /// How long it would be fresh.
  public let lifetime: Duration
}

/// What becomes of a response that is about to be stored.
public enum CacheChoice: Sendable {
  /// It is stored as it is.
  case store
  /// It is stored with these fields, or so long; `nil` leaves either as it is.
  ///
  /// A lifetime takes the place of what the fields say about it, and no restriction of theirs goes away by it.
  case storeAs(headers: Headers? = nil, lifetime: Duration? = nil)
  /// It is not stored.
  case discard
}

/// Decides, once for each response and with its whole body, whether it is stored.
///
/// It is not asked about a `304`, which changes a head and no body. It runs off the transport's thread.
public typealias CacheDecider = @Sendable (CacheProposal) async -> CacheChoice
