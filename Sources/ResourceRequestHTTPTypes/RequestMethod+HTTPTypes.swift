// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if HTTPTypes
  public import HTTPTypes
  public import ResourceRequestCore

  extension RequestMethod {
    /// The same method; `nil` for a token that is none, which HTTPTypes does not make.
    public init?(_ method: HTTPRequest.Method) {
      self.init(method.rawValue)
    }
  }

  extension HTTPRequest.Method {
    /// The same method; `nil` for a token that is none, which `RequestMethod` does not make.
    public init?(_ method: RequestMethod) {
      self.init(rawValue: method.name)
    }
  }

  extension Status {
    /// The same status, without its reason phrase.
    public init(_ status: HTTPResponse.Status) {
      self.init(status.code)
    }
  }

  extension HTTPResponse.Status {
    /// The same status with its registered phrase; `nil` for a number that is not of three digits.
    public init?(_ status: ResourceRequestCore.Status) {
      guard (100...999).contains(status.code) else { return nil }
      self.init(code: status.code, reasonPhrase: status.reasonPhrase)
    }
  }
#endif
