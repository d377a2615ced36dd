import CEL
import StateKitCore

/// Actions in the words of a picture: short, and close to the chart's notation.
struct ActionLabels {
  let chart: Chart

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
    while index < end {
      close(upTo: index)
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
        open.append(Open(end: index + 1 + Int(count), text: "for each of " + expression(list)))
      // The start of a list has no effect.
      case .skip, .block: break
      case .call(let name, let data): add(DisplayText.name(chart.names.text(name)) + self.data(data))
      case .log(let text): add("log " + DisplayText.string(self.text(of: text)))
      case .assign(let path, let value): add("\(path.text) = \(self.text(of: value))")
      case .raise(let event, let data): add("raise " + DisplayText.name(text(of: event)) + self.data(data))
      case .send(let event, let data, let delay, let id, let to):
        var text = "send " + DisplayText.name(self.text(of: event)) + self.data(data)
        if let to { text += " to " + DisplayText.name(self.text(of: to)) }
        text += self.delay(delay)
        if let id { text += " as " + DisplayText.name(self.text(of: id)) }
        add(text)
      case .cancel(let id): add("cancel " + DisplayText.name(text(of: id)))
      case .goTo(let target): add("goToState " + chart.shownReference(chart.targets[Int(target)]))
      }
      index += 1
    }
    close(upTo: .max)
    return done
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
    DisplayText.cut(chart.written(expression: index), to: Self.longest)
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

  private func data(_ data: DataTemplate?) -> String {
    data.map { " " + text(of: $0) } ?? ""
  }

  private func text(of event: EventText) -> String {
    switch event {
    case .event(let id): chart.names.text(chart.eventNames[id.index])
    case .text(let template): text(of: template)
    }
  }

  private func delay(_ delay: DelayText) -> String {
    switch delay {
    case .milliseconds(0): ""
    case .milliseconds(let number): " in " + Delay.text(number)
    case .named(let name, _): " in " + chart.names.text(name)
    case .text(let template, _): " in " + text(of: template)
    }
  }

  func text(of template: TextTemplate) -> String {
    DisplayText.cut(template.written(expression), to: Self.longest)
  }
}
