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
