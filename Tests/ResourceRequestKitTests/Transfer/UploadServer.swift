// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Curl
  import Foundation
  import ResourceRequestKit
  import TestSupport

  /// A server for resumable uploads to `/files`, with the upload resource `/uploads/1`, that deviates from the protocol
  /// as planned.
  final class UploadServer: Sendable {
    /// Where the server deviates from the protocol.
    struct Plan: Sendable {
      /// For each request with content, how many of its bytes are read before the connection is reset; `nil` for all.
      var breaks: [Int?] = []
      /// The interim response sent between the head of the creating request and its content.
      var announcement: String? = UploadServer.announcement("/uploads/1")
      /// The offsets reported to HEAD requests, in order; `nil` reports the true one.
      var offsets: [Int?] = []
      /// Additional fields in responses to HEAD and to incomplete content.
      var fields = ""
      /// The responses that refuse requests with content, in order; `nil` accepts the content.
      var refusals: [String?] = []
      /// Whether the connection is reset instead of the last response.
      var losesEnd = false
      /// Whether HEAD requests get 404.
      var isGone = false
      /// The token required by HEAD requests; `nil` requires none.
      var token: String?
      /// The response to HEAD requests without that token.
      var refusal = ""
      /// The responses to requests with content that are sent early, in order.
      var early: [Early] = []
    }

    /// A response sent before all of the content was read; the rest is dropped.
    struct Early: Sendable {
      /// The number of bytes stored before it.
      var taken: Int
      var response: String

      init(after taken: Int, _ response: String) {
        self.taken = taken
        self.response = response
      }
    }

    /// What the server has received.
    struct State: Sendable {
      var bytes: [UInt8] = []
      var isComplete = false
      var asked: [String] = []
      var conflicts = 0
      var plan: Plan
    }

    private let state: Lock<State>
    let scripted: ScriptedServer

    var seen: State { state.withLock { $0 } }

    static func announcement(_ location: String, version: Int = 8) -> String {
      "HTTP/1.1 104 Upload Resumption Supported\r\nLocation: \(location)\r\nUpload-Draft-Interop-Version: \(version)\r\n\r\n"
    }

    init(_ plan: Plan = Plan()) throws {
      let state = Lock(State(plan: plan))
      self.state = state
      scripted = try ScriptedServer { connection in
        while let head = try connection.nextHead() {
          state.withLock { $0.asked.append(head.method) }
          if head.method == "HEAD" {
            let plan = state.withLock(\.plan)
            if let token = plan.token, head.header("Authorization") != "Bearer " + token {
              try connection.send(plan.refusal.replacing("Content-Length: 0\r\n", with: ""))
            } else {
              try connection.send(plan.isGone ? "HTTP/1.1 404 Gone\r\n\r\n" : UploadServer.offset(state))
            }
          } else if head.method == "GET" {
            try connection.send("HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\nresult")
          } else if try !UploadServer.take(head, connection, state) {
            return
          }
        }
      }
    }

    private static func offset(_ state: Lock<State>) -> String {
      state.withLock { state in
        let told = state.plan.offsets.isEmpty ? nil : state.plan.offsets.removeFirst()
        let complete = state.isComplete ? "?1" : "?0"
        return
          "HTTP/1.1 204 No Content\r\nUpload-Offset: \(told ?? state.bytes.count)\r\nUpload-Complete: \(complete)\r\n"
          + "Cache-Control: no-store\r\n\(state.plan.fields)\r\n"
      }
    }

    /// Receives content; returns `false` if the connection has ended.
    private static func take(
      _ head: ReceivedRequest,
      _ connection: ScriptedConnection,
      _ state: Lock<State>
    ) throws -> Bool {
      let length = head.header("Content-Length").flatMap { Int($0) } ?? 0
      let isLast = head.header("Upload-Complete") == "?1"
      let (cut, refusal, announcement) = state.withLock { state in
        (
          state.plan.breaks.isEmpty ? nil : state.plan.breaks.removeFirst(),
          state.plan.refusals.isEmpty ? nil : state.plan.refusals.removeFirst(), state.plan.announcement
        )
      }
      if head.method != "PATCH", let announcement { try connection.send(announcement) }
      if head.method == "PATCH", head.header("Upload-Offset") != "\(state.withLock { $0.bytes.count })" {
        _ = try connection.read(length)
        state.withLock { $0.conflicts += 1 }
        try connection.send("HTTP/1.1 409 Conflict\r\nUpload-Complete: ?0\r\nContent-Length: 0\r\n\r\n")
        return true
      }
      if let early = state.withLock({ $0.plan.early.isEmpty ? nil : $0.plan.early.removeFirst() }) {
        let content = try connection.read(min(early.taken, length))
        state.withLock { state in
          state.bytes += content
          state.isComplete = isLast && content.count == length
        }
        try connection.send(early.response)
        // The client may send the rest before it reads the response.
        _ = try connection.read(length - content.count)
        return true
      }
      let content = try connection.read(min(cut ?? length, length))
      if let refusal {
        try connection.send(refusal)
        return true
      }
      let losesEnd = state.withLock { state in
        state.bytes += content
        state.isComplete = isLast && content.count == length
        return state.plan.losesEnd
      }
      guard cut == nil, !losesEnd || !isLast else {
        connection.reset()
        return false
      }
      let place = head.method == "PATCH" ? "" : "Location: /uploads/1\r\n"
      try connection.send(
        isLast
          ? "HTTP/1.1 201 Created\r\nUpload-Complete: ?1\r\nContent-Length: 4\r\n\r\ndone"
          : "HTTP/1.1 201 Created\r\n\(place)Upload-Complete: ?0\r\nContent-Length: 0\r\n\(state.withLock { $0.plan.fields })\r\n"
      )
      return true
    }
  }
#endif
