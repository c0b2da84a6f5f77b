// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Curl
  import Foundation
  import ResourceRequestKit
  import TestSupport

  /// A server of resumable uploads to `/files`, with the upload resource `/uploads/1`, that misbehaves as planned.
  final class UploadServer: Sendable {
    /// What it does beside the protocol.
    struct Plan: Sendable {
      /// For each request with content, how many of its bytes are taken before the connection is reset; `nil` for all.
      var breaks: [Int?] = []
      /// What it sends between the head of the creating request and its content.
      var announcement: String? = UploadServer.announcement("/uploads/1")
      /// What it says of its offset in place of the truth, for each time it is asked.
      var offsets: [Int?] = []
      /// Fields beside the offset.
      var fields = ""
      /// The responses to requests with content that are not to be taken, in order; `nil` for those that are.
      var refusals: [String?] = []
      /// Whether the last response is lost with its connection.
      var losesEnd = false
      /// Whether the upload resource is gone when it is asked for.
      var isGone = false
      /// The token that requests to the upload resource need.
      var token: String?
      /// The response to those that have another one.
      var refusal = ""
      /// The responses to requests with content that come early, in order.
      var early: [Early] = []
    }

    /// A response before all content has arrived, of which no more is taken.
    struct Early: Sendable {
      /// How many bytes are taken before it.
      var taken: Int
      var response: String

      init(after taken: Int, _ response: String) {
        self.taken = taken
        self.response = response
      }
    }

    /// What has come.
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

    /// Takes content; `false` where the connection is over.
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
        // The client may send all of it before it reads the response.
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
