// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

public import ResourceRequestPlatform

/// A response that is about to be stored.
public struct CacheProposal: Sendable {
  /// The request, without secrets.
  public let request: RequestSummary
  /// The URL of the request.
  public let url: ResourceURL
  /// The status.
  public let status: Status
  /// The header fields, as they would be stored.
  public let headers: Headers
  /// The whole body.
  public let data: Data
  /// Its freshness lifetime.
  public let lifetime: Duration
}

/// The decision about a response that is about to be stored.
public enum CacheChoice: Sendable {
  /// Stores it unchanged.
  case store
  /// Stores it with other header fields or another lifetime; `nil` keeps either.
  ///
  /// The lifetime replaces the one of the header fields and removes none of their restrictions.
  case storeAs(headers: Headers? = nil, lifetime: Duration? = nil)
  /// Does not store it.
  case discard
}

/// Decides whether a response is stored; called once for each response, with its whole body.
///
/// It is not called for a `304`, which changes a head and no body. It runs outside the transport's thread.
public typealias CacheDecider = @Sendable (CacheProposal) async -> CacheChoice
