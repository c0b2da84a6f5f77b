// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

extension ScriptedServer {
  /// A server on a Unix-domain socket that responds to every request with the request, as ``echo(on:)`` does.
  ///
  /// - Parameter path: the path of the socket to create; there must be no file.
  /// - Returns: the server.
  /// - Throws: ``ScriptedServerError/system(call:errno:)`` when no socket can be opened.
  public static func echo(onSocketAt path: String) throws -> ScriptedServer {
    try ScriptedServer(listeningOn: Sockets.bound(path), echoes)
  }

  /// An unused path for a socket.
  public static func freeSocketPath() -> String {
    FileManager.default.temporaryDirectory.appendingPathComponent("s-\(UUID().uuidString.prefix(13)).sock").path
  }
}

extension Sockets {
  /// A socket bound to a path.
  static func bound(_ path: String) throws -> Int32 {
    #if canImport(Glibc)
      let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    #else
      let descriptor = socket(AF_UNIX, SOCK_STREAM, 0)
    #endif
    guard descriptor >= 0 else { throw ScriptedServerError.system(call: "socket", errno: errno) }
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { room in
      for (index, byte) in path.utf8.prefix(room.count - 1).enumerated() { room[index] = byte }
    }
    let code = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0 ? 0 : errno
      }
    }
    guard code == 0 else {
      close(descriptor)
      throw ScriptedServerError.system(call: "bind", errno: code)
    }
    return descriptor
  }
}
