import CEL
import StateKitCore
import StateKitFormat
import StateKitPictures

enum ReplViews {
  /// The view of a machine, then that of each child with its name before the lines.
  static func withChildren(_ machine: Machine, show: (Machine) -> String) -> String {
    var out = show(machine)
    for child in machine.children.all {
      out += ChildLines.named(child.facts.id, text: withChildren(machine.looking(at: child), show: show))
    }
    return out
  }

  /// The deepest active states, by full path.
  static func leaves(_ machine: Machine) -> String {
    machine.configuration.leaves.map { "  \(DisplayText.name(machine.chart.path($0)))\n" }.joined()
  }

  /// The chart as an outline, one state a line; active states are marked, and special kinds are named.
  static func tree(_ machine: Machine) -> String {
    let chart = machine.chart
    var out = ByteBuffer()
    var depth = [Int](repeating: 0, count: chart.states.count)
    for index in chart.states.indices {
      let state = chart.states[index]
      if state.parent >= 0 { depth[index] = depth[Int(state.parent)] + 1 }
      out.append(machine.configuration.isActive(StateID(index)) ? "* " : "  ")
      out.append(String(repeating: "  ", count: depth[index]))
      DisplayText.appendName(chart.names.text(state.name), to: &out)
      switch state.kind {
      case .parallel: out.append(" (parallel)")
      case .final: out.append(" (final)")
      case .shallowHistory: out.append(" (history)")
      case .deepHistory: out.append(" (deep history)")
      case .atomic, .compound: break
      }
      out.append("\n")
    }
    for work in machine.runningWork {
      DisplayText.appendRaw("  \(DisplayText.name(work.id)): the host does \(DisplayText.name(work.source))", to: &out)
      DisplayText.appendLine(", in \(DisplayText.name(work.state))", to: &out)
    }
    return out.text
  }

  /// The chart as a tree with its handlers, then the tree of each child.
  static func picture(_ machine: Machine, argument: ReplCommand.Argument) throws(Complaint) -> String {
    var options = PictureOptions()
    if let state = try argument.state(in: machine.chart) { options.part = state }
    var out = try picture(of: machine, options: options, style: argument.picture)
    if argument.isEmpty {
      for child in machine.children.all {
        out += ChildLines.named(child.facts.id, text: try picture(machine.looking(at: child), argument: argument))
      }
    }
    return out
  }

  private static func picture(
    of machine: Machine, options: PictureOptions, style: TreeStyle
  ) throws(Complaint) -> String {
    var options = options
    options.marks.configuration = machine.configuration
    do throws(PictureError) {
      return TreeWriter.text(try Picture(machine.chart, options: options), style: style, displayWidth: DisplayWidth.of)
    } catch {
      let count = DisplayText.grouped(machine.chart.states.count)
      throw Complaint(message: "the chart is too large to show, \(count) states; :show STATE shows a part")
    }
  }

  static func context(_ machine: Machine) -> String {
    var out = ByteBuffer()
    for (slot, name) in machine.chart.contextNames.enumerated() {
      out.append("  ")
      DisplayText.appendName(name, to: &out)
      out.append(" = ")
      machine.data.slots[slot].appendJSON(to: &out, upTo: InputLimits.heldBytes)
      out.append(out.count > InputLimits.heldBytes ? "…\n" : "\n")
    }
    if machine.chart.contextNames.isEmpty { out.append("  this chart has no data\n") }
    return out.text
  }

  /// Every event that the chart names: handled now, with the state; blocked; and others.
  static func events(_ machine: Machine) -> String {
    let chart = machine.chart
    var handled = ByteBuffer()
    var blocked = ByteBuffer()
    var others: [String] = []
    for name in machine.handledEventNames {
      if EventType.comesByItself(name) { continue }
      let event = chart.event(name.utf8Bytes.span, data: nil)
      let inquiry = Inquiry(event, of: machine)
      var line = "  " + DisplayText.name(name)
      switch machine.outcome(of: event) {
      case .ignored, .rejected: others.append(DisplayText.name(name))
      case .handled:
        for asked in inquiry.lines.flatMap({ $0 }) {
          for candidate in asked.candidates {
            switch candidate.fate {
            case .taken: line += ": in \(chart.shownReference(asked.state))"
            case .forbids: line += ": stopped in \(chart.shownReference(asked.state))"
            case .declined, .shadowed, .notAsked, .displaced: break
            }
          }
        }
        if inquiry.outcome != .handled {
          let first = machine
          let takers = machine.passedOn(event).filter { _, machine in
            machine.outcome(of: machine.received(event, from: first)) == .handled
          }
          line += ": in " + takers.map { "the child \(DisplayText.name($0.child.id))" }.joined(separator: ", ")
        }
        DisplayText.appendLine(line, to: &handled)
      case .declined:
        for asked in inquiry.lines.flatMap({ $0 }) {
          for candidate in asked.candidates {
            guard case .declined(let error) = candidate.fate else { continue }
            let text = chart.written(expression: chart.handlers[candidate.handler].condition)
            line += ": in \(chart.shownReference(asked.state)) \(text)\(error.map { " (\($0))" } ?? "")"
          }
        }
        DisplayText.appendLine(line, to: &blocked)
      }
    }
    var out = "handled now:\n" + (handled.count == 0 ? "  none\n" : handled.text)
    if blocked.count > 0 {
      out += "blocked by guards, without a payload:\n" + blocked.text
    }
    if !others.isEmpty { out += "elsewhere: " + others.joined(separator: ", ") + "\n" }
    return out
  }

  /// The timers of the machine and its children: when each is due, and its state (`after`), or its event and id
  /// (`send`).
  static func timers(_ machine: Machine) -> String {
    let all = DueTimer.all(of: machine)
    return all.isEmpty ? "  no timers\n" : all.map { $0.line(withTime: true) }.joined()
  }
}
