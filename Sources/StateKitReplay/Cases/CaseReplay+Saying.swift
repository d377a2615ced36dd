import CEL
import StateKitCore
import StateKitFormat

/// Comparing the states and actions that a log says.
extension CaseReplay {
  /// Reads the state and the actions of a line; -1 stands for none. Returns false if its actions are wrong.
  @inline(never)
  @unsafe func read(
    _ record: LogRecord, text: UnsafePointer<UInt8>, made: UnsafePointer<UInt8>, told: inout (state: Int32, did: Int32)
  ) -> Bool {
    func bytes(_ piece: Piece) -> UnsafeBufferPointer<UInt8> {
      unsafe UnsafeBufferPointer(start: (piece.isMade ? made : text) + piece.start, count: piece.count)
    }
    if record.did.count > 0 {
      guard let index = unsafe actions.index(ofSaid: Span(_unsafeElements: bytes(record.did))) else { return false }
      told.did = index
      compared.actions += 1
    }
    if record.state.count > 0 {
      told.state = unsafe said.index(of: Span(_unsafeElements: bytes(record.state)), in: chart)
      compared.states += 1
    }
    return true
  }

  /// Compares the state and the actions that the log says with those of the chart.
  @inline(never)
  @unsafe func compare(
    _ told: (state: Int32, did: Int32), step: CaseStates.Step, found: UnsafeMutablePointer<CaseTable.Case>,
    event: Int32, line: Int
  ) {
    let configuration = unsafe states.configuration(of: found.pointee.standing)
    let id = unsafe CaseTable.id(of: found)
    if told.state >= 0, !said.isActive(told.state, in: states.leaves[Int(configuration)], of: chart) {
      unsafe deviations.count(
        deviations.index(Deviations.Kind(event: event, configuration: configuration, state: told.state)), id: id)
      if options.writesDeviations {
        unsafe write(
          ReplayReport.stateDiffers, id: id, event: event, line: line, said: ["state": said.text(told.state)])
      }
    }
    if told.did < 0 { return }
    let before = earlier.flatMap { actions.list($0) }
    if actions.agree(told.did, with: actions.list(step.did), earlier: before) { return }
    unsafe deviations.count(
      deviations.index(
        Deviations.Kind(event: event, configuration: configuration, said: told.did, done: step.did)), id: id)
    if options.writesDeviations {
      unsafe write(
        ReplayReport.didDiffers, id: id, event: event, line: line,
        said: ["did": actions.saidText(told.did), "chart": actions.doneText(step.did)])
    }
  }

  /// The hidden events that explain an event; none if it needs no explanation, or has none.
  func explanation(
    of target: HiddenSearch.Target, from state: Int32, after time: HiddenSearch.Interval
  ) -> HiddenSearch.Path {
    guard var search else { return HiddenSearch.Path() }
    self.search = nil
    defer { self.search = search }
    // The payload of the target is known by its index, and an event without a kept name by none.
    let isKept = state >= 0 && (target.payload >= 0 || target.value == nil) && earlier.isEmpty
    let before = earlier.flatMap { actions.list($0) }
    return search.path(
      to: event(target.event, value: target.value), from: states.state(state), after: time,
      key: isKept ? HiddenSearch.Key(state: state, target: target) : nil
    ) { step, earlier in
      step.outcome == .handled && (target.state < 0 || said.isActive(target.state, in: step.parts.leaves, of: chart))
        && (target.did < 0 || actions.agree(target.did, with: step.did, earlier: before + earlier))
    } ?? HiddenSearch.Path()
  }
}
