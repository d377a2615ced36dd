package import CEL

/// Types of context keys: the type of the initial value, if every assignment keeps it.
extension ChartBuilder {
  /// Widens the type of each context key that receives a value of another type, from an `assign` or from a parent's
  /// input. Keys that are assigned from a widened key are widened, too. Returns the widened keys, or nil if there are
  /// none. Their readers must be compiled again.
  mutating func widenContext(_ compiled: inout CompiledDrafts) -> [Bool]? {
    if data.contextNames.isEmpty { return nil }
    var keys = ContextTypes(data.contextValues)
    for name in dynamicKeys {
      if let slot = data.contextSlots.find(name)?.index { keys.assign(.dyn, to: slot) }
    }
    let uses = draft.expressions.uses
    // One expression is mostly assigned to one key.
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
    checkPaths(through: keys.types)
    return keys.isWidened.contains(true) ? keys.isWidened : nil
  }

  /// Warns of assignments to parts of values that are never maps: each is an error of the run.
  private func checkPaths(through types: [StaticType]) {
    for (index, action) in draft.actions.enumerated() {
      guard case .assign(let path, _) = action, path.names.count > 1, let slot = path.slot else { continue }
      let type = types[slot].base
      if type == .dyn || type == .map { continue }
      let (key, part) = (path.names[0], path.names[1])
      findings.add(
        .typeMismatch, at: draft.actionSpans[index],
        message: "\(DisplayText.quoted(key)) is always \(type == .int ? "an" : "a") \(type.name), which has no "
          + "\(DisplayText.quoted(part)) to assign",
        severity: .warning,
        help: type == .list && UInt32(part) != nil ? Self.help(forElement: part, of: key) : nil)
    }
  }
}

/// The types of context keys during the check of assignments.
private struct ContextTypes {
  private(set) var types: [StaticType]
  /// For each key that is read: the indices of reading expressions, and the keys to which they are assigned.
  private var readers: [Int: [(kind: Int32, target: Int)]] = [:]
  private(set) var isWidened: [Bool]
  /// Widened keys whose readers have not been checked yet.
  var widened: [Int] = []

  init(_ values: [Value]) {
    types = values.map { StaticType(of: $0) }
    isWidened = [Bool](repeating: false, count: values.count)
  }

  /// Records the keys that an assigned expression reads.
  mutating func note(_ program: Program, kind: Int32, assignedTo target: Int) {
    if types[target] == .dyn { return }
    // It was compiled when widened keys still had their types.
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

  /// The assignments of expressions that read a key to keys that still have a type.
  func assignments(reading slot: Int) -> [(kind: Int32, target: Int)] {
    readers[slot, default: []].filter { types[$0.target] != .dyn }
  }
}

extension DataTemplate {
  /// The type of a literal value in the file; dynamic for an expression.
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
  /// The static type of a template's value.
  private func staticType(of template: DataTemplate) -> StaticType {
    guard case .expression(let index)? = template.onlyStep else { return template.literalType }
    return expressions[Int(index)].program.type
  }

  /// True if the input of one of this chart's invocations keeps the type of a child's initial value.
  package func keeps(_ input: DataTemplate, toTypeOf first: Value) -> Bool {
    let type = StaticType(of: first)
    return type == .dyn || staticType(of: input).base == type
  }
}

extension CompiledDrafts {
  /// True if an expression has no errors; one with errors has no type.
  fileprivate func isSound(_ kind: Int32) -> Bool {
    faults[kind].map { $0.errors.isEmpty && $0.misfit == nil } ?? true
  }
}
