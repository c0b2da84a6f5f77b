// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// The conformance cases that URLSession on Linux does not pass, by name.
enum URLSessionExclusions {
  /// Cases that are not run: FoundationNetworking would crash or take very long.
  static let notRun = [
    "fields after a chunked body are trailers": "trailers end the process in FoundationNetworking",
    "what follows a response belongs to the next": "trailers end the process in FoundationNetworking",
    "an answer as a stream of unknown length brings all of it, and its trailers, or is refused":
      "trailers end the process in FoundationNetworking",
    "a reused connection that dies within a head is no stale one":
      "such a head ends the process in FoundationNetworking",
    "a reused connection that dies after an interim response is no stale one":
      "FoundationNetworking sends again, and waits for a new body that nobody gives it",
    "a head that breaks off is a failure": "such a head ends the process in FoundationNetworking",
    "a field line that does not end is cut": "such a line ends the process in FoundationNetworking",
    "a head that does not end is cut at the limit":
      "the head is shown when it is complete, so only the deadline ends it",
    "a POST is sent once when its reused connection dies":
      "FoundationNetworking sends again, and waits for a new body that nobody gives it",
  ]

  private static let unseen = "libcurl, beneath it, does not mind, and the raw head is not shown"
  private static let unnamed = "it is a failure, which FoundationNetworking does not name"

  private static let refused = "refused as unsupported: FoundationNetworking would send something else"

  /// Cases that are run, and reported if they pass after all.
  static let gaps = [
    "a custom method arrives by its name": refused,
    "a field of a name that repeats arrives as often, in order": refused,
    "a body arrives byte for byte with GET, DELETE, OPTIONS and a custom method": refused,
    "an empty body has the length 0": refused,
    "an IPv6 address is connected to": "FoundationNetworking does not accept the URL",
    "a GET, DELETE or OPTIONS without a body has no length": "FoundationNetworking sends Content-Length: 0 with DELETE",
    "fields come in order, repeated ones apart": "URLSession joins repeated fields and loses their order",
    "odd names and empty values of fields are kept": "FoundationNetworking refuses the answer",
    "a value that is no UTF-8 is read as ISO-8859-1": "FoundationNetworking refuses the answer",
    "a location that is no UTF-8 keeps its bytes": "FoundationNetworking refuses the answer",
    "a status line without a reason is a status line": "FoundationNetworking refuses the answer",
    "a head beyond the limit ends the exchange": "the limit is kept, and the repeated fields come joined",
    "a gzip stream that ends too early is a failure": "libcurl, beneath it, does not look for the stream's end",
    "a body that grows too much from few bytes is a failure":
      "URLSession does not tell how many bytes came; the limit of the body holds",
    "how a body is cut has no part in whether it is a bomb":
      "URLSession does not tell how many bytes came; the limit of the body holds",
    "a length beside chunks is a failure": unseen,
    "chunks beside a length are a failure": unseen,
    "a transfer coding in a folded line is a failure": unseen,
    "a transfer coding after chunked is a failure": unseen,
    "chunked twice is a failure": unseen,
    "a transfer coding not asked for is a failure": unseen,
    "chunks in HTTP/1.0 are a failure": unseen,
    "a bare carriage return in a value is a failure": unseen,
    "bytes that come while nothing is asked are no answer to the next request": unseen,
    "a transfer coding nobody knows is a failure": unnamed,
    "a line of the head without a colon is a failure": unnamed,
    "a head that begins with a folded line is a failure": unnamed,
    "a NUL in a field's value is a failure": unnamed,
    "a NUL in a field's name is a failure": unnamed,
    "a thousand interim answers are skipped, and no flood of them": unnamed,
    "lines that end with a line feed alone are lines": "FoundationNetworking refuses the answer",
    "a GET is sent once when its reused connection dies": "FoundationNetworking sends again",
    "a connection is used again, and the metrics say so": "it is, and FoundationNetworking does not tell",
    "a connection that does not come about ends at the connect timeout":
      "URLSession does not tell when a connection stands: readTimeout, after both limits together",
    "the deadline ends the attempt to connect": "URLSession does not tell whether the request went out",
    "the metrics tell time and bytes": "FoundationNetworking tells neither heads nor addresses",
  ]
}
