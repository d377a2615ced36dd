#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The editor of whoever sits at the terminal.
enum ChartEditor {
  /// Editors that take a line as `+12`.
  private static let takingLines = [
    "vi", "vim", "nvim", "view", "nano", "pico", "emacs", "emacsclient", "micro", "joe", "mg", "kak", "ne", "jed",
  ]

  /// Opens a file in `$VISUAL`, `$EDITOR` or vi, and waits until that ends; false where it ended with an error. Signals of the
  /// terminal go to the editor meanwhile.
  static func edit(_ path: String, line: Int?, environment: (String) -> String?) -> Bool {
    let named = ["VISUAL", "EDITOR"].compactMap(environment).first { !$0.isEmpty }
    let editor = named ?? "vi"
    // The variables are commands of a shell, with options perhaps.
    let program = FilePath.name(of: String(editor.split(separator: " ").first ?? ""))
    let place = takingLines.contains(program) ? line.map { " +\($0)" } ?? "" : ""
    let file = path.utf8.first == UInt8(ascii: "-") ? "./" + path : path
    let quoted = file.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''")
    return unsafe system(FilePath.native("\(editor)\(place) '\(quoted)'")) == 0
  }
}
