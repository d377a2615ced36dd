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
