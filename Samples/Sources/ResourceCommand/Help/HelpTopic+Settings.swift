// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

extension HelpTopic {
  static let configuration = HelpTopic(
    name: "configuration",
    summary: "Backend services and their settings, as one JSON document",
    blocks: [
      .text(
        """
        --config FILE or the variable RESOURCE_CONFIG names the document. It lists services, which requests name by \
        --service, and holds their settings.
        """
      ),
      .code([
        "{",
        "  \"defaults\": { \"timeouts\": { \"total\": \"30s\" } },",
        "  \"backendServices\": [",
        "    { \"service\": \"resorts\", \"baseUrl\": \"https://resorts.example/api\",",
        "      \"auth\": { \"type\": \"bearer\", \"token\": \"${env:RESORTS_TOKEN}\" },",
        "      \"timeouts\": { \"total\": \"3s\", \"attempt\": \"900ms\" }, \"retry\": 3 }",
        "  ]",
        "}",
      ]),
      .rows([
        "resource config lint": "Reports everything that is wrong with it, by line and column.",
        "resource config show": "Prints it as it was understood, without its secrets.",
        "resource config schema": "Prints its JSON Schema, for editors.",
        "resource config diff": "Prints what another document changes, by risk.",
        "resource explain": "Prints what would be sent, and which line decided it. Takes the options of send.",
        "resource doctor": "Sends each service a request, and reports what is in the way.",
        "resource simulate": "Tries the document against an incident, in simulated time.",
      ]),
      .text(
        """
        ${env:NAME}, ${env:NAME:-default} and ${file:path} stand for values that are elsewhere. With --service, only the \
        references of that service, the gateway and the defaults are looked up. The request's own settings win over those \
        of the service, and these over defaults. Times have a unit: 250ms, 3s, 1.5m, 2h.
        """
      ),
    ]
  )

  static let authorization = HelpTopic(
    name: "authorization",
    summary: "Tokens, passwords and keys",
    blocks: [
      .text(
        """
        No option takes a secret, because other users can read the arguments of a process; options name the environment \
        variable that has it. A URL can hold one (http://NAME:PASSWORD@...). Credentials go only to the intended origin, \
        never to the target of a redirect elsewhere.
        """
      ),
      .rows([
        "--bearer-env NAME": "Sends the token in the variable NAME.",
        "--user NAME (-u)": "Logs in by Digest or Basic when the server asks.",
        "--password-env NAME": "Takes the password from the variable NAME instead of prompting for it.",
        "--netrc (-n)": "Logs in with the entry for the host in ~/.netrc; --netrc-file names another file.",
        "--client-id ID": "Fetches a token (OAuth 2.0 client credentials).",
        "--client-secret-env NAME, --token-url URL": "The secret of the client, and where tokens are fetched.",
        "--token-cache FILE": "Keeps tokens between runs, in a file with mode 0600.",
        "--cert FILE, --key FILE": "Show a client certificate.",
        "--cacert FILE": "Trusts the authorities in a file instead of the system's.",
      ]),
      .code([
        "resource https://example.org/me --bearer-env TOKEN",
        "resource https://example.org/private -u ann",
        "resource token get --service films --reveal",
      ]),
    ]
  )

  static let policies = HelpTopic(
    name: "policies",
    summary: "Retries, hedges, limits and time limits",
    blocks: [
      .text(
        """
        Policies are settings of a service: retry, hedge, breaker, outliers, rate, concurrency and others. \
        "resilience": "standard" is a set of them. For one call, these options set them:
        """
      ),
      .rows([
        "--retry N":
          "At most N retries, so N+1 attempts, of idempotent requests; of a request that was never sent one more, and of a POST that was never sent one in all. The key retry counts attempts.",
        "--hedge TIME": "A second attempt after a time, if there is no response by then. The first response wins.",
        "--timeout TIME (-m)": "The longest the whole call may take, retries and redirects included.",
        "--connect-timeout TIME": "The longest until a connection is established.",
        "--read-timeout TIME": "The longest time without a byte from the server.",
      ]),
      .code([
        "resource https://example.org/ --retry 3 --timeout 5s -v",
        "resource explain GET cities --service resorts     # the worst case, too",
        "resource bench GET cities --service resorts --rate 200 --fail-if 'p99>50ms'",
        "resource simulate backends.json --incident stall",
      ]),
      .text("--verbose shows a line for each attempt with its reason, its result and its times."),
    ]
  )

  static let cache = HelpTopic(
    name: "cache",
    summary: "Stored responses",
    blocks: [
      .text(
        """
        --cache DIR keeps responses between runs, as RFC 9111 allows. Nothing is kept otherwise. --verbose shows for each \
        request what the cache did (Cache-Status, RFC 9211).
        """
      ),
      .rows([
        "--cache-policy protocol": "The default: a stored response is used while it is fresh.",
        "--cache-policy revalidate": "Asks the server whether the stored response is current.",
        "--cache-policy reload": "Asks the server for a new response.",
        "--cache-policy reloadEverywhere": "The same, and bypasses the caches on the way, too.",
        "--cache-policy cachedElseLoad": "Uses what is stored, fresh or not.",
        "--cache-policy cachedOnly": "Sends nothing.",
      ]),
      .code([
        "resource https://example.org/ --cache ~/.cache/resource -v",
        "resource cache list ~/.cache/resource",
        "resource cache remove ~/.cache/resource https://example.org/",
      ]),
    ]
  )

  static let cookies = HelpTopic(
    name: "cookies",
    summary: "Cookies of one request, and jars",
    blocks: [
      .rows([
        "--cookie NAME=VALUE (-b)": "Sends a cookie with this request.",
        "--cookie FILE (-b)": "Sends the cookies of a file, which is not changed.",
        "--cookie-jar FILE (-c)": "Reads the cookies of a file, and saves there what servers set.",
      ]),
      .text(
        """
        A file is JSON, or has Netscape's form, which curl and wget write, and keeps its form. A new one is JSON, readable by \
        its owner only. If cookies cannot be saved, --cookie-jar reports it: before anything is sent if the file cannot \
        be created, otherwise with exit status 74.
        """
      ),
      .code([
        "resource POST https://example.org/login name=Ann -c jar",
        "resource https://example.org/account -c jar",
      ]),
    ]
  )
}
