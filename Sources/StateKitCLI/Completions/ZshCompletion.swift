import StateKitCore

/// The completion script for zsh, as a function of `fpath`, or to be sourced.
enum ZshCompletion {
  static func text() -> String {
    var out = """
      #compdef statekit
      # Completion of statekit for zsh, made by `statekit completions zsh`.

      # Charts, scripts: files with one of these endings; any file where there are none.
      _statekit_files() {
        local -a endings=("$@")
        if (( $# )); then
          _files -g "*(${(j:|:)endings})(-.)" && return
        fi
        _files
      }

      # The names of the tests in the files and folders of the command line.
      _statekit_tests() {
        local -a paths names
        local word
        for word in ${(Q)words[2,-1]}; do
          if [[ -d $word ]]; then
            paths+=($word/**/*.(events.txt|events)(N-.))
          elif [[ -f $word ]]; then
            paths+=($word)
          fi
        done
        (( $#paths )) || paths=(*.(events.txt|events)(N-.))
        (( $#paths )) || return 1
        names=(${(f)"$(sed -n 's/^[[:space:]]*:test[[:space:]]*"\\(.*\\)"[[:space:]]*$/\\1/p' $paths 2>/dev/null)"})
        names=(${names//(#m)\\\\[\\\\\\"]/${MATCH[2]}})
        compadd -a names
      }

      _statekit_commands() {
        local -a commands=(

      """
    for (name, summary) in CompletionScript.commands {
      out += "    " + CompletionScript.quoted(escaped("\(name):\(summary)", in: "\\")) + "\n"
    }
    out += """
        )
        _describe command commands
      }

      _statekit() {
        local curcontext=$curcontext state line
        setopt localoptions extendedglob
        _arguments -C -A '-*' '(-h --help)'{-h,--help}'[show help]' '--version[show the version]' '1: :_statekit_commands' '*:: :->rest' && return
        [[ $state == rest ]] || return 1
        case $words[1] in

      """
    for command in Command.all { out += specifications(of: command) }
    let commands = CompletionScript.words(of: .commands) ?? []
    return out + """
          help) _arguments '1:command:(\(commands.joined(separator: " ")))' ;;
        esac
      }

      if [[ $funcstack[1] == _statekit ]]; then
        _statekit "$@"
      else
        compdef _statekit statekit
      fi

      """
  }

  private static func specifications(of command: Command) -> String {
    var lines: [String] = []
    for option in command.options {
      let isRepeated = option.isRepeated
      let help = "[" + escaped(option.summary, in: "\\[]:") + "]"
      let one = ":" + escaped(name(of: option.completes), in: ":") + ":" + action(option.completes)
      let value = String(repeating: one, count: option.valueCount)
      let long = "--" + option.long + (option.valueCount == 1 ? "=" : "")
      if let short = option.short {
        let letter = "-" + String(short) + (option.valueCount == 1 ? "+" : "")
        lines.append(
          "'(-\(short) --\(option.long))'{\(letter),\(long)}" + CompletionScript.quoted(help + value))
      } else {
        lines.append(CompletionScript.quoted((isRepeated ? "*" : "") + long + help + value))
      }
    }
    for (index, kind) in command.operandKinds.enumerated() {
      let isLast = index + 1 == command.operandKinds.count
      let isRest = isLast && command.mostOperands > index + 1
      let position = isRest ? "*" : String(index + 1)
      lines.append(CompletionScript.quoted("\(position):\(name(of: kind)):\(action(kind))"))
    }
    var out = "    \(command.name)) _arguments -s -S"
    for line in lines { out += " \\\n      " + line }
    return out + " ;;\n"
  }

  /// The name that zsh shows for the values of a kind.
  private static func name(of kind: ArgumentKind) -> String {
    switch kind {
    case .nothing: "value"
    case .words: "word"
    case .codes: "code"
    case .commands: "command"
    case .charts: "chart"
    case .scripts: "script"
    case .chartsAndScripts: "chart or script"
    case .testNames: "test"
    case .files: "file"
    case .folders: "folder"
    }
  }

  private static func action(_ kind: ArgumentKind) -> String {
    if let words = CompletionScript.words(of: kind) { return "(" + words.joined(separator: " ") + ")" }
    if let endings = CompletionScript.endings(of: kind) {
      return endings.isEmpty ? "_files" : "_statekit_files " + endings.joined(separator: " ")
    }
    switch kind {
    case .testNames: return "_statekit_tests"
    case .folders: return "_files -/"
    default: return " "
    }
  }

  /// Puts a backslash before each of these characters.
  private static func escaped(_ text: String, in characters: String) -> String {
    var out = ""
    for character in text {
      if characters.contains(character) { out += "\\" }
      out.append(character)
    }
    return out
  }
}
