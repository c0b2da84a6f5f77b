// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Tracing
  import ResourceRequestCore
  import Tracing

  extension SpanAttributes {
    /// The attributes of a call and all its attempts.
    mutating func describe(_ event: RequestEvent) {
      self["resource.service"] = event.request?.service
      if event.generation > 0 { self["resource.configuration.generation"] = event.generation }
    }

    /// The request and its server, without possible secrets.
    mutating func describe(_ request: RequestSummary) {
      if let known = request.knownMethod {
        self["http.request.method"] = known
      } else {
        self["http.request.method"] = "_OTHER"
        self["http.request.method_original"] = request.method.name
      }
      self["url.template"] = request.template
      guard let url = request.url else { return }
      self["url.full"] = url.description
      self["server.address"] = url.origin.host
      self["server.port"] = url.origin.port
    }

    /// The peer and the protocol of the response.
    mutating func describe(_ metrics: ExchangeMetrics) {
      self["network.peer.address"] = metrics.peerAddress
      self["network.peer.port"] = metrics.peerPort
      self["network.protocol.version"] = metrics.httpVersion?.number
    }
  }

  extension RequestSummary {
    /// The name of a span: it names no path, of which there are too many.
    var spanName: String {
      let method = knownMethod ?? "HTTP"
      return template.map { method + " " + $0 } ?? method
    }
  }
#endif
