// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Valkey
  import CHiredis

  /// A reply of the server, copied out of hiredis.
  enum ValkeyReply: Sendable, Hashable {
    case bytes([UInt8])
    case number(Int64)
    case list([ValkeyReply])
    case nothing
    case failure(String)

    /// Copies a reply, which the caller frees; what is nested deeper than some levels is left out.
    init(_ reply: redisReply, depth: Int = 4) {
      switch reply.type {
      case REDIS_REPLY_STRING, REDIS_REPLY_STATUS:
        self = .bytes(Self.bytes(of: reply))
      case REDIS_REPLY_INTEGER:
        self = .number(reply.integer)
      case REDIS_REPLY_ARRAY:
        guard depth > 0, let elements = reply.element else {
          self = .list([])
          return
        }
        self = .list(
          (0..<Int(reply.elements)).map { index in
            elements[index].map { ValkeyReply($0.pointee, depth: depth - 1) } ?? .nothing
          }
        )
      case REDIS_REPLY_ERROR:
        self = .failure(String(decoding: Self.bytes(of: reply).prefix(200), as: UTF8.self))
      default:
        self = .nothing
      }
    }

    private static func bytes(of reply: redisReply) -> [UInt8] {
      guard let start = reply.str else { return [] }
      return Array(UnsafeRawBufferPointer(start: start, count: Int(reply.len)))
    }

    var bytes: [UInt8]? { if case .bytes(let bytes) = self { bytes } else { nil } }
    var number: Int? { if case .number(let number) = self { Int(number) } else { nil } }
    var list: [ValkeyReply] { if case .list(let list) = self { list } else { [] } }
  }
#endif
