// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Sockets && os(Linux)
  extension ByteQueue {
    func append(_ text: String) {
      let utf8 = text.utf8
      let isDone: Void? = utf8.withContiguousStorageIfAvailable { append(UnsafeRawBufferPointer($0)) }
      if isDone == nil { Array(utf8).withUnsafeBytes { append($0) } }
    }

    func append(_ text: StaticString) {
      append(UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }
  }
#endif
