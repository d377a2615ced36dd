import CEL
import StateKitCore

/// Texts of actions, handlers and states by which two charts can be compared: with names in place of numbers.
struct ActionText {
  let chart: Chart

  /// A list of actions, one after the other.
  func text(of actions: TableRange) -> String {
    actions.indices.map { text(of: chart.actions[$0]) }.joined(separator: "; ")
  }

  /// A handler: its guard, targets, re-entry and actions.
  func text(of handler: EventHandler) -> String {
    if handler.isForbidden { return "null" }
    let targets = chart.targets[handler.targets.indices].map { chart.path($0) }.joined(separator: ", ")
    let reentry = handler.reentry.words.map { " " + $0 } ?? ""
    return "[\(guardText(of: handler))] -> \(targets)\(reentry) / \(text(of: handler.actions))"
  }

  func guardText(of handler: EventHandler) -> String {
    handler.condition < 0 ? "" : expression(handler.condition)
  }

  /// The output of a state's done event; empty without output.
  func output(of state: StateNode) -> String {
    state.output < 0 ? "" : text(of: chart.outputs[Int(state.output)])
  }

  /// An invocation: its source and its input.
  func text(of invocation: Invocation) -> String {
    switch invocation.work {
    case .chart(let file, let input, let forwards):
      let values = input.map { "\($0.name) = \(text(of: $0.value))" }.joined(separator: "; ")
      return "chart \(file) \(forwards ? "forward " : "")\(values) / \(text(of: invocation.finalize))"
    case .host(let source, let input):
      return "src \(source) \(input.map { text(of: $0) } ?? "") / \(text(of: invocation.finalize))"
    }
  }

  private func text(of action: Action) -> String {
    switch action {
    case .call(let name, let data): "call \(chart.names.text(name)) \(data.map { text(of: $0) } ?? "")"
    case .log(let text): "log " + self.text(of: text)
    case .assign(let path, let value): "assign \(path.text) = \(text(of: value))"
    case .raise(let event, let data): "raise \(text(of: event)) \(data.map { text(of: $0) } ?? "")"
    case .send(let event, let data, let delay, let id, let to):
      "send \(text(of: event)) \(data.map { text(of: $0) } ?? "") after \(text(of: delay))"
        + (id.map { " id " + text(of: $0) } ?? "") + (to.map { " to " + text(of: $0) } ?? "")
    case .cancel(let id): "cancel " + text(of: id)
    case .goTo(let target): "goToState " + chart.path(chart.targets[Int(target)])
    case .unless(let condition, let skip): "if \(expression(condition)) else \(skip)"
    case .skip(let count): "skip \(count)"
    case .block(let count): "list \(count)"
    case .forEach(let list, let item, let index, let count):
      "forEach \(expression(list)) as \(item) \(index.map { String($0) } ?? "") \(count)"
    }
  }

  private func expression(_ index: Int32) -> String { chart.expressions[Int(index)].text }

  private func text(of event: EventText) -> String {
    switch event {
    case .event(let id): chart.names.text(chart.eventNames[id.index])
    case .text(let template): text(of: template)
    }
  }

  private func text(of delay: DelayText) -> String {
    switch delay {
    case .milliseconds(let number): Delay.text(number)
    case .named(let name, _): chart.names.text(name)
    case .text(let template, _): text(of: template)
    }
  }

  private func text(of template: TextTemplate) -> String { template.written(expression) }

  func text(of template: DataTemplate) -> String {
    template.steps.map { step in
      switch step {
      case .literal(let value): value.json
      case .expression(let index): expression(index)
      case .list(let count): "list of \(count)"
      case .map(let keys): "map of " + keys.joined(separator: ", ")
      }
    }.joined(separator: " ")
  }
}
