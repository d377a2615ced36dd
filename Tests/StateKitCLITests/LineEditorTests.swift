import Foundation
import StateKitCLI
import Testing

/// The line that is typed, as a function of bytes: what keys they are, what becomes of the line, what is drawn.
@Suite struct LineEditorTests {
  /// Types bytes into an editor; the line, with `|` for the cursor, and what was submitted.
  private func type(_ bytes: String, into editor: inout LineEditor) -> (line: String, effects: [LineEditor.Effect]) {
    var decoder = KeyDecoder()
    var effects: [LineEditor.Effect] = []
    for byte in bytes.utf8 {
      guard let key = decoder.decode(byte) else { continue }
      let effect = editor.handle(key)
      if effect != .none { effects.append(effect) }
    }
    let text = editor.text
    return (String(text[..<editor.cursor]) + "|" + String(text[editor.cursor...]), effects)
  }

  @Test(
    arguments: [
      ("abc", "abc|"), ("abc\u{1B}[D\u{1B}[DX", "aX|bc"), ("abc\u{01}X", "X|abc"), ("abc\u{01}\u{05}X", "abcX|"),
      ("abc\u{02}\u{7F}", "a|c"), ("abc\u{01}\u{04}", "|bc"), ("abc\u{1B}[H\u{1B}[3~", "|bc"),
      ("abc\u{1B}OH\u{1B}OFd", "abcd|"),
      ("one two three\u{17}", "one two |"), ("one two\u{1B}bX", "one X|two"), ("one two\u{01}\u{1B}fX", "oneX| two"),
      ("one two\u{01}\u{1B}[1;5CX", "oneX| two"), ("one two\u{1B}[1;5DX", "one X|two"),
      ("one two\u{01}\u{1B}d", "| two"),
      ("one two\u{1B}b\u{0B}", "one |"), ("one two\u{1B}b\u{15}", "|two"), ("one two\u{17}\u{19}\u{19}", "one twotwo|"),
      ("äöü\u{7F}", "äö|"), ("日本\u{1B}[DX", "日X|本"), ("e\u{301}\u{7F}", "|"),
      ("e\u{1B}[D\u{1B}[C\u{301}x", "e\u{301}x|"),
      ("👩‍👩‍👧x\u{1B}[D\u{7F}", "|x"), ("a\u{1B}[99;99;99~b", "ab|"), ("a\u{1B}[200~b c\u{1B}[201~", "ab c|"),
      ("a\u{00}b\u{1C}", "ab|"),
      ("a\u{1B}[D\u{1B}[D\u{1B}[Dx\u{1B}[C\u{1B}[C\u{1B}[Cy", "xay|"),
    ])
  func `keys edit the line`(bytes: String, expected: String) {
    var editor = LineEditor()
    #expect(type(bytes, into: &editor).line == expected)
  }

  @Test func `a long line takes time in proportion to its length, and has a limit`() {
    var editor = LineEditor()
    let start = clock()
    for index in 0..<20_000 {
      _ = editor.handle(.text("a"))
      if index % 100 == 0 { _ = LineView.drawing(prompt: "a> ", editor: editor, width: 80) }
    }
    // Ten times as long, where each key looks at the whole line. Other tests run meanwhile.
    let seconds = Double(clock() - start) / Double(CLOCKS_PER_SEC)
    #expect(seconds < 8, "\(seconds)")
    #expect(editor.text.count == 20_000 && editor.cursor == 20_000)
    _ = editor.handle(.killToStart)
    _ = editor.handle(.text(String(repeating: "a", count: 1 << 20)))
    #expect(editor.text.count == 1 << 20)
    let full = editor
    #expect(editor.handle(.enter) == .submit(String(repeating: "a", count: 1 << 20)))
    editor = full
    _ = editor.handle(.text("b"))
    #expect(editor.handle(.enter) == .tooLong)
    // The rest of the line is not taken for a line.
    #expect(editor.text.isEmpty && editor.history.isEmpty)
    _ = editor.handle(.text("c"))
    #expect(editor.handle(.enter) == .submit("c"))
  }

  @Test func `a character with many marks is not looked at again for each`() {
    var editor = LineEditor()
    for _ in 0..<5_000 { _ = editor.handle(.text("\u{301}")) }
    #expect(editor.line.utf8.count == 10_000 && editor.text.count > 10)
    for _ in 0..<editor.text.count { _ = editor.handle(.backspace) }
    #expect(editor.text.isEmpty)
  }

  @Test func `a byte that does not continue a character is a key of its own`() {
    var decoder = KeyDecoder()
    for first in [0xC3, 0xE2, 0xF0] as [UInt8] {
      #expect(decoder.decode(first) == nil)
      #expect(decoder.decode(0x0D) == .enter)
      #expect(decoder.decode(first) == nil && decoder.decode(0xC3) == nil && decoder.decode(0xA9) == .text("é"))
    }
  }

  @Test func `bytes that are no text and cut sequences do no harm`() {
    var state: UInt64 = 7
    for _ in 0..<200 {
      var editor = LineEditor(history: ["one", "two"])
      var decoder = KeyDecoder()
      for _ in 0..<200 {
        state = state &* 6_364_136_223_846_793_005 &+ 1
        if let key = decoder.decode(UInt8(truncatingIfNeeded: state >> 33)) { _ = editor.handle(key) }
        #expect((0...editor.text.count).contains(editor.cursor))
      }
      _ = LineView.drawing(prompt: "a> ", editor: editor, width: 20)
    }
  }

  @Test(
    arguments: [
      ("abc\u{1B}[D\u{12}tw\u{07}", "ab|c"), ("abc\u{12}one\u{12}\u{07}X", "abcX|"),
      ("abc\u{1B}[A\u{1B}[A\u{07}", "abc|"),
      ("\u{1B}[A\u{12}one\u{07}", "two|"), ("abc\u{07}", "abc|"), ("abc\u{12}one\u{1B}[B\u{1B}[B", "abc|"),
    ])
  func `Ctrl-G restores the line from before a search, and from before the history`(bytes: String, expected: String) {
    var editor = LineEditor(history: ["one", "two"])
    #expect(type(bytes, into: &editor).line == expected)
    #expect(editor.search == nil)
  }

  @Test func `Enter submits, Ctrl-C throws away, Ctrl-D ends an empty line only`() {
    var editor = LineEditor()
    #expect(type("one\rtwo\u{03}\u{04}", into: &editor).effects == [.submit("one"), .interrupt, .end])
    #expect(type("a\u{01}\u{04}\u{04}", into: &editor).effects == [.end])
    #expect(type("\u{1A}\u{0C}\t", into: &editor).effects == [.suspend, .clearScreen, .complete])
    // A paste runs line by line, and a tab in it completes nothing.
    #expect(type("\u{1B}[200~x\ty\nz\n\u{1B}[201~", into: &editor).effects == [.submit("xy"), .submit("z")])
  }

  @Test func `the history is looked through, and searched`() {
    var editor = LineEditor(history: ["open", "close", "lock 1"])
    #expect(type("dr\u{1B}[A\u{1B}[A", into: &editor).line == "close|")
    #expect(type("\u{1B}[B\u{1B}[B", into: &editor).line == "dr|")
    #expect(type("\u{15}\u{12}o", into: &editor).line == "lock 1|")
    #expect(type("\u{12}", into: &editor).line == "close|")
    #expect(type("\u{12}\u{05}!", into: &editor).line == "open!|")
    #expect(type("\u{15}\u{12}lo\r", into: &editor).effects == [.submit("lock 1")])
    #expect(editor.history == ["open", "close", "lock 1"])
    #expect(type("\u{12}zzz\u{03}", into: &editor).line == "|")
  }

  @Test func `a line is drawn around the cursor, wide and escaped characters by their cells`() {
    var editor = LineEditor()
    _ = type("日本x", into: &editor)
    #expect(LineView.drawing(prompt: "a> ", editor: editor, width: 80) == "\ra> 日本x\u{1B}[K\r\u{1B}[8C")
    _ = type("\u{01}", into: &editor)
    #expect(LineView.drawing(prompt: "a> ", editor: editor, width: 80) == "\ra> 日本x\u{1B}[K\r\u{1B}[3C")
    var long = LineEditor()
    _ = type(String(repeating: "abcdefghij", count: 20) + "END", into: &long)
    let drawn = LineView.drawing(prompt: "a> ", editor: long, width: 40)
    #expect(drawn.contains("END") && drawn.count < 60)
    var bidi = LineEditor()
    _ = type("\u{202E}", into: &bidi)
    #expect(LineView.drawing(prompt: "", editor: bidi, width: 80).contains("\\u202e"))
  }

  @Test(arguments: [
    ("  :back [N]   undo the last line", 20, 14, "  :back [N]   undo\n          the last\n          line"),
    ("short", 6, 2, "short"), ("one two", 7, 0, "one\ntwo"), ("", 5, 2, ""),
    ("averylongword b", 6, 2, "averylongword\n  b"),
    ("漢字 漢字", 8, 0, "漢字\n漢字"),
  ]) func `lines break between words`(line: String, width: Int, hanging: Int, broken: String) {
    #expect(WordWrap.text(line, width: width, hanging: hanging) == broken)
  }
}
