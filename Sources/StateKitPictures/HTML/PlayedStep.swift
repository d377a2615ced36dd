package import CEL
package import StateKitCore

/// A step of a run as the player shows it.
package struct PlayedStep: Sendable {
  /// The script line: an event with its payload, or a line like `+5s`; nil for a start.
  package var line: String?
  /// The clock after the step, in milliseconds.
  package let time: Int64
  package let outcome: Outcome?
  /// True if the machine is finished.
  package let isDone: Bool
  /// The step as the trace in text shows it.
  package var text = ""
  /// The deepest active states after the step.
  package let leaves: [StateID]
  /// The exits and entries in order; of a long step, the first and the last ones.
  package var moves: [Move] = []
  /// The entered states, each once.
  package var entered: Set<StateID> = []
  /// The handlers that were selected, as entries of `Chart.handlers`.
  package var handlers: [Int] = []
  /// The source and the target of each `goToState` in a hook.
  package var jumps: [(from: StateID, to: StateID)] = []
  /// The changes of the context since the step before.
  package var changes: [ContextChange] = []
  /// The waiting timers of the machine and its children: the time at which each is due, on the machine's clock in
  /// milliseconds, and a description. Nil if timers are not recorded.
  package var timers: [(due: Int64, what: String)]?
  /// True if an error occurred.
  package var isError = false

  /// An exit or an entry.
  package struct Move: Sendable {
    package let state: StateID
    package let isExit: Bool

    package init(_ state: StateID, isExit: Bool) {
      self.state = state
      self.isExit = isExit
    }
  }

  package init(_ summary: TraceSummary) {
    time = summary.time
    outcome = summary.outcome
    isDone = summary.isDone
    leaves = summary.leaves
  }
}

/// A change of the context: the path to a value, as keys and indices, and the value as JSON; nil if the value was removed.
package struct ContextChange: Sendable {
  /// The path as a JSON list.
  package let path: String
  package let json: String?

  /// The bytes that it takes in a page.
  package var size: Int { path.utf8.count + (json?.utf8.count ?? 0) + 3 }

  /// The changes between two values of a context key. If they take more bytes than the new value, the value is the only
  /// change.
  package static func changes(of key: String, from old: Value, to new: Value) -> [ContextChange] {
    var found: [ContextChange] = []
    var todo: [(path: String, old: Value, new: Value)] = [("[" + DisplayText.string(key), old, new)]
    while let next = todo.popLast() {
      switch (next.old, next.new) {
      case (.map(let old), .map(let new)):
        if old === new { continue }
        for (name, _) in old.entries where new[name] == nil {
          found.append(ContextChange(path: next.path + "," + name.keyText + "]", json: nil))
        }
        for (name, value) in new.entries {
          let path = next.path + "," + name.keyText
          if let before = old[name] {
            todo.append((path, before, value))
          } else {
            found.append(ContextChange(path: path + "]", json: value.pageJSON))
          }
        }
      case (.list(let old), .list(let new)):
        if old === new { continue }
        if new.elements.count < old.elements.count {
          found.append(ContextChange(path: next.path + ",\(new.elements.count)]", json: nil))
        }
        for (index, value) in new.elements.enumerated() {
          let path = next.path + ",\(index)"
          if index < old.elements.count {
            todo.append((path, old.elements[index], value))
          } else {
            found.append(ContextChange(path: path + "]", json: value.pageJSON))
          }
        }
      default:
        let json = next.new.pageJSON
        if next.old.pageJSON.utf8.elementsEqual(json.utf8) { continue }
        found.append(ContextChange(path: next.path + "]", json: json))
      }
    }
    guard found.count > 1 else { return found }
    let whole = ContextChange(path: "[" + DisplayText.string(key) + "]", json: new.pageJSON)
    return found.reduce(0, { $0 + $1.size }) < whole.size ? found : [whole]
  }
}

extension Value {
  /// The value as JSON; one that no page may contain is cut.
  fileprivate var pageJSON: String {
    var out = ByteBuffer()
    appendJSON(to: &out, upTo: InputLimits.pageBytes)
    return String(decoding: out.bytes, as: UTF8.self)
  }

  /// The key of a map in JSON.
  fileprivate var keyText: String {
    if case .string(let text) = self { DisplayText.string(text) } else { DisplayText.string(json) }
  }
}
