import CLibrary

/// The editor of the user at the terminal.
enum ChartEditor {
  /// Editors with an option `+12` for the line.
  private static let takingLines = [
    "vi", "vim", "nvim", "view", "nano", "pico", "emacs", "emacsclient", "micro", "joe", "mg", "kak", "ne", "jed",
  ]

  /// Opens a file in `$VISUAL`, `$EDITOR` or vi, and waits for the editor to end. Returns false if it fails.
  /// Meanwhile, signals of the terminal go to the editor.
  static func edit(_ path: String, line: Int?, environment: (String) -> String?) -> Bool {
    let named = ["VISUAL", "EDITOR"].compactMap(environment).first { !$0.isEmpty }
    let editor = named ?? "vi"
    // The variables are shell commands, possibly with options.
    let program = FilePath.name(of: String(editor.split(separator: " ").first ?? ""))
    let place = takingLines.contains(program) ? line.map { " +\($0)" } ?? "" : ""
    let file = path.utf8.first == UInt8(ascii: "-") ? "./" + path : path
    return unsafe system(FilePath.native("\(editor)\(place) \(ShellText.quoted(file))")) == 0
  }
}
