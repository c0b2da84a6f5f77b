// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Foundation
import ResourceRequestCurl
import ResourceRequestKit
import ResourceRequestSimulation

/// `incident CONFIG INCIDENT [BEGIN [SEED]]`: makes the calls of an incident over real sockets, as `resource simulate`
/// makes them in memory.
///
/// BEGIN is a time in seconds since 1970, so that servers can use the same clock. Writes a line of JSON for each call
/// when it has ended, and finally one with the status of the first client. `{id}` in a target is replaced by the call's
/// number.
@main
struct IncidentProgram {
  static func main() async {
    let arguments = CommandLine.arguments.dropFirst()
    guard arguments.count >= 2 else { end(64, "usage: incident CONFIG INCIDENT [BEGIN [SEED]]") }
    do { try await run(arguments) } catch { end(1, "\(error)") }
  }

  private static func end(_ status: Int32, _ text: String) -> Never {
    FileHandle.standardError.write(Data("\(text)\n".utf8))
    exit(status)
  }

  private static func run(_ arguments: ArraySlice<String>) async throws {
    let configuration = try ResourceConfiguration(contentsOf: arguments[1])
    let incident = try Simulation.Incident(contentsOf: arguments[2], for: configuration)
    let wait = arguments.count > 2 ? Double(arguments[3]).map { $0 - Date().timeIntervalSince1970 } ?? 0 : 0
    let random = RandomStream(seed: arguments.count > 3 ? UInt64(arguments[4]) ?? 1 : 1)
    let clock = ContinuousClock()
    let begin = clock.now.advanced(by: .seconds(wait))
    var load = IncidentLoad(incident, random: random)
    // The clients share their connections, as in one program; each has its own knowledge of the endpoints.
    let transport = CurlTransport()
    let clients = (0..<incident.clients).map { _ in ResourceClient(configuration: configuration, transport: transport) }
    await withDiscardingTaskGroup { group in
      var number = 0
      while let offset = load.next() {
        number += 1
        let due = begin.advanced(by: .seconds(offset))
        if due > clock.now { try? await clock.sleep(until: due) }
        let request = load.request(number)
        let client = clients[load.client()]
        group.addTask { [number] in
          CallLine(number: number, at: offset, request: request).write(
            await CallLine.End(of: request, by: client, due: due)
          )
        }
      }
    }
    let isDrained = await clients[0].drain(within: .seconds(5))
    let status = try JSONEncoder().encode(clients[0].status)
    CallLine.write(Data(#"{"drained":\#(isDrained),"status":"#.utf8) + status + Data("}\n".utf8))
  }
}
