// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if HTTPTypes
  public import HTTPTypes
  public import ResourceRequestCore

  extension HTTPResponse {
    /// Converts status and header fields of a response, to be passed on with its `data`; `nil` if the status does not
    /// have three digits.
    ///
    /// Leaves out connection-specific fields, and those for the framing and coding of the body, since the body is
    /// complete and decoded.
    public init?(_ response: ResourceResponse) {
      self.init(status: response.status, headers: response.headers)
    }

    /// Converts status and header fields of a streamed response, to be passed on with its chunks; `nil` if the status
    /// does not have three digits.
    ///
    /// Leaves out connection-specific fields, and those for the framing and coding of the body, since the chunks are
    /// decoded.
    public init?(_ head: ResponseHead) {
      self.init(status: head.status, headers: head.headers)
    }

    private init?(status: ResourceRequestCore.Status, headers: Headers) {
      guard let status = HTTPResponse.Status(status) else { return nil }
      var fields = ConnectionFields.removed(from: HTTPFields(headers))
      fields[.contentEncoding] = nil
      self.init(status: status, headerFields: fields)
    }
  }
#endif
