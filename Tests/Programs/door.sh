# A door that follows charts/door.json; the first argument is right, state, action or late.
kind=$1 state=closed
while read -r line; do
  did=
  case $line in *'"start"'*) state=closed ;; esac
  event=${line#*'"event":"'}
  case $state:${event%%'"'*} in
    closed:open) state=open did='"lightOn"' ;;
    closed:lock) state=locked; if [ "$kind" = late ]; then sleep 3; fi ;;
    open:close) state=closed; if [ "$kind" != action ]; then did='"lightOff"'; fi ;;
    locked:unlock) state=closed; if [ "$kind" = state ]; then state=open; fi ;;
    locked:open) did='"rattle"' ;;
  esac
  echo "{\"configuration\": [\"$state\"], \"did\": [$did]}"
done
