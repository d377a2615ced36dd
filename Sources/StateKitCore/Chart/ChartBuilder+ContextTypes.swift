package import CEL

/// What type the context keys have: that of their first values, as far as every assignment keeps to it.
extension ChartBuilder {
  /// Makes dynamic each context key that an `assign`, or the input from a parent, gives another type than its first value has,
  /// and those that are assigned from such a key; which ones, or nil where there are none. What reads them is to be compiled
  /// again.
  mutating func widenContext(_ compiled: inout CompiledDrafts) -> [Bool]? {
    if data.contextNames.isEmpty { return nil }
    var keys = ContextTypes(data.contextValues)
    for name in dynamicKeys {
      if let slot = data.contextSlots.find(name)?.index { keys.assign(.dyn, to: slot) }
    }
    let uses = draft.expressions.uses
    // The same expression is mostly assigned to the same key.
    var lastSlot = [Int32](repeating: -1, count: compiled.results.count)
    for case .assign(let path, let template) in draft.actions where path.names.count == 1 {
      guard let slot = path.slot else { continue }
      guard case .expression(let index)? = template.onlyStep else {
        keys.assign(template.literalType, to: slot)
        continue
      }
      let kind = uses.all[Int(index)].kind
      if lastSlot[Int(kind)] == Int32(slot) { continue }
      lastSlot[Int(kind)] = Int32(slot)
      keys.note(compiled.results[Int(kind)].program, kind: kind, assignedTo: slot)
      if compiled.isSound(kind) { keys.assign(compiled.results[Int(kind)].program.type, to: slot) }
    }
    while let slot = keys.widened.popLast() {
      data.environment.add(variable(data.contextNames[slot], at: slot, type: .dyn))
      data.environment.guards = data.environment.guards?.seeing(data.environment)
      for (kind, target) in keys.assignments(reading: slot) {
        let draft = draft.expressions.kinds[Int(kind)]
        let (result, faults) = compile(draft, environment: environment(of: draft))
        compiled.set(result, found: faults, at: Int(kind))
        if compiled.isSound(kind) { keys.assign(compiled.results[Int(kind)].program.type, to: target) }
      }
    }
    return keys.isWidened.contains(true) ? keys.isWidened : nil
  }
}

/// The types of context keys while assignments are looked at.
private struct ContextTypes {
  private var types: [StaticType]
  /// By the key that is read: expressions by their indices, and the keys that they are assigned to.
  private var readers: [Int: [(kind: Int32, target: Int)]] = [:]
  private(set) var isWidened: [Bool]
  /// Keys that have become dynamic, and whose readers have not been looked at.
  var widened: [Int] = []

  init(_ values: [Value]) {
    types = values.map { StaticType(of: $0) }
    isWidened = [Bool](repeating: false, count: values.count)
  }

  /// Notes what an assigned expression reads.
  mutating func note(_ program: Program, kind: Int32, assignedTo target: Int) {
    if types[target] == .dyn { return }
    // It was compiled when keys that are widened by now still had their types.
    for slot in program.slots where slot < types.count && (types[slot] != .dyn || isWidened[slot]) {
      readers[slot, default: []].append((kind, target))
    }
  }

  mutating func assign(_ type: StaticType, to slot: Int) {
    if types[slot] == .dyn || type.base == types[slot] { return }
    types[slot] = .dyn
    isWidened[slot] = true
    widened.append(slot)
  }

  /// The assignments to keys that have a type yet, of expressions that read a key.
  func assignments(reading slot: Int) -> [(kind: Int32, target: Int)] {
    readers[slot, default: []].filter { types[$0.target] != .dyn }
  }
}

extension DataTemplate {
  /// The type of what stands in the file, where it is no expression as a whole.
  fileprivate var literalType: StaticType {
    switch steps.last {
    case .literal(let value): StaticType(of: value)
    case .list: .list
    case .map: .map
    case .expression, nil: .dyn
    }
  }
}

extension Chart {
  /// What is known of a value that stands in the file.
  private func staticType(of template: DataTemplate) -> StaticType {
    guard case .expression(let index)? = template.onlyStep else { return template.literalType }
    return expressions[Int(index)].program.type
  }

  /// Whether the input that one of this chart's invocations gives keeps to the type of a child's first value.
  package func keeps(_ input: DataTemplate, toTypeOf first: Value) -> Bool {
    let type = StaticType(of: first)
    return type == .dyn || staticType(of: input).base == type
  }
}

extension CompiledDrafts {
  /// Whether nothing is wrong with an expression: what is wrong has no type.
  fileprivate func isSound(_ kind: Int32) -> Bool {
    faults[kind].map(\.errors.isEmpty) ?? true
  }
}
