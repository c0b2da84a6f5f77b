// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if HTTPTypes
  public import HTTPTypes
  public import ResourceRequestCore

  extension HTTPResponse {
    /// Converts status and header fields of a response, to be passed on with its `data`; `nil` if the status does not
    /// have three digits.
    ///
    /// Leaves out connection-specific fields, and those for the framing of the body, which is complete; and
    /// `Content-Encoding`, unless the body is coded still.
    public init?(_ response: ResourceResponse) {
      self.init(status: response.status, headers: response.headers, isCoded: response.isCoded)
    }

    /// Converts status and header fields of a streamed response, to be passed on with its chunks; `nil` if the status
    /// does not have three digits.
    ///
    /// Leaves out connection-specific fields, and those for the framing of the body; and `Content-Encoding`, unless the
    /// chunks are coded still.
    public init?(_ head: ResponseHead) {
      self.init(status: head.status, headers: head.headers, isCoded: head.isCoded)
    }

    private init?(status: ResourceRequestCore.Status, headers: Headers, isCoded: Bool) {
      guard let status = HTTPResponse.Status(status) else { return nil }
      var fields = ConnectionFields.removed(from: HTTPFields(headers))
      if !isCoded { fields[.contentEncoding] = nil }
      self.init(status: status, headerFields: fields)
    }
  }
#endif
