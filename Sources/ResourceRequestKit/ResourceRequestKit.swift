// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

@_exported public import ResourceRequestCalling
@_exported public import ResourceRequestCore
@_exported public import ResourceRequestInspection
@_exported public import ResourceRequestStreaming
@_exported public import ResourceRequestTransfer

#if Sockets && os(Linux)
  @_exported public import ResourceRequestSockets
#endif
#if Curl && (os(Linux) || os(macOS))
  @_exported public import ResourceRequestCurl
#elseif canImport(Darwin)
  @_exported public import ResourceRequestFoundation
#endif
