import CEL
import StateKitCore
import StateKitFormat

/// Words without a colon by which a user means a command.
extension ReplSession {
  /// The command that a single word means, unless the chart handles an event of that name.
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
