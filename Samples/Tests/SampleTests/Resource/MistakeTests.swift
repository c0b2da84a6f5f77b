// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Foundation
import ResourceRequestKit
import Testing

@testable import ResourceCommand

/// Mistakes on a command line that looked like something else.
@Suite struct MistakeTests {
  @Test(arguments: [
    "https://b.example/x", "HTTP://b.example", "localhost:8080/x", "b.example:80", "[::1]:80", "127.0.0.1:9/",
  ])
  func `a second URL is no header field`(_ word: String) async throws {
    let outcome = try await BuiltProduct.resource.run("explain", "GET", "http://127.0.0.1:1/", word)
    #expect(outcome.status == 64)
    #expect(outcome.errors.contains("word 1 after the target is a second URL"), "\(outcome.errors)")
  }

  @Test(arguments: [
    (["-o", "a", "-o", "b"], "--output"), (["-oa", "--output", "b"], "--output"),
    (["--json", "1", "--json", "2"], "--json"),
    (["--body", "1", "--body", "2"], "--body"), (["-T", "a", "--upload", "b"], "--upload"),
  ])
  func `of two outputs or bodies none is dropped`(_ extra: [String], _ option: String) async throws {
    let outcome = try await BuiltProduct.resource.run(["GET", "http://127.0.0.1:1/"] + extra)
    #expect(outcome.status == 64)
    #expect(outcome.errors.contains("\(option) is there twice"), "\(outcome.errors)")
  }

  @Test(arguments: ["5-2", "-", "a-b", "1", "1-2-3"]) func `a range without bytes is refused`(_ range: String)
    async throws
  {
    let outcome = try await BuiltProduct.resource.run("GET", "http://127.0.0.1:1/", "-r", range)
    #expect(outcome.status == 64)
    #expect(outcome.errors.contains("--range: write it as 0-99"), "\(outcome.errors)")
  }

  @Test func `a misspelt variable of the text to write is told which was meant`() async throws {
    let outcome = try await BuiltProduct.resource.run("GET", "http://127.0.0.1:1/", "-w", "%{tim_total}")
    #expect(
      outcome.errors.contains("no variable is called \"tim_total\"; did you mean \"time_total\"?"),
      "\(outcome.errors)"
    )
  }

  @Test(arguments: ["f=@a;headers=\"X: y\"", "f=@a;filename=b;headers=@c", "f=x;encoder=base64"])
  func `what -F has of curl's and cannot do is refused, and goes into no name`(_ field: String) async throws {
    let outcome = try await BuiltProduct.resource.run("http://127.0.0.1:1/", "-F", field)
    #expect(outcome.status == 64)
    #expect(
      outcome.errors.contains("= is not supported\n") || outcome.errors.contains("=… is not supported"),
      "\(outcome.errors)"
    )
  }

  @Test func `a setting that is written twice is the last`() async throws {
    let twice = ["explain", "GET", "http://127.0.0.1:1/", "--timeout", "1s", "--timeout", "2s"]
    #expect(try await BuiltProduct.resource.run(twice).text.contains(/timeouts\.total +2s/))
  }

  @Test(arguments: [["send"], [], ["explain"], ["bench"]])
  func `a misspelt option is blamed and not its value`(_ command: [String]) async throws {
    for option in ["--sevrice x", "--timout 3s", "--qurey a=b", "--sevrice=x"] {
      let arguments =
        command + ["GET", "http://127.0.0.1:1/"] + option.split(separator: " ").map(String.init) + ["n=v"]
      let outcome = try await BuiltProduct.resource.run(arguments)
      #expect(outcome.status == 64)
      let name = option.prefix { $0 != " " && $0 != "=" }
      #expect(outcome.errors.contains("unknown option '\(name)'; did you mean '--"), "\(outcome.errors)")
      #expect(!outcome.errors.contains("word 1"))
    }
  }

  @Test(arguments: [
    ("--out", "--output"), ("--retries", "--retry"), ("--heder", "--header"), ("--form-field", "--form"),
    ("--max-tim", "--max-time"), ("--methd", nil), ("--xyzzy", nil),
  ])
  func `an option that is suggested has most letters in common with what is there`(_ word: String, _ meant: String?)
    async throws
  {
    let outcome = try await BuiltProduct.resource.run("GET", "http://127.0.0.1:1/", word)
    #expect(outcome.status == 64)
    let suggestion = meant.map { "; did you mean '\($0)'?" } ?? ""
    #expect(outcome.errors == "resource: unknown option '\(word)'\(suggestion)\n", "\(outcome.errors)")
  }

  @Test(arguments: [
    ("--fail-with-body", "the body is written in any case, and the exit status is 1"), ("-D", "write -i, or -v"),
    ("--noproxy", "write --proxy none, or set NO_PROXY"), ("--session", "write --cookie-jar FILE"),
    ("--http3", "HTTP/3 is not supported"), ("-K", "write the options themselves"),
    ("-6", "name an address with --resolve HOST:PORT:ADDRESS"),
    ("-U", "set http_proxy and https_proxy to a URL with them"),
    ("--proto", "http and https are the only ones"), ("--proto-default", "http and https are the only ones"),
    ("-a", "write -u NAME for a login, --bearer-env VARIABLE for a token"),
    ("--auth-type", "write -u NAME for a login, --bearer-env VARIABLE for a token"),
  ])
  func `an option of curl's that is something else here is told what`(_ word: String, _ advice: String) async throws {
    let outcome = try await BuiltProduct.resource.run("GET", "http://127.0.0.1:1/", word)
    #expect(outcome.status == 64)
    #expect(outcome.errors == "resource: unknown option '\(word)': \(advice)\n", "\(outcome.errors)")
  }

  @Test(arguments: ["--form", "--json", "--multipart"])
  func `an option of httpie's that takes no value there is told how it is meant here`(_ option: String) async throws {
    let outcome = try await BuiltProduct.resource.run(option, "POST", "http://127.0.0.1:1/", "a=1")
    #expect(outcome.status == 64)
    #expect(outcome.errors.contains("\(option) takes a value here, and there are fields"), "\(outcome.errors)")
    let dash = try await BuiltProduct.resource.run("http://127.0.0.1:1/", "--json", "-")
    #expect(dash.errors.contains("; standard input is @-"), "\(dash.errors)")
  }

  @Test func `a URL that became the value of an option of httpie's is told where it goes`() async throws {
    let outcome = try await BuiltProduct.resource.run("--form", "http://127.0.0.1:1/", "a=1")
    #expect(outcome.status == 64)
    #expect(
      outcome.errors == "resource: --form takes one field each, as in URL --form a=1; a multipart form is -F\n",
      "\(outcome.errors)"
    )
  }

  @Test func `curl's --url is a word, and its other name of a limit a limit`() async throws {
    for target in [["--url", "http://127.0.0.1:1/a"], ["--url=http://127.0.0.1:1/a"]] {
      let explained = try await BuiltProduct.resource.run(["explain"] + target + ["--max-redirs", "7"])
      #expect(explained.text.contains(/redirects +7 +\(call\)/), "\(explained.text)\(explained.errors)")
      #expect(explained.text.contains("http://127.0.0.1:1/a"))
    }
    let none = try await BuiltProduct.resource.run("--url", "config", "--max-redirs", "-1")
    #expect(none.status == 64 && none.errors.contains("--max-redirects is a number"), "\(none.errors)")
  }

  @Test func `a misspelt service is told which there are, whatever they refer to`() async throws {
    try await withTemporaryFolder { folder in
      let file = folder.appending(path: "c.json")
      let text =
        #"{"backendServices": [{"service": "resorts", "baseUrl": "${env:NONE}"}, {"service": "/films", "baseUrl": "http://a.example"}]}"#
      try Data(text.utf8).write(to: file)
      for (arguments, name) in [(["--config", file.path], file.path), (["--config", "-"], "<stdin>")] {
        let outcome = try await BuiltProduct.resource.run(
          ["GET", "x", "--service", "resrts"] + arguments,
          input: name == "<stdin>" ? text : ""
        )
        #expect(outcome.status == 2)
        #expect(outcome.errors.contains("\"resrts\" is not a service of \(name), which has "), "\(outcome.errors)")
        #expect(outcome.errors.contains(#""resorts", "films"; did you mean "resorts"?"#), "\(outcome.errors)")
      }
      // A service that is there is looked up.
      let missing = try await BuiltProduct.resource.run("GET", "x", "--service", "resorts", "--config", file.path)
      #expect(missing.errors.contains("NONE is not set"), "\(missing.errors)")
      for name in ["films", "/films"] {
        let known = try await BuiltProduct.resource.run("explain", "GET", "x", "--service", name, "--config", file.path)
        #expect(known.status == 0, "\(known.errors)")
      }
    }
  }

  @Test(arguments: [
    (["--retry", "-1"], "--retry is a number from 0 to 100"),
    (["--max-redirects", "-1"], "--max-redirects is a number"),
    (["--timeout", "-1s"], "-1s"), (["--hedge", "-1s"], "-1s"), (["--connect-timeout", "-1s"], "-1s"),
  ])
  func `a number below zero is said to be one`(_ extra: [String], _ complaint: String) async throws {
    let outcome = try await BuiltProduct.resource.run(["GET", "http://127.0.0.1:1/"] + extra)
    #expect(outcome.status == 64)
    #expect(outcome.errors.contains(complaint) && !outcome.errors.contains("Missing value"), "\(outcome.errors)")
  }

  @Test func `numbers of a benchmark below zero are said to be`() async throws {
    for (option, complaint) in [("--rate", "--rate is a number"), ("--concurrency", "--concurrency is a number")] {
      let outcome = try await BuiltProduct.resource.run("bench", "http://127.0.0.1:1/", option, "-1")
      #expect(outcome.status == 64 && outcome.errors.contains(complaint), "\(outcome.errors)")
    }
  }

  @Test func `a condition of a benchmark that holds is told with the value`() async throws {
    let outcome = try await BuiltProduct.resource.run(
      "bench",
      "http://127.0.0.1:1/",
      "--duration",
      "20ms",
      "--fail-if",
      "errors>1%",
      "--fail-if",
      "p50>0.000001ms",
      "--fail-if",
      "errors>0"
    )
    #expect(outcome.status == 1)
    #expect(outcome.errors.contains("--fail-if errors>1%: it was 100.00 %"), "\(outcome.errors)")
    #expect(outcome.errors.contains(/--fail-if p50>0\.000001ms: it was [0-9.]+ ms/), "\(outcome.errors)")
    #expect(outcome.errors.contains(/--fail-if errors>0: it was ([0-9]+) of \1 calls/), "\(outcome.errors)")
  }

  @Test func `what is no socket is said to be, and which one could not be reached`() async throws {
    let long = "/" + String(repeating: "a", count: 200)
    for (path, status, complaint) in [
      ("", Int32(64), "--unix-socket: name the path"), ("/etc/hosts", 64, "/etc/hosts is not a socket"),
      (long, 64, "201 bytes is too long"), ("/none/such.sock", 3, "/none/such.sock"),
    ] {
      let outcome = try await BuiltProduct.resource.run("http://a.example/", "--unix-socket", path)
      #expect(outcome.status == status)
      #expect(outcome.errors.contains(complaint), "\(outcome.errors)")
    }
  }

  @Test func `many fields become few arguments for the parser, and stay the fields they are`() async throws {
    let fields = (0..<8_000).map { "a\($0)=\($0)" }
    let folded = FoldedWords.folded(["POST", "http://a.example/", "-o", "x"] + fields + ["-v", "b=1", "c=2"])
    #expect(folded.count == 8)
    #expect(FoldedWords.unfolded(folded) == ["POST", "http://a.example/", "-o", "x"] + fields + ["-v", "b=1", "c=2"])
    #expect(FoldedWords.folded(["a=1", "b=2"]) == ["a=1", "b=2"])
    let outcome = try await BuiltProduct.resource.run(["explain", "POST", "http://a.example/"] + fields + ["-v"])
    #expect(outcome.status == 0, "\(outcome.errors)")
    var whole: JSON?
    for number in 0..<8_000 { try NestedName("a[b\(number)]").put(JSON(number), into: &whole) }
    #expect(whole?["a"].object?.keys.elementsEqual((0..<8_000).map { "b\($0)" }) == true)
    let wrong = try await BuiltProduct.resource.run(["POST", "http://a.example/"] + fields + ["=x"])
    #expect(wrong.errors.contains("word 8001 after the target"), "\(wrong.errors)")
  }

  @Test func `configurations are compared by their whole names`() async throws {
    try await withTemporaryFolder { folder in
      let names = ["backends-of-the-shop-with-retries.json", "backends-of-the-shop-without-retries.json"]
      for name in names {
        let text = #"{"service": "shop", "baseUrl": "http://a.example"}"#
        try Data(text.utf8).write(to: folder.appending(path: name))
      }
      let files = names.map { folder.appending(path: $0).path }
      let outcome = try await BuiltProduct.resource.run(
        "simulate",
        files[0],
        "--incident",
        "stall",
        "--compare",
        files[1]
      )
      #expect(outcome.status == 0, "\(outcome.errors)")
      let head = outcome.text.split(separator: "\n").dropFirst().first ?? ""
      #expect(
        head.split(separator: " ").map(String.init) == [names[0], "backends-of-the-shop…ithout-retries.json"],
        "\(head)"
      )
    }
  }
}
