// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Foundation

/// A shell that completes words with the script that `resource` writes for it.
enum CompletingShell: String, CaseIterable {
  case bash
  case zsh
  case fish

  /// The shell's program; `nil` if it is not installed.
  var program: String? {
    ["/bin", "/usr/bin", "/usr/local/bin", "/opt/homebrew/bin"].map { "\($0)/\(rawValue)" }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
  }

  /// The shells that are installed here; `Tests/run` installs all of them.
  static let installed = allCases.filter { $0.program != nil }

  /// What the shell suggests for the last of these words.
  ///
  /// - Parameters:
  ///   - words: the words of the command line, the last of them up to the cursor.
  ///   - folder: a folder for files, with the configuration `c.json`.
  /// - Returns: the suggestions, without descriptions, and the shell's errors.
  /// - Throws: an error if the shell cannot be started.
  func suggestions(for words: [String], in folder: URL) async throws -> [String] {
    let script = folder.appending(path: "script")
    try Data(try await BuiltProduct.resource.run("--generate-completion-script", rawValue).output).write(to: script)
    let program = folder.appending(path: "program")
    try Data(driver.utf8).write(to: program)
    let lines = try await run([program.path, script.path] + words, in: folder)
    return lines.map { $0.split(separator: "\t").first.map(String.init) ?? "" }
  }

  /// Whether the shell can read a file as a program; returns what it says about it.
  func mistakes(in script: Data, _ folder: URL) async throws -> [String] {
    let file = folder.appending(path: "checked")
    try script.write(to: file)
    return try await run(["-n", file.path], in: folder)
  }

  private func run(_ arguments: [String], in folder: URL) async throws -> [String] {
    let process = Process()
    // A shell that never ends must end the test and not outlive it.
    let limit = "/usr/bin/timeout"
    let isLimited = FileManager.default.isExecutableFile(atPath: limit)
    let command = [program ?? rawValue] + (self == .fish ? ["--no-config"] : self == .zsh ? ["-f"] : []) + arguments
    process.executableURL = URL(filePath: isLimited ? limit : command[0])
    process.arguments = isLimited ? ["-k", "1", "60"] + command : Array(command.dropFirst())
    process.currentDirectoryURL = folder
    let built = BuiltProduct.resource.process([]).executableURL?.deletingLastPathComponent().path ?? ""
    process.environment = [
      "PATH": "\(built):/usr/bin:/bin", "RESOURCE_CONFIG": folder.appending(path: "c.json").path, "HOME": folder.path,
      "TERM": "xterm",
    ]
    process.standardInput = FileHandle.nullDevice
    let output = folder.appending(path: "output")
    try Data().write(to: output)
    process.standardOutput = try FileHandle(forWritingTo: output)
    process.standardError = process.standardOutput
    let status = try await process.end()
    let text = String(decoding: try Data(contentsOf: output), as: UTF8.self)
    return text.split(separator: "\n").map(String.init) + (status == 124 ? ["the shell did not end"] : [])
  }

  /// A program that asks the shell to complete: its arguments are the script and the words.
  private var driver: String {
    switch self {
    case .bash:
      return """
        source "$1"
        shift
        COMP_WORDS=("$@")
        COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
        COMP_LINE="${COMP_WORDS[*]}"
        COMP_POINT=${#COMP_LINE}
        function=$(complete -p resource | sed 's/.*-F \\([^ ]*\\).*/\\1/')
        "$function" resource "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD-1]}"
        printf '%s\\n' "${COMPREPLY[@]}"
        """
    case .zsh:
      // Completes in a shell on a pseudo-terminal, as the Tab key does. The shell prints what is suggested between two
      // control characters.
      return #"""
        zmodload zsh/zpty
        cat >setup.zsh <<'SETUP'
        PS1= PS2=
        autoload -Uz compinit
        compinit -u -D
        bindkey '^I' complete-word
        source "$1"
        compdef _resource resource
        begin-matches() { print -n '\x01' }
        end-matches() { print '\x02' }
        compprefuncs=(begin-matches)
        comppostfuncs=(end-matches)
        compadd() {
          local -a hits
          # Calls that only fill arrays suggest nothing.
          if [[ ${@[1,(i)(-|--)]} != *-(O|A|D)\ * ]]; then
            builtin compadd -A hits "$@"
            (( $#hits )) && print -rl -- $hits
          fi
          builtin compadd "$@"
        }
        print SET''-UP
        SETUP
        zpty shell zsh -f -i
        zpty -w shell "source setup.zsh $1"
        said=
        while zpty -r shell part; do said+=$part; [[ $said == *SET-UP* ]] && break; done
        zpty -n -w shell "${*[2,-1]}"$'\t'
        said=
        while zpty -r shell part; do said+=$part; [[ $said == *$'\x02'* ]] && break; done
        zpty -d shell
        print -r -- "${${said#*$'\x01'}%%$'\x02'*}" | tr -d '\r'
        """#
    case .fish:
      return """
        # The place of the cursor in a word is known to an interactive shell only.
        function commandline
            if test "$argv" = '-o -tC'
                string length -- (builtin commandline -t)
            else
                builtin commandline $argv
            end
        end
        source $argv[1]
        complete -C "$argv[2..]"
        """
    }
  }
}
