/// The completion script for fish, 3.0 and later.
enum FishCompletion {
  static func text() -> String {
    var out = "# Completion of statekit for fish, made by `statekit completions fish`.\n\n"
    out += functions(values: valueOptions)
    out += "\ncomplete -c statekit -f\n"
    out += "complete -c statekit -n '__statekit_at 0' -s h -l help -d 'show help'\n"
    out += "complete -c statekit -n '__statekit_at 0' -l version -d 'show the version'\n"
    for (name, summary) in CompletionScript.commands {
      out += "complete -c statekit -n '__statekit_at 0' -a \(name) -d \(quoted(summary))\n"
    }
    for command in Command.all {
      out += "\n"
      for option in command.options { out += line(option, of: command) }
      for (index, kind) in command.operandKinds.enumerated() {
        guard let candidates = candidates(kind) else { continue }
        let isLast = index + 1 == command.operandKinds.count
        let bound = isLast && command.mostOperands > index + 1 ? " more" : ""
        out +=
          "complete -c statekit -n '__statekit_at \(index + 1) \(command.name)\(bound)' -k -a \(quoted(candidates))\n"
      }
    }
    let commands = CompletionScript.words(of: .commands) ?? []
    out += "\ncomplete -c statekit -n '__statekit_at 1 help' -a \(quoted(commands.joined(separator: " ")))\n"
    return out
  }

  private static func line(_ option: Option, of command: Command) -> String {
    var out = "complete -c statekit -n '__statekit_using \(command.name)'"
    if let short = option.short { out += " -s \(short)" }
    out += " -l \(option.long)"
    if option.valueCount > 0 {
      out += " -x"
      if let candidates = candidates(option.completes) { out += " -a \(quoted(candidates))" }
    }
    return out + " -d \(quoted(option.summary))\n"
  }

  /// The options with values: `run:--from`, with `:2` added for two values.
  private static var valueOptions: [String] {
    Command.all.flatMap { command in
      command.options.filter { $0.valueCount > 0 }.flatMap { option in
        let names = ["--" + option.long] + (option.short.map { ["-\($0)"] } ?? [])
        return names.map { "\(command.name):\($0)" + (option.valueCount == 2 ? ":2" : "") }
      }
    }
  }

  private static func candidates(_ kind: ArgumentKind) -> String? {
    if let words = CompletionScript.words(of: kind) { return words.joined(separator: " ") }
    if let endings = CompletionScript.endings(of: kind) {
      return "(__statekit_files" + endings.map { " " + $0 }.joined() + ")"
    }
    switch kind {
    case .testNames: return "(__statekit_tests)"
    case .folders: return "(__fish_complete_directories (commandline -ct))"
    default: return nil
    }
  }

  private static func quoted(_ text: String) -> String {
    CompletionScript.quoted(text, escaped: "\\'")
  }

  private static func functions(values: [String]) -> String {
    #"""
    # The command, and behind it the operands that stand before the cursor; nothing while there is no command.
    function __statekit_words
      set -l values \#(values.joined(separator: " "))
      set -l command
      set -l skip 0
      for word in (commandline -opc)[2..-1]
        if test $skip -gt 0
          set skip (math $skip - 1)
        else if string match -q -- '-*=*' $word
          continue
        else if string match -q -- '-?*' $word
          contains -- "$command:$word" $values; and set skip 1
          contains -- "$command:$word:2" $values; and set skip 2
        else
          set -q command[1]; or set command $word
          printf '%s\n' $word
        end
      end
    end

    # Whether this is the command.
    function __statekit_using
      set -l words (__statekit_words)
      test "$words[1]" = $argv[1]
    end

    # Whether this operand of the command, or one behind it, is being typed; 0 is the command itself.
    function __statekit_at
      set -l words (__statekit_words)
      if test $argv[1] = 0
        test (count $words) = 0
        return
      end
      test "$words[1]" = "$argv[2]"; or return 1
      test (count $words) = $argv[1]; and return
      test "$argv[3]" = more; and test (count $words) -ge $argv[1]
    end

    # Files with one of these endings, and folders; any file where there are none.
    function __statekit_files
      set -l token (commandline -ct | string unescape | string replace -r '^~/' $HOME/)
      set -l found
      for ending in $argv
        set -a found $token*$ending
      end
      if not set -q found[1]
        for name in $token*
          test -d $name; or set -a found $name
        end
      end
      for name in $token*/ $found
        printf '%s\n' $name
      end
    end

    # The names of the tests in the files and folders of the command line.
    function __statekit_tests
      set -l paths
      for word in (__statekit_words)[2..-1]
        if test -d $word
          set -a paths $word/**.events.txt $word/**.events
        else if test -f $word
          set -a paths $word
        end
      end
      if not set -q paths[1]
        set paths *.events.txt *.events
      end
      set -q paths[1]; or return
      sed -n 's/^[[:space:]]*:test[[:space:]]*"\(.*\)"[[:space:]]*$/\1/p' $paths 2>/dev/null | sed 's/\\\\\(["\\\\]\)/\1/g'
    end

    """#
  }
}
