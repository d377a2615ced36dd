import StateKitCore

/// Arrows by source, target and style, in order of first occurrence.
struct ArrowGroups {
  private struct Key: Hashable {
    let source: Int
    let target: Int
    let style: PictureArrow.Style
  }

  private(set) var all: [PictureArrow] = []
  private var found: [Key: Int] = [:]
  /// Labels of arrows from folded states, each once an arrow.
  private var folded: Set<[UInt8]> = []

  mutating func add(
    _ row: PictureArrow.Row, from source: Int, to target: Int, style: PictureArrow.Style, isFolded: Bool = false
  ) {
    let key = Key(source: source, target: target, style: style)
    guard let index = found[key] else {
      found[key] = all.count
      all.append(PictureArrow(source: source, target: target, style: style, rows: [row]))
      if isFolded { _ = folded.insert(Array("\(all.count - 1) \(row.label)".utf8)) }
      return
    }
    if isFolded, !folded.insert(Array("\(index) \(row.label)".utf8)).inserted { return }
    all[index].rows.append(row)
  }
}

extension PictureBuilder {
  /// Adds the handlers of the states, and all arrows between states.
  mutating func addArrows() {
    for index in part {
      let source = Int(shown[index])
      let isFolded = states[source].id.index != index
      let node = chart.states[index]
      if node.initial >= 0 { addInitial(node, state: StateID(index), in: source, isFolded: isFolded) }
      addJumps(node.enterActions, word: "entry", state: StateID(index), in: source, isFolded: isFolded)
      addJumps(node.exitActions, word: "exit", state: StateID(index), in: source, isFolded: isFolded)
      var handlers: [PictureHandler] = []
      for group in groups(of: index) {
        let made = handler(group[0], of: group)
        addArrows(of: made, in: source, isFolded: isFolded)
        if !isFolded { handlers.append(made) }
      }
      if !isFolded { set(handlers, of: source) }
    }
  }

  private mutating func addInitial(_ node: StateNode, state: StateID, in source: Int, isFolded: Bool) {
    if isFolded { return }
    let initial = chart.initials[Int(node.initial)]
    let actions = options.showsActions ? labels.texts(of: initial.actions).joined(separator: ", ") : ""
    for id in chart.targets[initial.targets.indices] {
      guard let target = shownIndex(of: id), target != source else { continue }
      let row = PictureArrow.Row(
        label: actions.isEmpty ? "" : "/ " + actions, event: "", handler: nil,
        mark: options.marks.way(from: state, to: id))
      arrows.add(row, from: source, to: target, style: node.kind.isHistory ? .history : .initial)
    }
    for id in labels.jumps(of: initial.actions) {
      guard let target = shownIndex(of: id) else { continue }
      let row = PictureArrow.Row(
        label: "initial", event: "initial", handler: nil, mark: options.marks.way(from: state, to: id))
      arrows.add(row, from: source, to: target, style: .jump)
    }
  }

  /// Adds arrows for the targets of `goToState` in a hook.
  private mutating func addJumps(
    _ actions: TableRange, word: String, state: StateID, in source: Int, isFolded: Bool
  ) {
    for id in labels.jumps(of: actions) {
      guard let target = shownIndex(of: id), !isFolded || target != source else { continue }
      let row = PictureArrow.Row(label: word, event: word, handler: nil, mark: options.marks.way(from: state, to: id))
      arrows.add(row, from: source, to: target, style: .jump, isFolded: isFolded)
    }
  }

  private mutating func addArrows(of handler: PictureHandler, in source: Int, isFolded: Bool) {
    let event = handler.trigger.label
    func add(_ target: Int?, style: PictureArrow.Style, label: String) {
      guard let target, !isFolded || target != source else { return }
      let row = PictureArrow.Row(
        label: isFolded ? event : label, event: event, handler: handler.index, mark: handler.mark)
      arrows.add(row, from: source, to: target, style: style, isFolded: isFolded)
    }
    for target in handler.targets { add(target, style: .handler, label: handler.label) }
    if handler.targets.isEmpty, handler.reentry != .none {
      add(source, style: .handler, label: handler.label)
    }
    // If the handler has targets of its own, its actions are at that arrow.
    let isAlone = handler.targets.isEmpty && handler.reentry == .none
    for target in handler.jumps { add(target, style: .jump, label: isAlone ? handler.label : event) }
  }

  /// The handlers of a state. Handlers from one transition of a translated file are one handler.
  private func groups(of state: Int) -> [[Int]] {
    var groups: [[Int]] = []
    var found: [SourceSpan: Int] = [:]
    for handler in occasions.handlers(of: state).map(Int.init) {
      guard let place = chart.writtenPlace(of: chart.handlers[handler]) else {
        groups.append([handler])
        continue
      }
      if let known = found[place] {
        groups[known].append(handler)
      } else {
        found[place] = groups.count
        groups.append([handler])
      }
    }
    return groups
  }

  private func handler(_ index: Int, of group: [Int]) -> PictureHandler {
    let handler = chart.handlers[index]
    let targets = Array(chart.targets[handler.targets.indices])
    let event = chart.writtenEvent(of: handler)
    return PictureHandler(
      index: index, trigger: event.map { .event($0) } ?? occasions.trigger(of: index),
      isForbidden: handler.isForbidden, reentry: handler.reentry, reentryWords: chart.reentryWords(of: handler),
      condition: options.showsGuards && handler.condition >= 0 ? labels.expression(handler.condition) : nil,
      actions: options.showsActions ? labels.texts(of: handler.actions) : [], targets: targets.map(shownIndex),
      targetNames: targets.map { chart.shownReference($0) },
      jumps: labels.jumps(of: handler.actions).map(shownIndex),
      mark: group.dropFirst().reduce(options.marks.handler(index)) { $0.joined(options.marks.handler($1)) })
  }
}
