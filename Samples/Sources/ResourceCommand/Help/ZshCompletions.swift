// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// The parser's completion script for zsh, adapted to the command.
enum ZshCompletions {
  /// Adapts the script.
  ///
  /// The parser names an array for the label of an argument, such as `<method> <target>`, which need not be a name in
  /// zsh. In its values a colon would begin a description.
  ///
  /// - Parameter script: the parser's script.
  /// - Returns: the adapted script; the unchanged one if its form is unknown.
  static func mended(_ script: String) -> String {
    var script = script
    CompletionScript.removeParserHelp(from: &script)
    var renamed: Set<String> = []
    let lines = script.split(separator: "\n", omittingEmptySubsequences: false).map { line -> String in
      let start = "    local -ar _"
      guard line.hasPrefix(start), let end = line.firstRange(of: "=(") else { return String(line) }
      let label = String(line[line.index(line.startIndex, offsetBy: start.count)..<end.lowerBound])
      renamed.insert(label)
      return start + name(label) + String(line[end.lowerBound...]).replacing(":", with: #"\:"#)
    }
    script = lines.joined(separator: "\n")
    for label in renamed where name(label) != label {
      script.replace("\"${_\(label)[@]}\"", with: "\"${_\(name(label))[@]}\"")
    }
    if let place = script.firstRange(of: "            \"_resource_${words[1]}\" && ret=0\n            ;;\n") {
      script.insert(contentsOf: Self.request, at: place.upperBound)
    }
    if let start = script.firstRange(of: "_resource() {\n"),
      let place = script[start.upperBound...].firstRange(of: "_arguments -w -s -S : \"${arg_specs[@]}\" && ret=0\n")
    {
      script.insert(contentsOf: Self.options, at: place.upperBound)
    }
    if let place = script.firstRange(of: "        _describe -V subcommand subcommands && ret=0\n") {
      let methods = CompletionScript.methods.joined(separator: " ")
      script.insert(contentsOf: "        compadd -- \(methods) && ret=0\n", at: place.upperBound)
    }
    return script
  }

  /// The options of a request, as the first word.
  private static let options = """
        if (( CURRENT == 2 )) && [[ "${words[2]}" == -* ]]; then
            words=(send "${words[@]:1}")
            _resource_send && ret=0
        fi

    """

  private static let request = """
            *)
                # "send" may be left out before a method, a URL, and options.
                words=(send "${words[@]}")
                (( CURRENT++ ))
                _resource_send && ret=0
                ;;

    """

  /// A name for a variable, from any text.
  private static func name(_ label: String) -> String {
    String(decoding: label.utf8.map { RequestWords.isLetterOrDigit($0) ? $0 : UInt8(ascii: "_") }, as: UTF8.self)
  }
}
