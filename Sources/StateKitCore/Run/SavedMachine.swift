package import CEL

/// A machine between two steps as a JSON value: states by `SavedPaths`, everything else by its name, timers by their
/// remaining time (CommandLine.md, state files).
package enum SavedMachine {
  /// The complete state of a machine. `first`: the chart of the first machine of its family.
  package static func value(of snapshot: MachineSnapshot, chart: Chart, in first: Chart) -> Value {
    .map(MapValue(members(snapshot, in: chart, first: first, now: snapshot.time, isFirst: true)))
  }

  typealias Members = [(key: Value, value: Value)]

  /// Recursive, because children are nested at most ten levels deep.
  private static func members(
    _ snapshot: MachineSnapshot, in chart: Chart, first: Chart, now: Int64, isFirst: Bool
  ) -> Members {
    var members: Members = []
    func add(_ key: String, value: Value) { members.append((.string(key), value)) }
    let paths = SavedPaths(chart)
    func path(_ state: StateID) -> Value { .string(paths.text(of: state)) }
    if isFirst { add("time", value: .int(now)) }
    add("configuration", value: list(snapshot.leaves.map(path)))
    if snapshot.isFinished { add("done", value: .bool(true)) }
    if !snapshot.history.isEmpty {
      let records = snapshot.history.map { (path($0.history), list($0.record.map(path))) }
      add("history", value: .map(MapValue(records)))
    }
    let context = zip(chart.contextNames, snapshot.slots).map { (key: Value.string($0), value: $1) }
    add("context", value: .map(MapValue(context)))
    add("event", value: event(snapshot.seen, in: chart))
    let timers = snapshot.timers.inOrder.map { timer($0, in: chart, paths: paths, now: now) }
    add("timers", value: list(timers))
    if !snapshot.works.isEmpty {
      add("invocations", value: list(snapshot.works.map { .map(MapValue(invocation($0, in: chart, paths: paths))) }))
    }
    if !snapshot.children.isEmpty {
      let children = snapshot.children.all.map { child -> Value in
        let relative = first.relative(Int(child.facts.chart))
        return .map(
          MapValue(
            invocation(child.facts.invocation, in: chart, paths: paths)
              + Self.members(child.state, in: relative, first: first, now: now, isFirst: false)))
      }
      add("children", value: list(children))
    }
    if isFirst {
      add("queue", value: list([]))
      add("outcome", value: snapshot.lastOutcome.map { .string($0.rawValue) } ?? .null)
    }
    return members
  }

  private static func list(_ values: [Value]) -> Value { .list(ListValue(values)) }

  private static func invocation(_ index: Int32, in chart: Chart, paths: SavedPaths) -> Members {
    let invocation = chart.invocations[Int(index)]
    return [(.string("state"), .string(paths.text(of: invocation.state))), (.string("id"), .string(invocation.id))]
  }

  private static func event(_ seen: SeenEvent, in chart: Chart) -> Value {
    var members: Members = [(.string("name"), .string(chart.text(of: seen.label)))]
    if let data = seen.data { members.append((.string("data"), data)) }
    members.append((.string("type"), .string(seen.type)))
    if let id = seen.ids.send { members.append((.string("sendId"), .string(id))) }
    if let id = seen.ids.invoke { members.append((.string("invokeId"), .string(id))) }
    return .map(MapValue(members))
  }

  private static func timer(_ timer: TimerQueue.Timer, in chart: Chart, paths: SavedPaths, now: Int64) -> Value {
    var members: Members = [(.string("left"), .int(timer.due - now)), (.string("order"), .int(timer.serial))]
    func add(_ key: String, value: Value) { members.append((.string(key), value)) }
    switch timer.payload {
    case .after(let state, let index, let milliseconds):
      add("state", value: .string(paths.text(of: state)))
      add("after", value: .int(Int64(index) - Int64(chart.states[state.index].timers.indices.lowerBound)))
      add("delay", value: .int(milliseconds))
    case .send(let event, let id, let recipient):
      add("send", value: .string(chart.text(of: event.label)))
      if let data = event.data { add("data", value: data) }
      if let id { add("id", value: .string(String(decoding: id, as: UTF8.self))) }
      if let recipient {
        add("to", value: .string(recipient.name))
        if let action = chart.actionSpans.firstIndex(of: recipient.span) { add("action", value: .int(Int64(action))) }
      }
    }
    return .map(MapValue(members))
  }
}
