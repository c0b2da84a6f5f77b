// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestKit

extension HelpTopic {
  static let writeOut = HelpTopic(
    name: "write-out",
    summary: "Variables of --write-out",
    blocks: [
      .text(
        """
        --write-out FORMAT (-w) prints a text after the body, even if the call fails. %{NAME} is a variable, \
        %header{NAME} a header field of the response, %{header_json} all its fields, %{json} all variables; \\n, \\r and \\t \
        are characters, %% is a percent sign. %{stderr} and %{stdout} choose where the text after them goes. @FILE reads \
        the format from a file.
        """
      ),
      .text("The variables, most of curl's; num_attempts and size_received are additions:"),
      .text(WriteOut.names.joined(separator: ", ") + "."),
      .code(["resource https://example.org/ -o page -w '%{http_code} %{time_total}\\n'"]),
    ]
  )

  static let curl = HelpTopic(
    name: "curl",
    summary: "What is different from curl and httpie",
    blocks: [
      .text(
        """
        These short options are curl's: -A -F -G -H -I -J -L -O -S -T -V -X -Z -b -c -d -e -f -g -i -n -o -r -s -v -w -x -z. \
        They may be joined, as in -fsSL and -fsSLoFILE. What differs:
        """
      ),
      .rows([
        "-u NAME": "Takes no password, and logs in when the server asks (401), not before.",
        "-m 10s": "Needs a unit.",
        "without -m":
          "A call whose body is read whole, as on a terminal, may take 60 s (--timeout), and a server be silent for 30 s (--read-timeout).",
        "-d @FILE": "Reads UTF-8 text; --data @FILE sends bytes, as application/octet-stream without --content-type.",
        "--json TEXT": "Sets no Accept; write Accept:application/json after the URL, if the server needs it.",
        "-d beside others": "The pieces of --data-urlencode come first, then those of -d, --data and --data-raw.",
        "-L": "Redirects are always followed; --no-redirects refuses them.",
        "-k": "Is refused: use --cacert FILE, with the certificate itself if it is self-signed.",
        "-C -": "Continues what --resume has kept beside the file, not another program's partial file.",
        "standard input": "Is read only where an option says so: --json @-, --data @-, -T -.",
        "-o FILE": "Writes 2xx responses only, when the body is complete.",
        "-H 'Name:', -H 'Name;'": "Leave a default field out, or send it without a value, as for curl.",
        "-iL, -IL": "Write the head of the last response; -v shows those of redirects too.",
        "-b NAME=VALUE -c FILE": "Is refused, since the cookie would take the place of those of the file.",
        "-n": "Logs in when the server asks (401), not before.",
        "-r 0-1,5-6": "Is refused: a request can have only one range.",
        "-r 500-": "The exit status is 1 if the server sends the whole, or another part.",
        "-z DATE":
          "A body whose Last-Modified is not later is not written, as with curl; -z -DATE leaves that to the server.",
        "--resolve '*:PORT:ADDRESS'": "Is refused: name the host, or leave both out in --connect-to ::ADDRESS:PORT.",
        "-X POST -T FILE URL/": "Posts to the URL; only a PUT, the default of -T, puts the file below it.",
        "-H Connection, TE, Expect, …": "Are ignored: the client sets them; Expect is --expect-continue.",
        "--retry N":
          "Retries 408, 429, 502, 503 and 504 and lost connections; waits up to 10 s longer if the server asks.",
        "{…} and [1-3]":
          "Are not lists: {name} takes the value of --path. A brace is %7B, a { after a backslash, or any { with -g.",
        "-D, --oauth2-bearer": "Are -i or -v, and --bearer-env VARIABLE.",
        "-N, --retry-delay": "Are --stream, and --retry, which waits longer each time.",
        "Several URLs":
          "Are a request each, with the same options; -o is written once for each, or -O; -Z sends them side by side.",
        "-f": "Leaves out the body of a response that is not 2xx. The exit status is 1 in any case.",
        "--form NAME=VALUE": "Encodes the name, too, and an @ is literal; a multipart form is -F or --multipart.",
        "HOST:PORT/PATH": "Is http; without a port, write http:// or https:// before the host.",
        "--compressed": "Is the default.",
        "-w '%{size_download}'":
          "Counts the decoded body; %{size_received} is what came over the wire, with the head.",
      ]),
      .text(
        """
        Fields after the URL are httpie's: name=value, name:=JSON, name==value, Name:value, name@FILE. A form is written with \
        --form name=value. Proxies of the environment are used (topic environment); --proxy none uses none.
        """
      ),
    ]
  )

  static let environment = HelpTopic(
    name: "environment",
    summary: "Environment variables",
    blocks: [
      .rows([
        "RESOURCE_CONFIG": "The configuration, where --config names none.",
        "RESOURCE_TOKEN_CACHE": "The file of tokens, where --token-cache names none.",
        "http_proxy, https_proxy, all_proxy, no_proxy": "Proxies, where the configuration and --proxy name none.",
        "NO_COLOR": "Disables colours if it is not empty.",
        "TERM": "\"dumb\" disables colours and bars.",
        "SHELL":
          "The shell for which --generate-completion-script writes completions, where it names none (bash, zsh or fish).",
      ])
    ]
  )

  static let exitCodes = HelpTopic(
    name: "exit-codes",
    summary: "Exit statuses, for scripts",
    blocks: [.table(ExitStatus.meanings.map { Row(term: "\($0.status.rawValue)", meaning: $0.meaning) })]
  )

  static let troubleshooting = HelpTopic(
    name: "troubleshooting",
    summary: "What to do about errors",
    blocks: [
      .text(
        """
        An error is one line: what went wrong, its code, and for which request. Start with --verbose, which shows every \
        attempt, and with resource explain, which shows what would be sent and which line of the configuration decided it.
        """
      ),
      .table(ErrorAdvice.all.map { Row(term: $0.code.rawValue, meaning: "\($0.meaning) Try: \($0.remedy).") }),
      .rows([
        "A service does not answer": "resource doctor --config FILE",
        "A document is refused": "resource config lint FILE",
        "The command waits": "--timeout 10s, and --verbose for where it waits",
        "You want to show it to somebody else": "--har FILE, which has no secrets in it",
      ]),
    ]
  )
}
