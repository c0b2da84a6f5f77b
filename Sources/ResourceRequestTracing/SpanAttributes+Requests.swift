// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Tracing
  import ResourceRequestCore
  import Tracing

  extension SpanAttributes {
    /// What holds for a call and all its attempts.
    mutating func describe(_ event: RequestEvent) {
      self["resource.service"] = event.request?.service
      if event.generation > 0 { self["resource.configuration.generation"] = event.generation }
    }

    /// What is asked, and of whom; without what may be secret.
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

    /// Over what the answer came.
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
