// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Tracing
  import ResourceRequestCore
  import Tracing

  /// The attributes with which a span begins, made at once: a span's own would be copied and grow with each.
  struct RequestAttributes {
    private var values: [String: SpanAttribute]

    var attributes: SpanAttributes { SpanAttributes(values) }

    /// Those of a call and all its attempts.
    init(_ event: RequestEvent) {
      // With room for those of the response.
      values = Dictionary(minimumCapacity: 16)
      put("resource.service", event.request?.service)
      if event.generation > 0 { put("resource.configuration.generation", event.generation) }
    }

    /// Those of an attempt: the request and its server, without possible secrets.
    init(attempt event: RequestEvent) {
      self.init(event)
      if let request = event.request { describe(request) }
      if event.attempt > 1 { put("http.request.resend_count", event.attempt - 1) }
      put("resource.attempt.reason", event.reason?.name)
      put("resource.endpoint", event.endpoint)
    }

    private mutating func describe(_ request: RequestSummary) {
      if let known = request.knownMethod {
        put("http.request.method", known)
      } else {
        put("http.request.method", "_OTHER")
        put("http.request.method_original", request.method.name)
      }
      put("url.template", request.absoluteTemplate)
      guard let url = request.url else { return }
      put("url.full", url.description)
      put("server.address", url.origin.bareHost)
      put("server.port", url.origin.port)
    }

    private mutating func put(_ name: String, _ value: String?) {
      if let value { values[name] = .string(value) }
    }

    private mutating func put(_ name: String, _ value: Int) { values[name] = value.toSpanAttribute() }
  }

  extension SpanAttributes {
    /// The peer and the protocol of the response.
    mutating func describe(_ metrics: ExchangeMetrics) {
      if let address = metrics.peerAddress { self["network.peer.address"] = address }
      if let port = metrics.peerPort { self["network.peer.port"] = port }
      if let version = metrics.httpVersion { self["network.protocol.version"] = version.number }
    }
  }

  extension RequestSummary {
    /// The name of a span: it names no path, of which there are too many.
    var spanName: String {
      let method = knownMethod ?? "HTTP"
      return absoluteTemplate.map { method + " " + $0 } ?? method
    }

    /// The template from the root: a target is below the URL of its service with and without a slash.
    fileprivate var absoluteTemplate: String? {
      template.map { $0.utf8.starts(with: "/".utf8) || $0.utf8.starts(with: "{/".utf8) ? $0 : "/" + $0 }
    }
  }
#endif
