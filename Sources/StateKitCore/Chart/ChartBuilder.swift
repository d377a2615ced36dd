/// Builds a chart from a draft: resolves every target, makes the checks that need the whole tree, and lays out the
/// tables.
package struct ChartBuilder {
  var draft: ChartDraft
  private(set) var directory: StateDirectory
  var targets: [StateID] = []
  /// True if a target was resolved; unresolved targets cause no further errors.
  var isResolved: [Bool] = []
  /// The remaining number of states that may be visited to resolve references.
  var visits = InputLimits.stateVisits
  let findings: Findings
  /// Context keys whose input has another type than their initial values.
  let dynamicKeys: [String]
  /// The guards by the texts of their definitions; of several with one text, the first.
  var guardOfDefinition: [[UInt8]: String] = [:]
  /// The compiled expressions, and the names that they may use.
  var data = ChartData()

  /// Builds the chart and its source positions. If `findings` has errors, the chart can be inspected but not run.
  ///
  /// `dynamicKeys`: context keys that may hold any type, because other charts assign them. `translation`: the text that
  /// was read, if it was translated from another file.
  package static func build(
    _ draft: consuming ChartDraft, findings: Findings, dynamicKeys: [String] = [], translation: SourceText? = nil
  ) -> LocatedChart {
    var builder = ChartBuilder(draft, findings: findings, dynamicKeys: dynamicKeys)
    builder.checkStates()
    builder.directory.setReferenceLengths(of: &builder.draft.states, names: builder.draft.names)
    builder.resolveTargets()
    builder.checkNearlyReserved()
    builder.checkInitials()
    builder.checkHistoryCircles()
    builder.checkInvocations()
    builder.checkSeveralTargets()
    builder.checkReentries()
    builder.orderTargets()
    builder.draft.abandonReferences()
    builder.compileExpressions()
    builder.checkActionData()
    let spans = ChartSpans(of: builder.draft)
    return LocatedChart(chart: builder.chart(translation), spans: spans, translation: translation)
  }

  private init(_ draft: consuming ChartDraft, findings: Findings, dynamicKeys: [String]) {
    self.dynamicKeys = dynamicKeys
    directory = StateDirectory(names: draft.names, states: draft.states)
    self.draft = draft
    self.findings = findings
  }

  func name(_ state: Int) -> String {
    DisplayText.quoted(draft.names.text(draft.states[state].name))
  }

  // MARK: The tree

  private mutating func checkStates() {
    for index in draft.states.indices {
      let state = draft.states[index]
      if draft.names[state.name].contains(UInt8(ascii: ".")) {
        report(
          .dottedName, at: draft.stateSpans[index],
          message: "the state name \(name(index)) has a dot and can be confused with a path")
      }
      if state.parent >= 0, !state.kind.isHistory { draft.states[Int(state.parent)].regionCount += 1 }
      if state.kind == .parallel, !hasRegion(index), !draft.lost.subStates.contains(index) {
        report(
          .emptyParallel, at: draft.span(ofTypeOf: index),
          message: "the parallel state \(name(index)) has no sub-states",
          help: "a parallel state needs at least one region")
      }
      guard state.kind.isHistory else { continue }
      guard state.parent >= 0 else {
        report(.historyMisplaced, at: draft.span(ofTypeOf: index), message: "root cannot be a history state")
        continue
      }
      if draft.states[Int(state.parent)].kind == .final || draft.states[Int(state.parent)].kind.isHistory { continue }
      draft.states[Int(state.parent)].hasHistory = true
    }
  }

  private func hasRegion(_ state: Int) -> Bool {
    var child = state + 1
    while child < Int(draft.states[state].end) {
      if !draft.states[child].kind.isHistory { return true }
      child = Int(draft.states[child].end)
    }
    return false
  }

  // MARK: The chart

  private mutating func chart(_ translation: SourceText?) -> Chart {
    nameDoneEvents()
    setOwners()
    var tables = ChartTables(
      title: draft.title, bubbling: draft.bubbling, names: draft.names, states: draft.states, handlers: draft.handlers,
      actions: draft.actions,
      actionSpans: draft.actionSpans, targets: targets, initials: draft.initials, timers: draft.timers,
      outputs: draft.outputs, delayNames: draft.delayNames, invocations: draft.invocations, data: data,
      eventNames: draft.eventNames,
      eventOfName: draft.eventOfName, directory: directory)
    // The tables are the only owners from here on, so that changes do not copy them.
    let bindings = draft.bindings
    tables.notes = draft.notes
    draft = ChartDraft()
    tables.layOutHandlers(bindings)
    tables.translation = translation
    return Chart(&tables)
  }

  /// Creates `done.state.NAME` for every state that can be done: compound ones with a final child, parallel ones, and
  /// those with an `onDone`.
  private mutating func nameDoneEvents() {
    var canBeDone = [Bool](repeating: false, count: draft.states.count)
    for state in draft.states {
      if state.kind == .final, state.parent >= 0 { canBeDone[Int(state.parent)] = true }
    }
    for binding in draft.bindings {
      if case .done = binding.trigger { canBeDone[Int(binding.state)] = true }
    }
    for index in draft.states.indices where canBeDone[index] || draft.states[index].kind == .parallel {
      var out = ByteBuffer()
      out.append("done.state.")
      let segments = Int(draft.states[index].referenceLength)
      directory.appendPath(StateID(index), segments: segments, names: draft.names, states: draft.states, to: &out)
      let name = out.withSpan { draft.names.intern($0) }
      draft.states[index].doneEvent = draft.event(named: name).rawValue
    }
  }

  private mutating func setOwners() {
    var hasHandlers = [Bool](repeating: false, count: draft.states.count)
    for binding in draft.bindings { hasHandlers[Int(binding.state)] = true }
    for index in draft.states.indices {
      let parent = draft.states[index].parent
      let above = parent < 0 ? nil : draft.states[Int(parent)]
      draft.states[index].handlerOwner = hasHandlers[index] ? Int32(index) : above?.handlerOwner ?? -1
      draft.states[index].markPlainMoves()
      draft.states[index].alwaysOwner = draft.states[index].always.isEmpty ? above?.alwaysOwner ?? -1 : Int32(index)
    }
  }

  func report(
    _ code: DiagnosticCode, at span: SourceSpan, message: @autoclosure () -> String,
    help: @autoclosure () -> String? = nil, fix: @autoclosure () -> Fix? = nil
  ) {
    findings.add(code, at: span, message: message(), help: help(), fix: fix())
  }
}
