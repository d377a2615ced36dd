/// Command lines in documents and cases.
package enum ShellWords {
  /// The words of a command, with '…' around those that hold spaces or nothing.
  package static func words(of command: String) -> [String] {
    var words: [String] = []
    var current = ""
    var isQuoted = false
    for character in command {
      if character == "'" {
        isQuoted.toggle()
      } else if character == " ", !isQuoted {
        words.append(current)
        current = ""
      } else {
        current.append(character)
      }
    }
    return words + [current]
  }
}
