// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Foundation
import ResourceRequestCurl
import ResourceRequestSockets

/// Runs one measurement of one contender in this process and prints the result on stdout as one line of JSON.
@main
enum Bench {
  static let usage = """
    Usage: bench CONTENDER --url URL [--in-flight N] [--requests N] [--seconds S] [--warm-up N]
                           [--body-bytes N] [--content-type T] [--http2] [--rate N] [--connections N]
           bench disturbed --url URL --rate N --seconds S [--with NAME] [--large URL] [--slow URL] [--token URL]
           bench MEASURE [--with NAME] [--iterations N] [--services N] [--endpoints N] [--document NAME]
                         [--files N] [--directory PATH]
           bench TRANSFER --url URL --bytes N [--file PATH] [--with NAME]

    Contenders (each sends requests until so many are answered or so much time is over, as soon as it has the answer
    before, or with --rate so many a second):
      ours            the full client over the sockets, from ordinary tasks
      ours-on-loop    the same, with the transport's loop as preferred task executor
      ours-curl       the full client over libcurl, from ordinary tasks
      transport       SocketTransport without the client above it, from ordinary tasks
      async-http      AsyncHTTPClient (with the trait Peers)
      urlsession      Foundation's URLSession
      bare            libcurl alone: the easy interface at 1 in flight, the multi interface above
      endpoints-load  the full client with the standard policies, over the endpoints at --ports of 127.0.0.1
      value           the full client, which decodes an object; --with foundation: by JSONDecoder

    disturbed: the full client at a fixed rate while it does something else; --with none, body, handler, cancellations,
    token

    Transfers (one body that is never in memory; --with ours, async-http):
      upload-file     sends a file
      upload-stream   sends bytes as they are made
      download-file   takes an answer to a file, which is on the disk at the end
      download-slow   takes an answer in with rests

    Measures within the process:
      router          routing among --services services
      pipeline        the client over a transport that answers at once; --with transport: that transport alone
      reload-document  a document of --services services read and taken, of which one has changed
      reload-calls    calls while the configuration changes every 500 calls, --iterations times; --with none: it does not
      cache-hit       the same with a cache in memory that has the answer of 1 KiB; --with none: without the cache
      cache-miss      the same with a cache that has it no more; --with none: without the cache
      cache-index     a scan of a disk cache with --files files
      cache-shared    requests through a disk cache in --directory, which processes may share; fails on a wrong body
      policies        the same with three endpoints and the standard policies; --with none: with neither
      endpoints       the same with a choice among --endpoints endpoints; --with leastRequest, random, roundRobin, peakEWMA
      coding          a --document decoded or encoded: flat, shuffled, nested, doubles, tenth, dictionary, small,
                      encode-flat, encode-nested, encode-doubles, encode-dictionary; --with ours, foundation
      json-read       JSON text of 1 MB into values; --with ours, foundation
      json-write      and back
      telemetry       a call with logs, metrics and traces (with the trait Telemetry); --with none, unused, memory
      wake-up         two threads that wake one another
      decode          a Decodable of 1 MB; --with ours (through the client), foundation (JSONDecoder alone)
    """

  // Not `async`: an async main waits in dispatch's main loop, which fails under valgrind.
  static func main() {
    let ended = DispatchSemaphore(value: 0)
    Task.detached {
      do {
        let arguments = try Arguments(CommandLine.arguments.dropFirst())
        print(try await measure(arguments).line)
      } catch {
        FileHandle.standardError.write(Data("bench: \(error)\n\(usage)\n".utf8))
        exit(64)
      }
      ended.signal()
    }
    ended.wait()
  }

  private static func measure(_ arguments: Arguments) async throws -> Report {
    switch arguments.mode {
    case "router": try RouterMeasure.run(arguments)
    case "pipeline": try await PipelineMeasure.run(arguments)
    case "reload-document": try ReloadMeasure.document(arguments)
    case "reload-calls": try await ReloadMeasure.calls(arguments)
    case "cache-hit": try await CacheMeasure.hit(arguments)
    case "cache-miss": try await CacheMeasure.miss(arguments)
    case "cache-index": try await DiskCacheMeasure.index(arguments)
    case "cache-shared": try await DiskCacheMeasure.shared(arguments)
    case "policies": try await PolicyMeasure.standard(arguments)
    case "endpoints": try await PolicyMeasure.choice(arguments)
    case "coding": try CodingMeasure.run(arguments)
    case "json-read": try JSONMeasure.read(arguments)
    case "json-write": try JSONMeasure.write(arguments)
    case "upload-file", "upload-stream", "download-file", "download-slow": try await Transfer.run(arguments)
    case "disturbed": try await Disturbance.run(arguments)
    case "wake-up": try WakeUpMeasure.run(arguments)
    case "decode": try await DecodeMeasure.run(arguments)
    #if Telemetry
      case "telemetry": try await TelemetryMeasure.run(arguments)
    #endif
    default: try await load(arguments)
    }
  }

  private static func load(_ arguments: Arguments) async throws -> Report {
    let workload = try Workload(arguments)
    let rate = try arguments.number("rate", or: 0)
    func load(_ contender: some Contender) async throws -> Report {
      if rate > 0 { return try await OpenLoad.run(contender, workload, rate: rate) }
      return try await Load.run(contender, workload)
    }
    switch arguments.mode {
    case "ours": return try await load(OurClient(workload))
    case "ours-on-loop":
      let transport = SocketTransport()
      let client = try OurClient(workload, over: transport)
      return try await withTaskExecutorPreference(transport.taskExecutor) { try await load(client) }
    case "ours-curl": return try await load(OurClient(workload, over: CurlTransport()))
    case "transport": return try await load(TransportAlone(workload))
    case "value": return try await load(ValueClient(arguments, workload))
    case "endpoints-load": return try await load(EndpointsClient(arguments, workload))
    #if Peers
      case "async-http":
        let client = try AsyncClient(workload)
        let report = try await load(client)
        try await client.shutdown()
        return report
    #endif
    case "urlsession": return try await load(SessionClient(workload))
    case "bare": return try BareCurl.run(workload)
    default: throw Arguments.Fault("there is no contender or measure \"\(arguments.mode)\"")
    }
  }
}
