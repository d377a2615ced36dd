import CEL
import StateKitCore

/// The `after` of a state, and delays.
extension ChartDecoder {
  mutating func decodeAfter(of state: Int) throws(JSONReader.SyntaxError) {
    let first = draft.timers.count
    if isTimerObject(at: reader.index) {
      try reader.readValue(into: &tree)
      let delay = tree.children(of: 0).first { text(tree.nodes[$0].keyName) == "delay" }
      report(
        .unknownKey, at: delay.map { tree.nodes[$0].keySpan } ?? tree.nodes[0].span,
        message: "\"delay\" is not a key of \"after\"",
        help: "use the delay itself as the key: \"after\": {\(shownDelay(delay ?? 0)): \"STATE\"}")
      return
    }
    guard try reader.peekKind() == .object else {
      try reader.readValue(into: &tree)
      let shown = shownDelay(0)
      _ = expect(.object, node: 0, help: "write each delay with its handler: \"after\": {\(shown): \"STATE\"}")
      return
    }
    _ = try forEachMember {
      (decoder, key) throws(JSONReader.SyntaxError) in
      let candidates = try decoder.decodeCandidates(of: state)
      guard let delay = decoder.timerLength(key), !candidates.isEmpty else { return }
      decoder.draft.timers.append(AfterTimer(delay: delay, candidates: candidates))
    }
    draft.states[state].timers = TableRange(start: first, count: draft.timers.count - first)
  }

  /// True if the value of `after` is an object with the delay and the target, instead of handlers by delay.
  private func isTimerObject(at start: Int) -> Bool {
    var found: [String] = []
    TopLevel.forEachKey(reader.bytes, from: start) { key, _ in
      if key == "delay" || key == "target" { found.append(key) }
      return found.count < 2
    }
    return found.count == 2
  }

  /// The length of a timer: a duration, or the name of a delay of the host.
  private mutating func timerLength(_ key: JSONReader.Key) -> AfterTimer.Length? {
    let text = text(key.name)
    if Delay.isName(text.utf8Bytes.span) {
      checkName(key, what: "a delay")
      if let help = Delay.spelled(text) {
        report(
          .lookAlike, at: key.span,
          message: "\(quoted(key.name)) is read as the name of a delay that the host gives, not as a time",
          help: "write \"\(help)\"")
      }
      draft.delayNames.append((key.name, key.span))
      return .named(key.name)
    }
    return delay(text, at: key.span).map { .milliseconds($0) }
  }

  /// The delay that a value means, in quotes; `"5s"` if it means none. A number counts milliseconds.
  func shownDelay(_ node: Int) -> String {
    let kind = tree.nodes[node].kind
    let text =
      kind == .string
      ? string(node) : kind == .int ? String(decoding: reader.bytes[tree.nodes[node].span.range], as: UTF8.self) : ""
    let length = try? Delay.parse(text.utf8Bytes.span)
    if kind == .int, let length { return DisplayText.string(Delay.text(length)) }
    let isDelay = length != nil || Delay.spelled(text) == nil && Delay.isName(text.utf8Bytes.span)
    return DisplayText.string(isDelay ? text : Delay.spelled(text) ?? "5s")
  }

  mutating func delay(_ text: String, at span: SourceSpan) -> Int64? {
    do throws(Delay.ParseError) {
      return try Delay.parse(text.utf8Bytes.span)
    } catch {
      switch error {
      case .tooLong:
        report(
          .badDelay, at: span, message: "the delay \(DisplayText.quoted(text)) is longer than \(Delay.shownLongest)")
      case .malformed:
        report(
          .badDelay, at: span, message: "\(DisplayText.quoted(text)) is not a delay",
          help: Delay.spelled(text).map { "write \"\($0)\"" }
            ?? "write a delay like \"250ms\", \"5s\", \"1m30s\", \"2h\" or \"5000\" (milliseconds), or a name")
      }
    }
    return nil
  }
}
