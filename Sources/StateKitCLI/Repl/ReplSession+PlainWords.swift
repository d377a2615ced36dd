import CEL
import StateKitCore
import StateKitFormat

/// Words without a colon that a person types and means a command by.
extension ReplSession {
  /// The command that a person means by a word alone, unless the chart handles such an event.
  func plainCommand(_ text: ArraySlice<UInt8>) -> String? {
    let word = String(decoding: text, as: UTF8.self).trimmed
    let command: String
    switch word {
    case "?", "help": command = ":help"
    case "quit", "exit": command = ":quit"
    default: return nil
    }
    return chart.isKnown(chart.event(word.utf8Bytes.span, data: nil)) ? nil : command
  }
}
