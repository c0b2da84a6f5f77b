// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if HTTPTypes
  public import HTTPTypes
  public import ResourceRequestCore

  extension Headers {
    /// Converts the fields of HTTPTypes, in order.
    public init(_ fields: HTTPFields) {
      self.init()
      for field in fields { append(field.name.rawName, field.value) }
    }
  }

  extension HTTPFields {
    /// Converts the fields, in order; one whose name is not a token, which HTTPTypes cannot represent, is left out.
    public init(_ headers: Headers) {
      self.init()
      for field in headers {
        guard let name = HTTPField.Name(field.name) else { continue }
        append(HTTPField(name: name, value: field.value))
      }
    }
  }
#endif
