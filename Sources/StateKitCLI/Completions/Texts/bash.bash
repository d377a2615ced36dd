# Completion of statekit for bash, 3.2 and later, made by `statekit completions bash`. It asks the program what is possible.

# Takes the words at the beginnings of lines that begin with what was typed, quoted as the shell needs it.
_statekit_take() {
  local line
  while IFS= read -r line; do
    line=${line%%$'\t'*}
    [[ $line == "$typed"* ]] || continue
    case $quote in
    '') printf -v line %q "$line" ;;
    \") line=${line//\\/\\\\} line=${line//\"/\\\"} line=${line//\$/\\\$} line=${line//\`/\\\`} ;;
    \') line=${line//\'/\'\\\'\'} ;;
    esac
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
