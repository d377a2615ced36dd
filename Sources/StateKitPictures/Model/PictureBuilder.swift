package import StateKitCore

extension Picture {
  /// Builds the picture of a chart, or of a part of it.
  package init(_ chart: Chart, options: PictureOptions = PictureOptions()) throws(PictureError) {
    var builder = PictureBuilder(chart, options: options)
    try builder.addStates()
    builder.addArrows()
    self.init(chart: chart, states: builder.states, arrows: builder.arrows.all, options: options)
  }

  /// Throws if the picture would be too large, before it is built.
  package static func check(_ chart: Chart, options: PictureOptions) throws(PictureError) {
    try PictureBuilder(chart, options: options).checkSize()
  }
}

/// Builds a picture: first the shown states, then the arrows between them.
struct PictureBuilder {
  let chart: Chart
  let options: PictureOptions
  let labels: ActionLabels
  /// For each state of the chart, the index of the picture's state that shows it: itself, or the state that it is
  /// folded into. -1 outside the part.
  private(set) var shown: [Int32]
  private(set) var states: [PictureState] = []
  var arrows = ArrowGroups()
  let occasions: HandlerOccasions
  /// The events that end invocations, as shown.
  let invocationEnds: Set<[UInt8]>

  init(_ chart: Chart, options: PictureOptions) {
    self.chart = chart
    self.options = options
    labels = ActionLabels(chart: chart)
    shown = [Int32](repeating: -1, count: chart.states.count)
    occasions = HandlerOccasions(chart)
    invocationEnds = Set(
      chart.invocations.flatMap { invocation in
        EventType.invocationEnds.map { Array(DisplayText.name($0 + invocation.id).utf8) }
      })
  }

  /// The states of the part, in document order.
  var part: Range<Int> { options.part.index..<Int(chart.states[options.part.index].end) }

  // MARK: States

  mutating func addStates() throws(PictureError) {
    try checkSize()
    // The open states around the next state, by indices of the picture.
    var around: [Int] = []
    for index in part {
      while let last = around.last, chart.states[states[last].id.index].end <= index {
        states[last].end = states.count
        around.removeLast()
      }
      let hidesIt = options.depth.map { depth in around.last.map { states[$0].depth >= depth } ?? false } ?? false
      if hidesIt, let last = around.last {
        states[last].hiddenStates += 1
        shown[index] = Int32(last)
        continue
      }
      shown[index] = Int32(states.count)
      around.append(states.count)
      states.append(state(index, in: around.dropLast().last))
    }
    for last in around { states[last].end = states.count }
    for index in states.indices {
      let initial = chart.states[states[index].id.index].initial
      guard initial >= 0, !states[index].kind.isHistory else { continue }
      for target in chart.targets[chart.initials[Int(initial)].targets.indices] {
        guard let found = shownIndex(of: target), states[found].parent == index else { continue }
        states[found].isInitial = true
      }
    }
  }

  /// Checks the counts before the picture is built.
  func checkSize() throws(PictureError) {
    var depths: [Int32] = []
    var paths: [Int] = []
    var pathBytes = 0
    var count = 0
    var handlers = 0
    let first = options.part.index
    for index in part {
      let node = chart.states[index]
      let depth = index == first ? 0 : depths[Int(node.parent) - first] + 1
      depths.append(depth)
      let above = index == first ? 0 : paths[Int(node.parent) - first] + 1
      paths.append(above + chart.names[node.name].count)
      if let deepest = options.depth, Int(depth) > deepest { continue }
      count += 1
      pathBytes += paths[index - first]
      handlers += occasions.handlers(of: index).count
    }
    for (count, what, limit) in [
      (count, "states", options.limits.states), (handlers, "handlers", options.limits.handlers),
      // Nested states repeat the names above them.
      (pathBytes, "bytes in the paths of its states", InputLimits.pathBytes),
    ] where count > limit { throw PictureError(count: count, what: what, limit: limit) }
  }

  private func state(_ index: Int, in parent: Int?) -> PictureState {
    let node = chart.states[index]
    let id = StateID(index)
    var notes = chart.notes.states[Int32(index)] ?? ChartNotes.State()
    if id == .root, let description = chart.notes.description {
      notes.description = [description, notes.description].compactMap { $0 }.joined(separator: "\n")
    }
    return PictureState(
      id: id, name: name(of: id), isUnnamed: isUnnamed(id), kind: node.kind, notes: notes,
      showsNotes: options.showsNotes, parent: parent,
      depth: parent.map { states[$0].depth + 1 } ?? 0, end: states.count + 1,
      entry: options.showsActions ? labels.texts(of: node.enterActions) : [],
      exit: options.showsActions ? labels.texts(of: node.exitActions) : [],
      invokes: chart.invocations(of: id).map { text(of: chart.invocations[$0]) },
      output: node.output < 0 || !options.showsActions ? nil : labels.data(chart.outputs[Int(node.output)]),
      handlers: [], mark: options.marks.state(id))
  }

  /// The name of a state; a state without a name has words instead.
  private func name(of state: StateID) -> String {
    isUnnamed(state) ? "(unnamed)" : chart.names.text(chart.states[state.index].name)
  }

  private func isUnnamed(_ state: StateID) -> Bool {
    chart.isTranslated && chart.written(name: chart.names.text(chart.states[state.index].name))?.isEmpty == true
  }

  /// The shortest reference to a state, for people.
  func reference(to state: StateID) -> String {
    isUnnamed(state) ? name(of: state) : chart.shownReference(state)
  }

  private func text(of invocation: Invocation) -> String {
    let name: String
    var data = ""
    switch invocation.work {
    case .host(let source, let input):
      name =
        source.utf8.elementsEqual(invocation.id.utf8) && chart.written(name: source)?.isEmpty == true
        ? ForeignCode.anonymous : labels.code(source)
      data = labels.data(input)
    case .chart(let file, let input, let forwards):
      name = file
      let values = input.map { DisplayText.name($0.name) + ": " + labels.text(of: $0.value) }
      if !input.isEmpty { data = " {" + values.joined(separator: ", ") + "}" }
      if forwards { data += " {forward}" }
    }
    // The source is the name of a file, or the id for a chart without a file.
    let id = DisplayText.name(invocation.id)
    let last = name.utf8.split(separator: UInt8(ascii: "/")).last.map { String(Substring($0)) } ?? ""
    let saysID = name.utf8.elementsEqual(id.utf8) || last.utf8.elementsEqual((invocation.id + ".json").utf8)
    let isWritten = chart.written(name: invocation.id)?.isEmpty != true
    let isAnonymous = name.utf8.elementsEqual(ForeignCode.anonymous.utf8)
    let both = isAnonymous ? "\(id) \(name)" : "\(id): \(name)"
    let text = !isWritten ? name.isEmpty ? "chart" : name : name.isEmpty ? id : saysID ? name : both
    return text + (options.showsActions ? data : "")
  }

  mutating func set(_ handlers: [PictureHandler], of state: Int) {
    states[state].handlers = handlers
  }

  /// The index of the picture's state that shows a state; nil if none does.
  func shownIndex(of state: StateID) -> Int? {
    shown[state.index] < 0 ? nil : Int(shown[state.index])
  }
}
