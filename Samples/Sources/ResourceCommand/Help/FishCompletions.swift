// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// The parser's completion script for fish, adapted to the command.
enum FishCompletions {
  /// Adapts the script.
  ///
  /// fish's `argparse` refuses names of options with a dot, such as `--http1.1`, and the parser's script tries again
  /// for ever where it fails. Dots are replaced in what `argparse` gets, and a failure ends the loop.
  ///
  /// - Parameter script: the parser's script.
  /// - Returns: the adapted script; the unchanged one if its form is unknown.
  static func mended(_ script: String) -> String {
    var lines = script.split(separator: "\n", omittingEmptySubsequences: false).map { line -> String in
      if line.drop(while: { $0 == " " }).hasPrefix("__resource_parse_subcommand ") {
        return String(line.replacing(".", with: "-"))
      }
      // The names in the condition are those of `argparse`; behind it are those that are suggested.
      guard line.hasPrefix("complete "), let end = line.firstRange(of: "' -l ")?.lowerBound else { return String(line) }
      return String(line[..<end].replacing(".", with: "-") + line[end...])
    }
    let names = CompletionScript.commands.joined(separator: " ")
    replace("    set -l unparsed_tokens (__resource_tokens -pc)", in: &lines) {
      [$0.dropLast() + #" | string replace -r -- '^(--[\w-]+)\.([\w-]+)$' '$1-$2')"#]
    }
    replace("        argparse -sn \"$commands\" $option_specs -- $unparsed_tokens 2> /dev/null", in: &lines) {
      [$0 + "; or break"]
    }
    replace("        __resource_parse_subcommand 0 'version' 'h/help'", in: &lines) {
      [
        $0, #"        # "send" may be left out before a method, a URL, and options."#,
        "        if begin; set -q unparsed_tokens[1]; and not contains -- $unparsed_tokens[1] \(names); end; "
          + #"or begin; not set -q unparsed_tokens[1]; and string match -q -- "-*" (commandline -ct); end"#,
        "            set -p unparsed_tokens send", "        end",
      ]
    }
    replace("complete -c 'resource' -f", in: &lines) {
      [
        $0,
        "complete -c 'resource' -n '__resource_should_offer_completions_for_positional \"resource\" -eq 1'"
          + " -fa '\(CompletionScript.methods.joined(separator: " "))' -d 'A request.'",
      ]
    }
    return lines.joined(separator: "\n")
  }

  /// Replaces the first line that has a text.
  private static func replace(_ line: String, in lines: inout [String], by change: (String) -> [String]) {
    guard let place = lines.firstIndex(of: line) else { return }
    lines.replaceSubrange(place...place, with: change(line))
  }
}
