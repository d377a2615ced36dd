import CEL
import StateKitCore

/// The REPL on a terminal: keys, completion, history.
final class TerminalRepl {
  private let terminal: TerminalMode
  private let input: any ByteInput
  private let streams: Streams
  private var decoder = KeyDecoder()
  private var editor: LineEditor
  private let historyFile: HistoryFile
  /// False if the file of the history is not one that this tool has written.
  private var keepsHistory = true
  /// Bytes that are read, and how many of them are used: the rest was typed ahead, or pasted.
  private var ahead: [UInt8] = []
  private var used = 0
  /// The length in bytes up to which a line is completed.
  private static let longestCompleted = 4_096

  init(_ terminal: TerminalMode, input: any ByteInput, streams: Streams) {
    self.terminal = terminal
    self.input = input
    self.streams = streams
    historyFile = HistoryFile(environment: streams.environment)
    switch historyFile.read() {
    case .lines(let lines): editor = LineEditor(history: lines)
    case .refused(let reason):
      editor = LineEditor()
      keepsHistory = false
      let message = "statekit: warning: the history is not used: \(reason)\n"
      streams.errors.write(message)
    }
  }

  /// Reads lines until the session ends.
  func run(_ session: inout ReplSession) throws(InputError) {
    // A stopped run also reads lines, without completion.
    session.debugger.nextLine = { [unowned self] prompt in
      defer { Interrupts.watch() }
      return (try? readLine(prompt, completing: { _ in nil })).flatMap { $0 }.map { Array($0.utf8) }
    }
    session.debugger.goesOn = { [unowned self] in
      defer { Interrupts.watch() }
      return waitForKey()
    }
    while !session.isOver {
      let line = try readLine("\(session.shownConfiguration)> ") { Completer.complete($0, session: session) }
      guard let line else { break }
      _ = Interrupts.pop()
      Interrupts.watch()
      session.handle(Array(line.utf8))
      Interrupts.unwatch()
      if streams.output.failure != nil { return }
    }
    if keepsHistory { historyFile.write(editor.history) }
  }

  /// Reads a line; nil at the end. `completing` completes the text before the cursor.
  private func readLine(
    _ prompt: String, completing: (String) -> Completion?
  ) throws(InputError) -> String? {
    guard terminal.enter() else { throw InputError(reason: "the settings of the terminal are not known") }
    defer { terminal.leave() }
    // With bracketed paste, a paste can be distinguished from typing.
    show("\u{1B}[?2004h")
    defer { show("\u{1B}[?2004l") }
    var width = terminal.width
    draw(prompt)
    while true {
      guard let key = try nextKey(redraw: { redraw(prompt, ifOtherThan: &width) }) else {
        show("\r\n")
        return nil
      }
      switch editor.handle(key) {
      case .none: draw(prompt)
      case .submit(let line):
        show("\r\(prompt)\(DisplayText.raw(line))\u{1B}[K\r\n")
        return line
      case .tooLong:
        show("\r\nthe line is longer than \(InputLimits.lineBytes >> 20) MiB, the limit\u{1B}[K\r\n")
        draw(prompt)
      case .interrupt:
        show("^C\r\n")
        draw(prompt)
      case .end:
        show("\r\n")
        return nil
      case .suspend:
        show("\r\n")
        terminal.suspend()
        draw(prompt)
      case .clearScreen:
        show("\u{1B}[H\u{1B}[2J")
        draw(prompt)
      case .complete:
        complete(with: completing)
        draw(prompt)
      }
    }
  }

  /// Waits after a screen of lines. Returns false to end the output.
  private func waitForKey() -> Bool {
    guard terminal.enter() else { return false }
    defer { terminal.leave() }
    show("-- more: any key; q ends --")
    defer { show("\r\u{1B}[K") }
    switch (try? nextKey(joinsText: false, redraw: {})) ?? nil {
    case nil, .text("q"), .interrupt, .endOfInput, .escape: return false
    default: return true
    }
  }

  /// Calls `redraw` at intervals while there is no input. `joinsText`: a text that was read together is one key.
  private func nextKey(joinsText: Bool = true, redraw: () -> Void) throws(InputError) -> Key? {
    while true {
      while used < ahead.count {
        used += 1
        guard let key = decoder.decode(ahead[used - 1]) else { continue }
        guard joinsText, case .text(var text) = key else { return key }
        while used < ahead.count, ahead[used] >= 0x20, ahead[used] != 0x7F {
          used += 1
          if case .text(let more)? = decoder.decode(ahead[used - 1]) { text += more }
        }
        return .text(text)
      }
      ahead.removeAll(keepingCapacity: true)
      used = 0
      while !input.wait(atMost: 50) {
        if let key = decoder.timeout() { return key }
        redraw()
      }
      guard try input.read(4096, into: &ahead) else { return nil }
    }
  }

  private func complete(with completing: (String) -> Completion?) {
    guard editor.cursor <= Self.longestCompleted else { return show("\u{07}") }
    let typed = String(editor.text[..<editor.cursor])
    guard let completion = completing(typed) else { return }
    // Candidates replace whole characters only.
    let start = String(decoding: typed.utf8.prefix(completion.start), as: UTF8.self).count
    let replaced = String(editor.text[min(start, editor.cursor)..<editor.cursor])
    guard replaced.utf8.count == typed.utf8.count - completion.start else { return show("\u{07}") }
    switch completion.candidates.count {
    case 0: show("\u{07}")
    case 1: editor.replace(from: start, with: completion.candidates[0])
    default:
      let common = completion.common
      if common.utf8.count > replaced.utf8.count {
        editor.replace(from: start, with: common)
      } else {
        let shown = completion.candidates.prefix(60).map { DisplayText.raw($0).trimmingEnd }
        show("\r\n" + shown.joined(separator: "  ") + (completion.candidates.count > 60 ? "  …" : "") + "\r\n")
      }
    }
  }

  private func draw(_ prompt: String) {
    // Text that was typed ahead is drawn once, at its end.
    if used == ahead.count { show(LineView.drawing(prompt: prompt, editor: editor, width: terminal.width)) }
  }

  /// Draws the line again if the window's width changed. A terminal may have wrapped the old line; the lines below
  /// the cursor are cleared.
  private func redraw(_ prompt: String, ifOtherThan width: inout Int) {
    if terminal.width == width { return }
    width = terminal.width
    show("\r\u{1B}[J")
    draw(prompt)
  }

  private func show(_ text: String) { streams.output.write(text) }
}

extension String {
  /// The text without spaces at its end.
  fileprivate var trimmingEnd: Substring {
    var text = self[...]
    while text.last == " " { text.removeLast() }
    return text
  }
}
