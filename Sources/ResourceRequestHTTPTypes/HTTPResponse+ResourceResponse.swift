// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if HTTPTypes
  public import HTTPTypes
  public import ResourceRequestCore

  extension HTTPResponse {
    /// Status and fields of a response, to be passed on with its `data`; `nil` for a status that is not of three digits.
    ///
    /// Fields for one connection only are left out, and those that say how the body was framed and coded on its way, since the
    /// body is here whole and decoded.
    public init?(_ response: ResourceResponse) {
      self.init(status: response.status, headers: response.headers)
    }

    /// Status and fields of a streamed response, to be passed on with its chunks; `nil` for a status that is not of three digits.
    ///
    /// Fields for one connection only are left out, and those that say how the body was framed and coded on its way, since the
    /// chunks are decoded.
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
