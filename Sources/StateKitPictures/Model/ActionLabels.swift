import CEL
import StateKitCore

/// Actions in the words of a picture: short, and close to the chart's notation.
struct ActionLabels {
  let chart: Chart
  /// True for the words of the chart itself, also where its author wrote something else.
  var isRaw = false

  /// A longer text is cut in the middle, in characters.
  static let longest = 2_000

  /// A list of actions, each as a text; those inside `if` and `forEach` are in braces.
  func texts(of actions: TableRange) -> [String] {
    /// An action with nested actions, whose text is not complete yet.
    struct Open {
      let end: Int
      /// The start and the end of its `else`.
      var otherwise: (start: Int, end: Int)?
      var text: String
      var inner: [String] = []
    }
    var done: [String] = []
    var open: [Open] = []
    func add(_ text: String) {
      let text = DisplayText.cut(text, to: Self.longest)
      if open.isEmpty { done.append(text) } else { open[open.count - 1].inner.append(text) }
    }
    func close(upTo index: Int) {
      while let last = open.last, last.end <= index {
        open.removeLast()
        let text = last.text + " { " + last.inner.joined(separator: ", ") + " }"
        if let otherwise = last.otherwise {
          open.append(Open(end: otherwise.end, text: text + " else"))
          if otherwise.start <= index { continue }
          return
        }
        add(text)
      }
    }
    var index = Int(actions.start)
    let end = index + Int(actions.count)
    var last: SourceSpan?
    while index < end {
      close(upTo: index)
      if !isRaw, let words = chart.written(action: index) {
        // The statements of a script are one text.
        let place = chart.shown(chart.actionSpans[index])
        if !words.isEmpty, last != place { add(words) }
        last = place
        index += count(at: index)
        continue
      }
      last = nil
      switch chart.actions[index] {
      case .unless(let condition, let skip):
        let behind = index + 1 + Int(skip)
        var part = Open(end: behind, text: "if " + expression(condition))
        // The last action of `then` jumps over an existing `else`.
        if skip > 0, case .skip(let more) = chart.actions[behind - 1], more > 0 {
          part = Open(end: behind - 1, otherwise: (behind, behind + Int(more)), text: part.text)
        }
        open.append(part)
      case .forEach(let list, _, _, let count):
        let loop = isRaw ? nil : chart.written(loop: index)
        open.append(Open(end: index + 1 + Int(count), text: "for each " + (loop ?? "of " + expression(list))))
      // The start of a list has no effect.
      case .skip, .block: break
      case .call(let name, let data): add(code(chart.names.text(name)) + self.data(data))
      case .log(let text): add("log " + DisplayText.string(self.text(of: text)))
      case .assign(let path, let value):
        let text = self.text(of: value)
        add("\(path.text) = \(isRaw ? text : chart.written(lost: text, in: index) ?? text)")
      case .raise(let event, let data): add("raise " + name(of: event) + self.data(data))
      case .send(let event, let data, let delay, let id, let to):
        var text = "send " + name(of: event) + self.data(data)
        if let to { text += " to " + name(of: to) }
        text += self.delay(delay)
        if let id, isRaw || chart.written(name: self.text(of: id))?.isEmpty != true { text += " as " + name(of: id) }
        add(text)
      case .cancel(let id): add("cancel " + name(of: id))
      case .goTo(let target): add("goToState " + chart.shownReference(chart.targets[Int(target)]))
      }
      index += 1
    }
    close(upTo: .max)
    return done
  }

  /// The number of actions that an action spans, with those nested in it.
  private func count(at index: Int) -> Int {
    switch chart.actions[index] {
    case .unless(_, let skip):
      let behind = index + 1 + Int(skip)
      if skip > 0, case .skip(let more) = chart.actions[behind - 1] { return 1 + Int(skip) + Int(more) }
      return 1 + Int(skip)
    case .forEach(_, _, _, let count): return 1 + Int(count)
    case .skip, .block, .call, .log, .assign, .raise, .send, .cancel, .goTo: return 1
    }
  }

  /// The name of a host action, a guard or an invocation.
  func code(_ name: String) -> String {
    let shown = isRaw || !chart.isTranslated ? name : ForeignCode.shown(name)
    return shown.utf8.elementsEqual(ForeignCode.anonymous.utf8) ? shown : DisplayText.name(shown)
  }

  /// The targets of `goToState` in a list of actions, each once.
  func jumps(of actions: TableRange) -> [StateID] {
    var found: [StateID] = []
    for index in actions.indices {
      if case .goTo(let target) = chart.actions[index], !found.contains(chart.targets[Int(target)]) {
        found.append(chart.targets[Int(target)])
      }
    }
    return found
  }

  func expression(_ index: Int32) -> String {
    let text = isRaw ? chart.expressions[Int(index)].text : Self.joined(chart.written(expression: index))
    return DisplayText.cut(text, to: Self.longest)
  }

  /// A guard; nil if the author wrote none.
  func condition(_ index: Int32) -> String? {
    if isRaw { return expression(index) }
    guard let text = chart.written(guard: index) else { return nil }
    let name = chart.isTranslated ? ForeignCode.shown(text) : text
    return DisplayText.cut(Self.joined(name), to: Self.longest)
  }

  /// Joins the lines of a text: white space outside of quotes becomes one space.
  private static func joined(_ text: String) -> String {
    var out = ByteBuffer()
    var quote: UInt8?
    var isSpace = false
    for byte in text.utf8 {
      if quote == nil, byte == UInt8(ascii: " ") || (9...13).contains(byte) {
        isSpace = true
        continue
      }
      if isSpace, out.count > 0 { out.append(UInt8(ascii: " ")) }
      isSpace = false
      if byte == quote {
        quote = nil
      } else if quote == nil, byte == UInt8(ascii: "'") || byte == UInt8(ascii: "\"") {
        quote = byte
      }
      out.append(byte)
    }
    return String(decoding: out.bytes, as: UTF8.self)
  }

  /// A value as JSON, with its expressions in place of their values.
  func text(of template: DataTemplate) -> String {
    var stack: [String] = []
    func removeLast(_ count: Int) -> [String] {
      let taken = Array(stack.suffix(count))
      stack.removeLast(taken.count)
      return taken
    }
    for step in template.steps {
      let text: String
      switch step {
      case .literal(let value): text = value.json
      case .expression(let index): text = expression(index)
      case .list(let count): text = "[" + removeLast(count).joined(separator: ", ") + "]"
      case .map(let keys):
        let values = removeLast(keys.count)
        text = "{" + zip(keys, values).map { DisplayText.name($0) + ": " + $1 }.joined(separator: ", ") + "}"
      }
      stack.append(DisplayText.cut(text, to: Self.longest))
    }
    return stack.last ?? ""
  }

  func data(_ data: DataTemplate?) -> String {
    guard let data else { return "" }
    let text = text(of: data)
    return text.utf8.elementsEqual("{}".utf8) && !isRaw ? "" : " " + text
  }

  private func name(of event: EventText) -> String {
    switch event {
    case .event(let id): DisplayText.name(chart.names.text(chart.eventNames[id.index]))
    case .text(let template): name(of: template)
    }
  }

  /// A name, or the expression that it is.
  private func name(of template: TextTemplate) -> String {
    if !isRaw, let only = only(template) { return only }
    return DisplayText.name(text(of: template))
  }

  /// The expression of a text that is nothing else.
  private func only(_ template: TextTemplate) -> String? {
    guard template.parts.count == 1, case .expression(let index) = template.parts[0] else { return nil }
    return expression(index)
  }

  private func delay(_ delay: DelayText) -> String {
    switch delay {
    case .milliseconds(0): ""
    case .milliseconds(let number): " in " + Delay.text(number)
    case .named(let name, _): " in " + chart.names.text(name)
    case .text(let template, _): " in " + ((isRaw ? nil : only(template)) ?? text(of: template))
    }
  }

  func text(of template: TextTemplate) -> String {
    DisplayText.cut(template.written(expression), to: Self.longest)
  }
}
