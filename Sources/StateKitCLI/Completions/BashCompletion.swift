/// The completion script for bash, 3.2 and later: one function, which needs only bash, find and sed.
enum BashCompletion {
  static func text() -> String {
    var out = """
      # Completion of statekit for bash, made by `statekit completions bash`.

      # What completes the value of an option, in `kind`; `count` is the number of its values.
      _statekit_option() {
        kind=nothing count=0
        case $1 in

      """
    for (kind, count, patterns) in optionRows() {
      out += "    " + patterns.joined(separator: "|") + ") kind=\(kind) count=\(count) ;;\n"
    }
    out += """
        esac
      }

      # What completes an operand, in `kind`; the options of the command, in `options`.
      _statekit_command() {
        kind=nothing options='--help --version'
        case $1 in

      """
    for command in Command.all {
      let options = command.options.map { "--" + $0.long }.joined(separator: " ")
      out += "    \(command.name)) options='\(options)'\n"
      out += "      case $2 in \(operands(of: command)) esac ;;\n"
    }
    out += "    help) if [[ $2 == 1 ]]; then kind=\(shown(.commands)); fi ;;\n"
    let commands = CompletionScript.commands.map(\.name).joined(separator: " ")
    return out + functions(commands: commands)
  }

  /// The options with values, grouped by kind: `run:--from`.
  private static func optionRows() -> [(kind: String, count: Int, patterns: [String])] {
    var rows: [(kind: String, count: Int, patterns: [String])] = []
    for command in Command.all {
      for option in command.options where option.valueCount > 0 {
        var patterns = ["\(command.name):--\(option.long)"]
        if let short = option.short { patterns.append("\(command.name):-\(short)") }
        let kind = shown(option.completes)
        if let index = rows.firstIndex(where: { $0.kind == kind && $0.count == option.valueCount }) {
          rows[index].patterns += patterns
        } else {
          rows.append((kind, option.valueCount, patterns))
        }
      }
    }
    return rows
  }

  private static func operands(of command: Command) -> String {
    var cases: [String] = []
    for (index, kind) in command.operandKinds.enumerated() {
      let isLast = index + 1 == command.operandKinds.count
      let isRest = isLast && command.mostOperands > index + 1
      cases.append("\(isRest ? "*" : String(index + 1))) kind=\(shown(kind)) ;;")
    }
    return cases.isEmpty ? "*) ;;" : cases.joined(separator: " ")
  }

  /// A kind in the notation of the function.
  private static func shown(_ kind: ArgumentKind) -> String {
    if let words = CompletionScript.words(of: kind) {
      return CompletionScript.quoted("words " + words.joined(separator: " "))
    }
    if let endings = CompletionScript.endings(of: kind) {
      return CompletionScript.quoted((["files"] + endings).joined(separator: " "))
    }
    switch kind {
    case .testNames: return "tests"
    case .folders: return "folders"
    default: return "nothing"
    }
  }

  private static func functions(commands: String) -> String {
    #"""
      esac
    }

    # The names of the tests in the files and folders of the command line.
    _statekit_tests() {
      local path
      if [[ $# == 0 ]]; then set -- .; fi
      for path; do
        if [[ -d $path ]]; then
          find "$path" -type f \( -name '*.events.txt' -o -name '*.events' \) -exec cat {} +
        elif [[ -f $path ]]; then
          cat -- "$path"
        fi
      done 2>/dev/null | sed -n 's/^[[:space:]]*:test[[:space:]]*"\(.*\)"[[:space:]]*$/\1/p' | sed 's/\\\(["\\]\)/\1/g'
    }

    # Takes the lines of its input that begin with what was typed, quoted as the shell needs it.
    _statekit_take() {
      local line
      while IFS= read -r line; do
        [[ $line == "$typed"* ]] || continue
        if [[ -z $quote ]]; then printf -v line %q "$line"; fi
        COMPREPLY+=("$before$line")
      done
    }

    # Files with one of these endings, and folders; any file where there are none.
    _statekit_files() {
      local name ending others=()
      compopt -o filenames 2>/dev/null
      while IFS= read -r name; do
        if [[ -d $name || $# == 0 ]]; then
          COMPREPLY+=("$before$name")
          continue
        fi
        others+=("$before$name")
        for ending; do
          if [[ $name == *"$ending" ]]; then COMPREPLY+=("$before$name"); fi
        done
      done < <(compgen -f -- "$typed")
      if [[ ${#COMPREPLY[@]} == 0 ]]; then COMPREPLY=("${others[@]}"); fi
    }

    _statekit() {
      local typed=${COMP_WORDS[COMP_CWORD]} before='' quote='' command='' option='' ended=''
      local kind options count index word operands=() number=1 values=0
      COMPREPLY=()
      # Bash may cut --option=value at the equals sign.
      if [[ $typed == '=' ]]; then typed=''; fi
      for ((index = 1; index < COMP_CWORD; index++)); do
        word=${COMP_WORDS[index]}
        if [[ $word == '=' ]]; then continue; fi
        if ((values > 0)); then
          values=$((values - 1))
        elif [[ -z $ended && $word == -- ]]; then
          ended=1
        elif [[ -z $ended && $word == --*=* ]]; then
          continue
        elif [[ -z $ended && $word == -?* ]]; then
          option=$word
          _statekit_option "$command:$word"
          values=$count
        elif [[ -z $command ]]; then
          command=$word
        else
          word=${word#[\"\']} word=${word%[\"\']} word=${word//\\/}
          if [[ $word == '~/'* ]]; then word=$HOME/${word#'~/'}; fi
          operands+=("$word")
          number=$((number + 1))
        fi
      done
      if ((values > 0)); then
        _statekit_option "$command:$option"
      elif [[ -z $ended && $typed == --*=* ]]; then
        _statekit_option "$command:${typed%%=*}"
        before=${typed%%=*}= typed=${typed#*=}
      else
        _statekit_command "$command" "$number"
        if [[ -z $command ]]; then kind='words \#(commands)'; fi
        if [[ -z $ended && $typed == -* ]]; then kind="words $options"; fi
      fi
      case $typed in
      \'* | \"*) quote=${typed:0:1} typed=${typed:1} ;;
      *) typed=${typed//\\/} ;;
      esac
      set -f
      set -- $kind
      set +f
      shift
      case $kind in
      words*) _statekit_take < <(printf '%s\n' "$@") ;;
      tests) _statekit_take < <(_statekit_tests "${operands[@]}") ;;
      folders)
        compopt -o filenames 2>/dev/null
        while IFS= read -r word; do COMPREPLY+=("$before$word"); done < <(compgen -d -- "$typed")
        ;;
      files*) _statekit_files "$@" ;;
      esac
    }

    complete -F _statekit statekit

    """#
  }
}
