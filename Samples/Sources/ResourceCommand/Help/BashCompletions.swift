// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// The parser's completion script for bash, adapted to the command.
enum BashCompletions {
  /// Adapts the script.
  ///
  /// After a URL or a method, where `send` may be left out, words are completed as if it were there.
  ///
  /// - Parameter script: the parser's script.
  /// - Returns: the adapted script; the unchanged one if its form is unknown.
  static func mended(_ script: String) -> String {
    var script = script
    CompletionScript.removeParserHelp(from: &script)
    let registration = "complete -o filenames -F _resource resource"
    guard let place = script.ranges(of: registration).last else { return script }
    script.replaceSubrange(
      place,
      with: """
        # "send" may be left out before a method, a URL, and options.
        _resource_request() {
            local -r first="${COMP_WORDS[1]}"
            case "${first}" in
            \(CompletionScript.commands.joined(separator: "|")))
                ;;
            *)
                if [[ "${COMP_CWORD}" -gt 1 || "${2}" = -* ]]; then
                    COMP_LINE="${COMP_WORDS[0]} send${COMP_LINE#"${COMP_WORDS[0]}"}"
                    COMP_POINT="$((COMP_POINT + 5))"
                    COMP_WORDS=("${COMP_WORDS[0]}" send "${COMP_WORDS[@]:1}")
                    COMP_CWORD="$((COMP_CWORD + 1))"
                elif [[ "${2}" = [A-Z]* ]]; then
                    COMPREPLY+=($(compgen -W '\(CompletionScript.methods.joined(separator: " "))' -- "${2}"))
                    return
                fi
                ;;
            esac
            _resource "$@"
            # Behind @, as everywhere where nothing else is known, names of files.
            if [[ "${2}" = @* ]]; then
                local name
                while IFS= read -r name; do COMPREPLY+=("@${name}"); done < <(compgen -f -- "${2#@}")
            fi
        }

        complete -o filenames -o default -F _resource_request resource
        """
    )
    return script
  }
}
