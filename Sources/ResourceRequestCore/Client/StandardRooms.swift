// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// The features of every client, in the order in which they are asked: the one place that names them.
enum StandardRooms {
  static func make(_ options: ClientOptions) -> [any Room] {
    [
      // Those after it ask for its stores and secrets.
      FeatureRoom(),
      // Those after it ask for its credentials.
      AuthorizationRoom(options: options.authorization),
      CookieRoom(options.cookies),
      StrictTransportRoom(options.hsts),
      CacheRoom(options),
      // Last, since its worst case names what the others add.
      PolicyRoom(),
    ]
  }
}
