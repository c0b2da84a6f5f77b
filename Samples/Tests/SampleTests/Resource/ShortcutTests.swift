// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import AdapterGateway
import FlyingFox
import Foundation
import LoopbackServer
import ResourceRequestKit
import Testing

/// The syntax that curl and httpie users know.
@Suite struct ShortcutTests {
  /// What a server received, as JSON: method, path, query, some fields and the body.
  private func seen(_ arguments: [String], environment: [String: String] = [:]) async throws -> JSON {
    let server = try await LoopbackServer.start(
      handler: ClosureHTTPHandler { request in
        let names = ["Content-Type", "X-A", "Cookie", "Range", "Accept-Encoding", "User-Agent", "Referer"]
        let fields = names.map { ($0, JSON(request.headers[HTTPHeader($0)] ?? "")) }
        var json: JSON.Object = [
          "method": JSON(request.method.rawValue), "path": JSON(request.path),
          "query": JSON(request.query.map { "\($0.name)=\($0.value)" }.joined(separator: "&")),
          "body": JSON(String(decoding: try await request.bodyData, as: UTF8.self)),
        ]
        for (name, value) in fields { json[name] = value }
        return HTTPResponse(statusCode: .ok, body: Data(JSON.object(json).text().utf8))
      }
    )
    let outcome = try await BuiltProduct.resource.run(
      arguments.map { $0.replacing("URL", with: server.url) },
      environment: environment
    )
    await server.stop(within: .zero)
    #expect(outcome.status == 0, "\(outcome.errors)")
    return try JSON(parsing: outcome.text)
  }

  @Test(arguments: [
    (["URL/a"], "GET"), (["GET", "URL/a"], "GET"), (["get", "URL/a"], "GET"), (["URL/a", "n=v"], "POST"),
    (["delete", "URL/a"], "DELETE"), (["-X", "PATCH", "URL/a"], "PATCH"), (["-XPATCH", "URL/a"], "PATCH"),
    (["URL/a", "-d", "x=1"], "POST"), (["URL/a", "-T", "/dev/null/../../etc/hosts"], "PUT"),
    (["-sL", "URL/a"], "GET"), (["send", "patch", "URL/a"], "PATCH"),
    (["--url", "URL/a", "n=v"], "POST"), (["PUT", "--url=URL/a"], "PUT"),
    (["-s", "--max-redirs", "3", "--tlsv1.2", "--no-progress-meter", "--url", "URL/a"], "GET"),
  ])
  func `the method is what is named, or follows from the body`(arguments: [String], method: String) async throws {
    guard !arguments.contains("-T") || FileManager.default.isReadableFile(atPath: "/etc/hosts") else { return }
    let arguments = arguments.map { $0.hasPrefix("/dev/null/") ? "/etc/hosts" : $0 }
    #expect(try await seen(arguments)["method"].string == method)
  }

  @Test(arguments: [["-da=1", "-HX-A: b=c", "-bn=v"], ["-sda=1", "-HX-A: b=c", "-bn=v"]])
  func `a letter may have a value with an equals sign joined to it`(_ joined: [String]) async throws {
    let seen = try await seen(["URL/a"] + joined)
    #expect(seen["body"] == "a=1" && seen["X-A"] == "b=c" && seen["Cookie"] == "n=v", "\(seen)")
  }

  @Test func `items are the members of a JSON object, query parameters and fields`() async throws {
    let seen = try await seen([
      "post", "URL/a?x=1", "name=Ann Lee", "n:=[1, true]", "q==x y", "X-A:v", "note=@/dev/null",
    ])
    #expect(seen["method"].string == "POST")
    #expect(seen["query"].string == "x=1&q=x y")
    #expect(seen["X-A"].string == "v")
    #expect(seen["Content-Type"].string == "application/json")
    #expect(try JSON(parsing: seen["body"].string ?? "") == ["name": "Ann Lee", "n": [1, true], "note": ""])
  }

  @Test func `curl's ways to ask for a head and to hide pages are known`() async throws {
    try await BytesServer.with({ BytesServer.answer(.notFound, "text/plain", Data("page".utf8)) }) { url in
      let asked = try await BuiltProduct.resource.run("-I", url)
      #expect(asked.status == 1)
      #expect(asked.text.hasPrefix("HTTP/1.1 404 Not Found\n"), "\(asked.text)")
      for format in [[], ["--format", "text"]] {
        let shown = try await BuiltProduct.resource.run([url, "-fsSL"] + format)
        #expect((shown.status, shown.text) == (1, ""))
        #expect(shown.errors == "resource: 404 Not Found\n")
        let silent = try await BuiltProduct.resource.run([url, "-fs"] + format)
        #expect((silent.status, silent.text, silent.errors) == (1, "", ""))
      }
      let head = try await BuiltProduct.resource.run(url, "-fsi")
      #expect(head.status == 1 && head.text.hasPrefix("HTTP/1.1 404 Not Found\n") && !head.text.contains("page"))
      let both = try await BuiltProduct.resource.run("-I", "GET", url)
      #expect((both.status, both.errors.contains("--head and GET")) == (64, true), "\(both.errors)")
    }
    let seen = try await seen(["URL/a", "-A", "me/1", "-e", "http://a.example/"])
    #expect(seen["User-Agent"].string == "me/1" && seen["Referer"].string == "http://a.example/")
    for more in [["-H", "User-Agent: you"], ["User-Agent:you"]] {
      #expect(try await self.seen(["URL/a", "-A", "me/1"] + more)["User-Agent"].string == "you")
    }
  }

  @Test(arguments: [
    (["--data-raw", "@a=1&b", "--compressed"], "POST", "", "@a=1&b"),
    (["--data", "a=1", "-d", "b=2"], "POST", "", "b=2&a=1"),
    (["--data-urlencode", "a=b c&"], "POST", "", "a=b+c%26"), (["--data-urlencode", "a=~*"], "POST", "", "a=~%2A"),
    // The value of an option is no letters, and no option.
    (["-fsSLXPUT", "--data-raw", "-none"], "PUT", "", "-none"), (["-sSfLXPUT", "-sSd", "-sSoX"], "PUT", "", "-sSoX"),
    (["--data-raw", "--url=x"], "POST", "", "--url=x"),
    (["--data-urlencode", "a=b c\u{E9}", "-d", "x=%20"], "POST", "", "a=b+c%C3%A9&x=%20"),
    (
      ["--data-urlencode", "b c&", "--data-urlencode", "=d e", "--data-urlencode", "f%5B%5D=@g"], "POST", "",
      "b+c%26&d+e&f%5B%5D=%40g"
    ),
    (["-G", "--data-urlencode", "q=a&b"], "GET", "q=a&b", ""),
    (["-G", "-d", "a=1&b=x%26y+z", "--form", "c=&"], "GET", "c=&&a=1&b=x&y+z", ""),
    (["-XPUT", "-G", "URL2?x=1", "-d", "a"], "PUT", "x=1&a=", ""), (["--max-time", "9s"], "GET", "", ""),
  ])
  func `long options of curl mean the same`(_ extra: [String], method: String, query: String, body: String) async throws
  {
    let target = extra.contains { $0.hasPrefix("URL2") } ? [] : ["URL/a"]
    let seen = try await seen(target + extra.map { $0.replacing("URL2", with: "URL/a") })
    #expect(seen["method"].string == method)
    #expect(seen["query"].string == query)
    #expect(seen["body"].string == body)
  }

  @Test(arguments: [
    "foo", "a&b", "a=1&&b=2", "a=1&", "a=1;b=2", "a=b+c", "x=%41", "a=%zz", "a=/?:@", "a={b}", "a=1#b",
  ])
  func `the query that a form becomes is as it was written`(_ text: String) async throws {
    try await BytesServer.with({ BytesServer.answer(.ok, "text/plain", Data()) }) { url in
      for (target, start, end) in [("p", "p?", ""), ("p?q", "p?q&", ""), ("p?#f", "p?", "#f")] {
        let outcome = try await BuiltProduct.resource.run("-v", "-G", url + target, "-d", text)
        let escaped = text.replacing("{", with: "%7B").replacing("}", with: "%7D").replacing("#", with: "%23")
          .replacing("%zz", with: "%25zz")
        #expect(outcome.errors.contains("GET \(url)\(start)\(escaped)\(end)\n"), "\(outcome.errors)")
      }
    }
  }

  @Test func `only the line ends of a file leave the text of a form`() async throws {
    try await withTemporaryFolder { folder in
      let file = folder.appending(path: "v")
      try Data("a=x\u{C}y\u{B}z\u{2028}w\u{85}v\r\nq\n".utf8).write(to: file)
      #expect(try await seen(["URL/a", "-d", "@\(file.path)"])["body"].string == "a=x\u{C}y\u{B}z\u{2028}w\u{85}vq")
    }
  }

  @Test func `cookies are one field, and what a server needs cannot be left out`() async throws {
    #expect(try await seen(["URL/a", "-H", "Cookie: z=1", "-b", "a=b"])["Cookie"].string == "z=1; a=b")
    for field in ["Host:", "content-length:"] {
      let outcome = try await BuiltProduct.resource.run("http://127.0.0.1:1/", "-H", field)
      #expect(outcome.status == 64 && outcome.errors.contains("cannot be left out"), "\(outcome.errors)")
    }
    for login in [["--user", "u", "--password-env", "PATH"], ["--netrc-file", "/dev/null"]] {
      let outcome = try await BuiltProduct.resource.run(["http://u@127.0.0.1:1/"] + login)
      #expect(outcome.status == 64 && outcome.errors.contains("the URL has a user name too"), "\(outcome.errors)")
    }
  }

  @Test func `a value of a form may be the content of a file`() async throws {
    try await withTemporaryFolder { folder in
      let file = folder.appending(path: "v")
      try Data("a b\n&".utf8).write(to: file)
      let body = try await seen(["URL/a", "--data-urlencode", "n@\(file.path)", "--data-urlencode", "@\(file.path)"])
      #expect(body["body"].string == "n=a+b%0A%26&a+b%0A%26")
    }
  }

  @Test(arguments: [
    (["URL/a/", "-T"], "/a/x y%", ""), (["PUT", "URL/a/?q=1", "-T"], "/a/x y%", "q=1"), (["URL/a", "-T"], "/a", ""),
    (["POST", "URL/a/", "-T"], "/a", ""), (["URL", "-T"], "/x y%", ""),
  ])
  func `a file that is put in a folder gets its own name there`(_ words: [String], path: String, query: String)
    async throws
  {
    try await withTemporaryFolder { folder in
      let file = folder.appending(path: "x y%")
      try Data("content".utf8).write(to: file)
      let seen = try await seen(words + [file.path])
      #expect(seen["path"].string == path && seen["query"].string == query && seen["body"].string == "content")
    }
  }

  @Test func `names of members nest`() async throws {
    let body = try await seen(["URL/a", "a[b]=c", "list[]:=1", "list[]:=2"])["body"].string ?? ""
    #expect(try JSON(parsing: body) == ["a": ["b": "c"], "list": [1, 2]])
  }

  @Test func `cookies are read from a file in the form of curl's`() async throws {
    try await withTemporaryFolder { folder in
      let file = folder.appending(path: "cookies.txt")
      let text = "# Netscape HTTP Cookie File\n127.0.0.1\tFALSE\t/\tFALSE\t0\tsession\thush\n"
      try Data(text.utf8).write(to: file)
      #expect(try await seen(["URL/a", "-b", file.path])["Cookie"].string == "session=hush")
      #expect(try String(contentsOf: file, encoding: .utf8) == text)
      _ = try await seen(["URL/a", "-b", file.path, "-c", file.path])
      let missing = try await BuiltProduct.resource.run("http://127.0.0.1:1/", "-b", folder.path + "/none")
      #expect(missing.status == 64)
      #expect(missing.errors.contains("write a cookie as name=value"), "\(missing.errors)")
    }
  }

  @Test func `a file among the items makes a multipart form`() async throws {
    try await withTemporaryFolder { folder in
      try Data("inside".utf8).write(to: folder.appending(path: "f.txt"))
      let seen = try await seen(["URL/a", "title=T", "file@\(folder.path)/f.txt"])
      #expect(seen["Content-Type"].string?.hasPrefix("multipart/form-data") == true)
      let body = seen["body"].string ?? ""
      #expect(body.contains("inside") && body.contains("f.txt") && body.contains("name=\"title\""))
      let escaped = try await self.seen(["URL/a", "a\\=b@\(folder.path)/f.txt"])["body"].string ?? ""
      #expect(escaped.contains("name=\"a=b\"") && escaped.contains("inside"), "\(escaped)")
    }
  }

  @Test func `a text of a multipart form may have a type`() async throws {
    let body = try await seen(["URL/a", "-F", "a={};type=application/json"])["body"].string ?? ""
    #expect(body.contains("Content-Type: application/json\r\n\r\n{}\r\n"), "\(body)")
  }

  @Test func `short options are curl's`() async throws {
    try await withTemporaryFolder { folder in
      try Data("b=2\nc=3\n".utf8).write(to: folder.appending(path: "d"))
      let form = try await seen(["URL/a", "-H", "X-A: v", "-d", "a=1", "-d@\(folder.path)/d", "-b", "k=v", "-m", "9s"])
      #expect(form["body"].string == "a=1&b=2c=3")
      #expect(form["Content-Type"].string == "application/x-www-form-urlencoded")
      #expect(form["X-A"].string == "v")
      #expect(form["Cookie"].string == "k=v")
      let json = try await seen(["URL/a", "-d", "{}", "-HContent-Type: application/json"])
      #expect(json["Content-Type"].string == "application/json")
      let range = try await seen(["URL/a", "-r", "0-9999"])
      #expect(range["Range"].string == "bytes=0-9999")
      #expect(range["Accept-Encoding"].string == "identity")
    }
  }

  @Test func `a file is named by the URL where that is wanted`() async throws {
    try await BytesServer.with({ BytesServer.answer() }) { url in
      try await withTemporaryFolder { folder in
        let process = BuiltProduct.resource.process(["-O", url + "a/photo.jpg?size=1/2"])
        process.currentDirectoryURL = folder
        let status = try await process.end()
        #expect(status == 0)
        #expect(try Data(contentsOf: folder.appending(path: "photo.jpg")) == BytesServer.bytes)
        let none = try await BuiltProduct.resource.run("-O", url)
        #expect(none.status == 64)
        #expect(none.errors.contains("--output"))
      }
    }
  }

  @Test(arguments: [
    (["-k", "https://127.0.0.1:1/"], "--cacert FILE"), (["--insecure-tls", "https://127.0.0.1:1/"], "--cacert FILE"),
    (["-u", "ann:hush", "http://127.0.0.1:1/"], "--password-env"), (["-m", "2", "http://127.0.0.1:1/"], "2s or 2ms?"),
    (["send", "Get", "http://127.0.0.1:1/"], "did you mean GET?"), (["-X", "PUT", "GET", "http://127.0.0.1:1/"], "-X"),
    (["http://127.0.0.1:1/", "a=b", "-d", "c"], "one body"), (["http://127.0.0.1:1/", "-r", "9"], "0-99"),
    (["http://127.0.0.1:1/", "-b", "jar"], "--cookie-jar"), (["-G", "http://127.0.0.1:1/", "a=b"], "name==value"),
    (["http://127.0.0.1:1/", "-c", "/tmp/jar", "-b", "a=b"], "choose one"),
    (["http://127.0.0.1:1/", "-o", "/tmp/x", "--etag-save", "/tmp/./x"], "name two files"),
    (["http://127.0.0.1:1/", "password:=hush"], "password=TEXT"),
    (["-skXPOST", "https://127.0.0.1:1/"], "--cacert FILE"),
    (["http://127.0.0.1:1/a", "http://127.0.0.1:1/b", "-r", "5-1"], "--range: write it as"),
    (["http://127.0.0.1:1/", "-d", "--foo", "-o", "a", "-o", "b"], "--output is there twice"),
    (["bench", "-HAuthorization: hush==", "-da=b", "http://127.0.0.1:1/", "--no-such"], "--no-such"),
    (
      ["-Z", "-T", "/dev/null", "--resume", "http://127.0.0.1:1/a", "http://127.0.0.1:1/b"],
      "--resume: the file is that of one"
    ),
  ])
  func `what is refused says what to write`(arguments: [String], remedy: String) async throws {
    let outcome = try await BuiltProduct.resource.run(arguments)
    #expect(outcome.status == 64)
    #expect(outcome.output.isEmpty)
    #expect(outcome.errors.contains(remedy), "\(outcome.errors)")
    #expect(!outcome.errors.contains("hush"))
  }

  @Test func `silent says nothing, and the exit status does`() async throws {
    let outcome = try await BuiltProduct.resource.run("-s", "http://127.0.0.1:1/")
    #expect(outcome.status == 3)
    #expect(outcome.errors.isEmpty)
  }

  @Test func `proxies of the environment are used, unless none or another is named`() async throws {
    // This server acts as the proxy.
    let server = try await LoopbackServer.start(
      handler: ClosureHTTPHandler { _ in HTTPResponse(statusCode: .ok, body: Data("by proxy".utf8)) }
    )
    let environment = ["http_proxy": server.url]
    let target = "http://127.0.0.1:1/"
    #expect(try await BuiltProduct.resource.run([target], environment: environment).text == "by proxy")
    #expect(
      try await BuiltProduct.resource.run([target, "--proxy", "environment"], environment: environment).text
        == "by proxy"
    )
    #expect(try await BuiltProduct.resource.run([target, "-x", server.url]).text == "by proxy")
    #expect(try await BuiltProduct.resource.run([target, "--proxy", "none"], environment: environment).status == 3)
    let except = ["http_proxy": server.url, "no_proxy": "127.0.0.1"]
    #expect(try await BuiltProduct.resource.run([target], environment: except).status == 3)
    let explained = try await BuiltProduct.resource.run(["explain", target], environment: environment)
    #expect(explained.text.contains("(defaults environment)"))
    let broken = try await BuiltProduct.resource.run([target], environment: ["http_proxy": "http://user:hush@:x/"])
    #expect(broken.status == 64)
    #expect(!broken.errors.contains("hush"))
    await server.stop()
  }

  @Test func `the limit that ended a call is named with where it was set`() async throws {
    let server = try await GatewayServer.start()
    let adapters = server.url + "/mfp/api/adapters"
    let flag = try await BuiltProduct.resource.run(adapters + "/delay/1000", "--timeout", "50ms")
    #expect(flag.status == 3)
    #expect(flag.errors.contains("; the limit is 50ms, set by --timeout"), "\(flag.errors)")
    try await withTemporaryFolder { folder in
      let file = folder.appending(path: "backends.json")
      let text = """
        { "backendServices": [
          { "service": "s", "baseUrl": "\(adapters)", "timeouts": { "read": "60ms" } } ] }
        """
      try Data(text.utf8).write(to: file)
      let key = try await BuiltProduct.resource.run("GET", "delay/1000", "--service", "s", "--config", file.path)
      #expect(key.errors.contains("; the limit is 60ms, set at \(file.path):2:"), "\(key.errors)")
    }
    await server.stop(within: .zero)
  }
}
