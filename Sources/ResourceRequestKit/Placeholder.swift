@_exported public import ResourceRequestCore
