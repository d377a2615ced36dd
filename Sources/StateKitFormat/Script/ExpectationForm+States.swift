import StateKitCore

/// Expectations about states: which are active, and which the last line entered and exited.
extension ExpectationForm {
  static let configurations: [ExpectationForm] = [
    ExpectationForm(
      "in", help: "all of these states are active; x: A is the state A of the child x",
      example: "open\n:expect in open",
      reading: .statesOfFamily { states in
        Expectation { machine, _ in
          let missing = states.filter { !machine.isActive($0) }
          return missing.isEmpty ? nil : "not in \(list(missing, in: machine)); active: \(active(machine))"
        } tell: { machine, _ in
          ExpectationDetails(expected: states.map { machine.chart.shown($0) }, found: machine.activeStates)
        }
      }),
    ExpectationForm(
      "not in", help: "none of these states is active", example: "open\n:expect not in closed, locked",
      reading: .statesOfFamily { states in
        Expectation { machine, _ in
          let present = states.filter { machine.isActive($0) }
          return present.isEmpty ? nil : "in \(list(present, in: machine)); active: \(active(machine))"
        } tell: { machine, _ in
          ExpectationDetails(expected: states.map { "not " + machine.chart.shown($0) }, found: machine.activeStates)
        }
      }),
    ExpectationForm(
      "only", help: "exactly these are the deepest active states", example: "open\n:expect only open",
      reading: .states { states in
        Expectation { machine, _ in
          if Set(states) == Set(machine.configuration.leaves) { return nil }
          return "expected only \(list(states, in: machine)); active: \(active(machine))"
        } tell: { machine, _ in
          ExpectationDetails(
            expected: names(Set(states), in: machine), found: names(machine.configuration.leaves, in: machine))
        }
      }),
  ]

  static let movements: [ExpectationForm] = [
    movement("entered", help: "the last line entered these states", example: "open\n:expect entered open") {
      $0.entered
    },
    movement("exited", help: "the last line exited these states", example: "open\n:expect exited closed") { $0.exited },
    movement(
      "not entered", help: "the last line entered none of these states", example: "open\n:expect not entered locked"
    ) {
      $0.entered
    },
    movement("not exited", help: "the last line exited none of these states", example: "lock\n:expect not exited open")
    {
      $0.exited
    },
  ]

  private static func movement(
    _ word: String, help: String, example: String, changed: @escaping @Sendable (StepRecord) -> Set<StateID>
  ) -> ExpectationForm {
    let isWanted = !word.hasPrefix("not ")
    return ExpectationForm(
      word, help: help, example: example,
      reading: .states { states in
        Expectation(needsRecord: true) { machine, step in
          if step.isEmpty { return nothing }
          let wrong = states.filter { changed(step).contains($0) != isWanted }
          if wrong.isEmpty { return nil }
          let what = isWanted ? "not \(word)" : String(word.dropFirst(4))
          return "\(list(wrong, in: machine)) was \(what); active: \(active(machine))"
        } tell: { machine, step in
          ExpectationDetails(
            expected: names(states, in: machine).map { (isWanted ? "" : "not ") + $0 },
            found: names(changed(step), in: machine))
        }
      })
  }

  /// States in document order, as shown.
  static func names(_ states: some Sequence<StateID>, in machine: Machine) -> [String] {
    states.sorted().map { machine.chart.shownReference($0) }
  }

  /// The deepest active states in one line, including those of children; a limited number.
  static func active(_ machine: Machine) -> String {
    let shown = machine.activeStates
    return shown.prefix(20).joined(separator: ", ") + (shown.count > 20 ? ", …" : "")
  }

  private static func list(_ states: [StateID], in machine: Machine) -> String {
    states.map { machine.chart.shownReference($0) }.joined(separator: ", ")
  }

  private static func list(_ states: [StateReference], in machine: Machine) -> String {
    states.map { machine.chart.shown($0) }.joined(separator: ", ")
  }
}
