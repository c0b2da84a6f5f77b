// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if HTTPTypes
  public import HTTPTypes
  public import ResourceRequestCore

  extension RequestMethod {
    /// Converts a method; `nil` if its name is not a token, which HTTPTypes does not create.
    public init?(_ method: HTTPRequest.Method) {
      self.init(method.rawValue)
    }
  }

  extension HTTPRequest.Method {
    /// Converts a method; `nil` if its name is not a token, which `RequestMethod` does not create.
    public init?(_ method: RequestMethod) {
      self.init(rawValue: method.name)
    }
  }

  extension Status {
    /// Converts a status, without its reason phrase.
    public init(_ status: HTTPResponse.Status) {
      self.init(status.code)
    }
  }

  extension HTTPResponse.Status {
    /// Converts a status, with its registered phrase; `nil` if it does not have three digits.
    public init?(_ status: ResourceRequestCore.Status) {
      guard (100...999).contains(status.code) else { return nil }
      self.init(code: status.code, reasonPhrase: status.reasonPhrase)
    }
  }
#endif
