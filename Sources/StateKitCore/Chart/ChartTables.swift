/// The tables of a chart while `ChartBuilder` fills them.
struct ChartTables {
  var title: String?
  var notes = ChartNotes()
  var translation: SourceText?
  var bubbling: Bubbling
  var names: NameTable
  var states: [StateNode]
  var handlers: [EventHandler]
  var actions: [Action]
  var actionSpans: [SourceSpan]
  var targets: [StateID]
  var initials: [InitialTransition]
  var timers: [AfterTimer]
  var outputs: [DataTemplate]
  var delayNames: [(name: NameID, span: SourceSpan)]
  var invocations: [Invocation]
  var data: ChartData
  var eventNames: [NameID]
  var eventOfName: [Int32]
  var directory: StateDirectory

  var patternOfName: [Int32] = []
  var anyPattern: Int32 = -1
  var eventKeys: [TableRange] = []
  var keys: [Int32] = []
  var handlerSlots: [Chart.HandlerSlot] = []
  var eventIsHandled: [Bool] = []

  /// Lays out the keys of every event, and the handlers of every state by key.
  ///
  /// A key is the index of an event, then of a pattern, then one for each `onDone`. For an event, a state is searched
  /// for its `onDone` (if it applies), the exact name, and the patterns from the longest (Semantics.md, rule 4).
  mutating func layOutHandlers(_ bindings: [ChartDraft.Binding]) {
    let patterns = numberPatterns(bindings)
    let eventCount = eventNames.count
    let firstDone = Int32(eventCount + patterns.count)
    var doneKeys: [Int32: Int32] = [:]
    var keyCount = Int(firstDone)
    forEachKey(bindings, firstDone: firstDone) { binding, key in
      guard case .done = binding.trigger else { return }
      doneKeys[states[Int(binding.state)].doneEvent] = key
      keyCount = Int(key) + 1
    }
    layOutKeys(patterns, doneKeys: doneKeys)
    layOutSlots(bindings, firstDone: firstDone)
    var isUsed = [Bool](repeating: false, count: keyCount)
    for slot in handlerSlots where slot.key >= 0 { isUsed[Int(slot.key)] = true }
    eventIsHandled = eventKeys.map { range in keys[range.indices].contains { isUsed[Int($0)] } }
  }

  /// Iterates over the bindings with their keys. Two iterations are cheaper than storing a list.
  private func forEachKey(
    _ bindings: [ChartDraft.Binding], firstDone: Int32, body: (ChartDraft.Binding, Int32) -> Void
  ) {
    var nextDone = firstDone
    for binding in bindings {
      switch binding.trigger {
      case .event(let event): body(binding, event.rawValue)
      case .pattern(let name): body(binding, Int32(eventNames.count) + patternNumber(name))
      case .done:
        body(binding, nextDone)
        nextDone += 1
      }
    }
  }

  /// Numbers the patterns, and returns their prefixes.
  private mutating func numberPatterns(_ bindings: [ChartDraft.Binding]) -> [NameID] {
    var prefixes: [NameID] = []
    for binding in bindings {
      guard case .pattern(let name) = binding.trigger, patternNumber(name) < 0 else { continue }
      if names[name].isEmpty {
        anyPattern = Int32(prefixes.count)
      } else {
        if patternOfName.isEmpty { patternOfName = [Int32](repeating: -1, count: names.count) }
        patternOfName[name.index] = Int32(prefixes.count)
      }
      prefixes.append(name)
    }
    return prefixes
  }

  private func patternNumber(_ name: NameID) -> Int32 {
    names[name].isEmpty ? anyPattern : patternOfName.isEmpty ? -1 : patternOfName[name.index]
  }

  private mutating func layOutKeys(_ patterns: [NameID], doneKeys: [Int32: Int32]) {
    for (event, name) in (eventNames + patterns).enumerated() {
      let start = keys.count
      if let key = doneKeys[Int32(event)] { keys.append(key) }
      if event < eventNames.count { keys.append(Int32(event)) }
      if !patternOfName.isEmpty || anyPattern >= 0 {
        let text = Array(names[name])
        for length in stride(from: text.count, to: 0, by: -1) where text[length - 1] == UInt8(ascii: ".") {
          guard let prefix = names.find(text.span.extracting(0..<length)) else { continue }
          let pattern = patternNumber(prefix)
          if pattern >= 0 { keys.append(Int32(eventNames.count) + pattern) }
        }
        if anyPattern >= 0 { keys.append(Int32(eventNames.count) + anyPattern) }
      }
      eventKeys.append(TableRange(start: start, count: keys.count - start))
    }
  }

  /// Builds one table for each state: a list for a few keys, otherwise a hash table that is at most three quarters
  /// full.
  private mutating func layOutSlots(_ bindings: [ChartDraft.Binding], firstDone: Int32) {
    var counts = [Int32](repeating: 0, count: states.count)
    for binding in bindings { counts[Int(binding.state)] += 1 }
    var total = 0
    for index in states.indices where counts[index] > 0 {
      states[index].slotBase = Int32(total)
      if counts[index] <= Chart.mostListedKeys {
        states[index].slotMask = -counts[index]
        total += Int(counts[index])
        continue
      }
      var size = 1
      while size * 3 < Int(counts[index]) * 4 { size *= 2 }
      states[index].slotMask = Int32(size - 1)
      total += size
    }
    var slots = [Chart.HandlerSlot](repeating: .empty, count: total)
    forEachKey(bindings, firstDone: firstDone) { binding, key in
      let base = Int(states[Int(binding.state)].slotBase)
      let mask = Int(states[Int(binding.state)].slotMask)
      // A list is filled from its beginning, as with a hash of 0 in an unbounded table.
      let slot = SlotTable<Chart.HandlerSlot>.index(mask < 0 ? 0 : Chart.hash(key), mask: mask < 0 ? .max : mask) {
        slot in
        if slots[base + slot].isEmpty { return .empty }
        // A repeated key is an error that has already been reported.
        return slots[base + slot].key == key ? .meant : .other
      }
      slots[base + slot] = Chart.HandlerSlot(key: key, candidates: binding.candidates)
    }
    handlerSlots = slots
  }
}
