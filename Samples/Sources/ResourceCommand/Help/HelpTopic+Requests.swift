// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

extension HelpTopic {
  static let requests = HelpTopic(
    name: "requests",
    summary: "How a request is written",
    blocks: [
      .code(["resource [METHOD] URL [FIELD ...] [OPTION ...]"]),
      .text(
        """
        The command send may be left out. Without a method, a request is GET; with a body it is POST, and with --upload PUT. \
        Standard methods may be written in lower case as the first word, or behind send, explain and bench.
        """
      ),
      .text("The separator in each field after the URL determines its kind:"),
      .rows([
        "name=value": "A member of a JSON object, as a string.",
        "name:=JSON": "A member of a JSON object, as any JSON.",
        "name=@FILE, name:=@FILE": "The same, read from a file.",
        "name==value": "A query parameter.",
        "Name:value": "A header field.",
        "name@FILE": "A file of a multipart form. The other members become fields of the form.",
      ]),
      .text(
        """
        Names of members nest: a[b]=c, list[]=x, list[0][name]=x; []=x makes the whole body an array. A backslash before a \
        separator or a bracket makes it a part of the name.
        """
      ),
      .code([
        "resource https://example.org/",
        "resource :8080/health                 # http://localhost:8080/health",
        "resource POST https://example.org/notes title=Milk done:=false",
        "resource https://example.org/search q==milk Accept:application/json",
        "resource POST https://example.org/photos album=May photo@beach.jpg",
        "tar c notes | resource PUT https://example.org/notes.tar --upload -",
      ]),
      .text(
        """
        Other bodies: --json, --form, --multipart (-F), --urlencoded (-d), --body for text, --data for the bytes of a file, \
        --upload (-T) for a file of any size. Options that take @FILE take @- for standard input.
        """
      ),
      .text(
        """
        An upload with --resume survives a lost connection: the command asks the server how much it has and sends the rest, \
        in the same run or when it is run again. FILE.upload.json records the upload until it is complete.
        """
      ),
      .rows([
        "--upload FILE --resume": "By the IETF's resumable uploads; other servers get an ordinary upload.",
        "--resume-by content-range": "By PUT and Content-Range, for servers that are known to support it.",
        "--continue-at BYTES (-C)": "The same, starting after BYTES bytes; -C - is --resume.",
        "--resume-record FILE": "The file that records the upload.",
        "--create-upload": "Creates the upload with an empty request first, in case a proxy drops interim responses.",
      ]),
    ]
  )

  static let parameters = HelpTopic(
    name: "parameters",
    summary: "Path, query, header and procedure parameters",
    blocks: [
      .rows([
        "--path NAME=VALUE": "The value of {NAME} in the target, percent-encoded: a slash in it adds no segment.",
        "--query NAME=VALUE": "A query parameter; also NAME==VALUE. Names may repeat.",
        "--header 'NAME: VALUE'": "A header field (-H); also NAME:VALUE. Names may repeat.",
        "--param JSON": "An argument of a JavaScript adapter's procedure; the arguments go as a JSON array.",
      ]),
      .code([
        "resource GET '/users/{name}' --service people --path name='Ümit/7'",
        "resource GET /adapters/Math/add --param 1 --param 2.5 \\",
        "  --gateway http://127.0.0.1:8080/mfp",
      ]),
      .text(
        """
        A relative target goes to the service of --service, or to the gateway of --gateway or of the configuration. \
        A template without its value, and a value without a template, are errors.
        """
      ),
    ]
  )

  static let output = HelpTopic(
    name: "output",
    summary: "Where the response goes",
    blocks: [
      .text(
        """
        The body goes to stdout and everything else to stderr. A pipe and a file get the bytes unchanged. A terminal gets \
        indented JSON and text in UTF-8; binary data is refused there (exit status 74). Characters from a server that \
        would control the terminal, or that hide or reorder text, are escaped, such as \\u{1B}; --format raw leaves them.
        """
      ),
      .rows([
        "--output FILE (-o)": "Writes a 2xx response to a file, which is replaced when the body is complete.",
        "--output-errors": "Writes other responses to the file, too.",
        "--remote-name (-O)": "The same, with the last part of the URL's path as the name.",
        "--resume":
          "Keeps what arrived of a download that failed, if the server sends a strong ETag, and requests the rest next time. Uploads: see requests.",
        "--progress": "Shows a progress bar on stderr.",
        "--format json|text|raw": "Chooses how the body is written, on a terminal or not.",
        "--stream": "Writes the body while it arrives, on a terminal too; with --format raw byte for byte there.",
        "--events": "Writes server-sent events, and connects again when the stream breaks.",
        "--fail (-f)": "Leaves out the body of an unsuccessful response.",
        "--include (-i)":
          "Writes the status line and the header fields before the body; for HEAD they are written anyway, unless -o is there.",
        "--verbose (-v)": "Prints the exchange and the times of every attempt on stderr.",
        "--write-out FORMAT (-w)": "Prints variables for scripts; see the topic write-out.",
        "--har FILE": "Writes all exchanges to a file that browsers show (HAR).",
        "--silent (-s)": "Prints no errors; check the exit status.",
      ]),
      .text("To download a file only if it has changed:"),
      .code([
        "resource https://example.org/list.csv -o list.csv \\",
        "  --etag-compare list.tag --etag-save list.tag",
        "resource https://example.org/list.csv -o list.csv -z list.csv",
      ]),
    ]
  )
}
