/// `statekit completions SHELL`: a script that asks `statekit complete` what can replace the word at the cursor.
enum CompletionScript {
  static func text(for shell: String) throws(CommandEnd) -> String {
    guard let known = Shell.allCases.first(where: { $0.rawValue.utf8.elementsEqual(shell.utf8) }) else {
      throw .unknownShell(shell)
    }
    let script =
      switch known {
      case .bash: PackageResources.bash_bash
      case .zsh: PackageResources.zsh_zsh
      case .fish: PackageResources.fish_fish
      }
    return String(decoding: script, as: UTF8.self)
  }
}
