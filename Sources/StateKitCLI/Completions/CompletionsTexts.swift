// Made by `make texts` from the files in Texts; change those.

enum CompletionsTexts {
  static let bash = #"""
    # Completion of statekit for bash, 3.2 and later, made by `statekit completions bash`. It asks the program what is possible.

    # Takes the words at the beginnings of lines that begin with what was typed, quoted as the shell needs it.
    _statekit_take() {
      local line
      while IFS= read -r line; do
        line=${line%%$'\t'*}
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
      local typed=${COMP_WORDS[COMP_CWORD]} before='' quote='' words=() word index answer
      COMPREPLY=()
      # Bash may cut --option=value at the equals sign.
      if [[ $typed == '=' ]]; then typed=''; fi
      for ((index = 1; index < COMP_CWORD; index++)); do
        word=${COMP_WORDS[index]}
        if [[ $word == '=' ]]; then continue; fi
        word=${word#[\"\']} word=${word%[\"\']} word=${word//\\/}
        if [[ $word == '~/'* ]]; then word=$HOME/${word#'~/'}; fi
        words+=("$word")
      done
      if [[ $typed == --*=* ]]; then
        words+=("${typed%%=*}") before=${typed%%=*}= typed=${typed#*=}
      fi
      case $typed in
      \'* | \"*) quote=${typed:0:1} typed=${typed:1} ;;
      *) typed=${typed//\\/} ;;
      esac
      answer=$("${COMP_WORDS[0]/#\~\//$HOME/}" complete ${words[@]+"${words[@]}"} "$typed" 2>/dev/null) || return 0
      set -f
      set -- ${answer%%$'\n'*}
      set +f
      case ${1-} in
      words) _statekit_take <<<"${answer#*$'\n'}" ;;
      folders)
        compopt -o filenames 2>/dev/null
        while IFS= read -r word; do COMPREPLY+=("$before$word"); done < <(compgen -d -- "$typed")
        ;;
      files)
        shift
        _statekit_files "$@"
        ;;
      esac
    }

    complete -F _statekit statekit

    """#

  static let fish = #"""
    # Completion of statekit for fish, 3.0 and later, made by `statekit completions fish`. It asks the program what is possible.

    # Files that begin with the first argument and have one of the endings behind it, and folders; any file where there are none.
    function __statekit_files
      set -l token (string unescape -- $argv[1] | string replace -r '^~/' $HOME/)
      set -l found
      for ending in $argv[2..-1]
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

    function __statekit_complete
      set -l earlier (commandline -opc)
      set -l typed "$(commandline -ct)"
      set -l before ''
      if string match -q -- '--*=*' $typed
        set before (string replace -r '=.*' '=' -- $typed)
        set -a earlier (string replace '=' '' -- $before)
        set typed (string replace -r '^[^=]*=' '' -- $typed)
      end
      set -l answer ($earlier[1] complete $earlier[2..-1] $typed 2>/dev/null)
      set -l kind (string split ' ' -- $answer[1])
      switch "$kind[1]"
        case words
          printf "$before%s\n" $answer[2..-1]
        case files
          printf "$before%s\n" (__statekit_files "$typed" $kind[2..-1])
        case folders
          __fish_complete_directories "$typed"
      end
    end

    complete -c statekit -f -k -a '(__statekit_complete)'

    """#

  static let zsh = #"""
    #compdef statekit
    # Completion of statekit for zsh, made by `statekit completions zsh`: a function of `fpath`, or to be sourced. It asks the program
    # what is possible.

    _statekit() {
      local -a earlier answer kind
      if (( CURRENT > 2 )); then earlier=("${(@Q)words[2,CURRENT-1]}"); fi
      if [[ $PREFIX == --*=* ]]; then
        earlier+=("${PREFIX%%=*}")
        compset -P 1 '*='
      fi
      answer=("${(@f)$("${(Q)words[1]/#\~\//$HOME/}" complete "${earlier[@]}" "${(Q)PREFIX}" 2>/dev/null)}")
      kind=(${=answer[1]})
      case $kind[1] in
        words)
          answer=("${(@)answer[2,-1]//:/\\:}")
          answer=("${(@)answer/$'\t'/:}")
          _describe argument answer
          ;;
        files)
          shift kind
          if (( $#kind )); then
            _files -g "*(${(j:|:)kind})(-.)" && return
          fi
          _files
          ;;
        folders) _files -/ ;;
      esac
    }

    if [[ $funcstack[1] == _statekit ]]; then
      _statekit "$@"
    else
      compdef _statekit statekit
    fi

    """#
}
