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
        let isOutside = options.isInside && index == part.lowerBound && made.leadsOut
        if !isFolded, !isOutside { handlers.append(made) }
      }
      if !isFolded { set(handlers, of: source) }
    }
  }

  private mutating func addInitial(_ node: StateNode, state: StateID, in source: Int, isFolded: Bool) {
    if isFolded { return }
    let initial = chart.initials[Int(node.initial)]
    let actions = options.showsActions ? labels.texts(of: initial.actions).joined(separator: ", ") : ""
    for (id, target) in shownOnce(Array(chart.targets[initial.targets.indices])) where target != source {
      let row = PictureArrow.Row(
        content: PictureLabel().adding(.actions, text: actions.isEmpty ? "" : "/ " + actions), event: "", handler: nil,
        mark: options.marks.way(from: state, to: id))
      arrows.add(row, from: source, to: target, style: node.kind.isHistory ? .history : .initial)
    }
    for (id, target) in shownOnce(labels.jumps(of: initial.actions)) {
      let row = PictureArrow.Row(
        content: PictureLabel().adding(.event, text: "initial"), event: "initial", handler: nil,
        mark: options.marks.way(from: state, to: id))
      arrows.add(row, from: source, to: target, style: .jump)
    }
  }

  /// Adds arrows for the targets of `goToState` in a hook.
  private mutating func addJumps(
    _ actions: TableRange, word: String, state: StateID, in source: Int, isFolded: Bool
  ) {
    for (id, target) in shownOnce(labels.jumps(of: actions)) where !isFolded || target != source {
      let row = PictureArrow.Row(
        content: PictureLabel(word.utf8.elementsEqual("entry".utf8) ? .entry : .exit).adding(.event, text: word),
        event: word, handler: nil,
        mark: options.marks.way(from: state, to: id))
      arrows.add(row, from: source, to: target, style: .jump, isFolded: isFolded)
    }
  }

  /// The states of the picture that show some states, each once, with the first of the states that it shows.
  private func shownOnce(_ states: [StateID]) -> [(id: StateID, target: Int)] {
    var known: Set<Int> = []
    return states.compactMap { id in
      guard let target = shownIndex(of: id), known.insert(target).inserted else { return nil }
      return (id, target)
    }
  }

  private mutating func addArrows(of handler: PictureHandler, in source: Int, isFolded: Bool) {
    let event = handler.trigger.event
    let short = PictureLabel(handler.label.sign).adding(.event, text: handler.trigger.text)
    func add(_ targets: [Int?], style: PictureArrow.Style, label: PictureLabel) {
      var known: Set<Int> = []
      for case let target? in targets where !isFolded || target != source {
        guard known.insert(target).inserted else { continue }
        let row = PictureArrow.Row(
          content: isFolded ? short : label, event: event, handler: handler.index, mark: handler.mark,
          raw: handler.raw, description: handler.description)
        arrows.add(row, from: source, to: target, style: style, isFolded: isFolded)
      }
    }
    let isReentry = handler.targets.isEmpty && handler.reentry != .none
    let targets = isReentry ? [source] : handler.targets
    add(targets, style: .handler, label: handler.fullLabel)
    // If the handler has another arrow, its actions are at that one.
    let isAlone = targets.allSatisfy { $0 == nil }
    add(handler.jumps, style: .jump, label: isAlone ? handler.fullLabel : short)
  }

  /// The handlers of a state. Handlers from one transition of a translated file are one handler.
  private func groups(of state: Int) -> [[Int]] {
    var groups: [[Int]] = []
    var found: [SourceSpan: Int] = [:]
    for handler in occasions.handlers(of: state) {
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

  private func trigger(of index: Int) -> PictureTrigger {
    let handler = chart.handlers[index]
    if let delay = chart.writtenTimer(of: handler) { return .after(delay) }
    return chart.writtenEvent(of: handler).map { .event($0) } ?? occasions.trigger(of: index)
  }

  /// A handler in the words of the chart itself.
  private func raw(_ index: Int, hasGuard: Bool) -> String {
    let handler = chart.handlers[index]
    var labels = labels
    labels.isRaw = true
    return PictureHandler.label(
      occasions.trigger(of: index).text, condition: hasGuard ? labels.condition(handler.condition) : nil,
      reentry: handler.reentry.words, actions: options.showsActions ? labels.texts(of: handler.actions) : [],
      isForbidden: handler.isForbidden
    ).text
  }

  /// True if the event of a handler is the end of an invocation of the chart.
  private func endsInvocation(_ index: Int) -> Bool {
    guard !invocationEnds.isEmpty, case .event(let name) = occasions.trigger(of: index) else { return false }
    return invocationEnds.contains(Array(name.utf8))
  }

  private func handler(_ index: Int, of group: [Int]) -> PictureHandler {
    let handler = chart.handlers[index]
    let targets = Array(chart.targets[handler.targets.indices])
    let hasGuard = options.showsGuards && handler.condition >= 0
    return PictureHandler(
      index: index, trigger: trigger(of: index), isForbidden: handler.isForbidden, reentry: handler.reentry,
      isSaidToReenter: chart.reentryWords(of: handler) != nil,
      condition: hasGuard ? labels.condition(handler.condition) : nil,
      actions: options.showsActions ? labels.texts(of: handler.actions) : [],
      raw: raw(index, hasGuard: hasGuard), description: chart.notes.handlers[handler.span],
      endsInvocation: endsInvocation(index), targets: targets.map(shownIndex), targetNames: targets.map(reference(to:)),
      jumps: labels.jumps(of: handler.actions).map(shownIndex),
      mark: group.dropFirst().reduce(options.marks.handler(index)) { $0.joined(options.marks.handler($1)) })
  }
}
