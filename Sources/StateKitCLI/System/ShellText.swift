/// Texts for a command line of a shell.
enum ShellText {
  /// A text as one word, in single quotes. Bytes decide: a quote with a combining character is a quote, too.
  static func quoted(_ text: String) -> String {
    let parts = text.utf8.split(separator: UInt8(ascii: "'"), omittingEmptySubsequences: false)
    return "'" + parts.map { String(Substring($0)) }.joined(separator: "'\\''") + "'"
  }
}
