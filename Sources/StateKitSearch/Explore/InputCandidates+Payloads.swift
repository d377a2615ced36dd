package import CEL
package import StateKitCore

/// The tried payloads, by the types of fields and the constants that can meet them (Exploring.md).
extension InputCandidates {
  /// The payloads by event, also those that were added for some states: at most as many more as were tried everywhere
  /// could be.
  package var allPayloads: [(event: String, values: [Value?])] {
    var found = payloads
    for input in all[fixedCount...] {
      let event: (name: String, data: Value?)
      switch input.kind {
      case .event(let sent): event = (input.name, sent.data)
      case .childEnd(let end): event = (end.event, end.data)
      case .end, .answer, .advance: continue
      }
      if let index = found.firstIndex(where: { $0.event.utf8.elementsEqual(event.name.utf8) }) {
        if found[index].values.count < 2 * Self.mostPayloads { found[index].values.append(event.data) }
      } else if event.data != nil {
        found.append((event.name, [event.data]))
      }
    }
    return found
  }

  /// The declared payload of an event; nil for an event that may have any payload, or none.
  package static func declared(_ name: String, in chart: Chart) -> EventType? {
    if let type = chart.names.find(name).flatMap({ chart.alphabet?[$0] }) {
      if case .value(let type) = type, type.base == .any { return nil }
      return type
    }
    return chart.isClosed && !EventType.comesByItself(name) ? EventType.none : nil
  }

  /// True if an event could have other payloads than those tried.
  package var areSampled: Bool { !sampled.isEmpty }

  /// The kinds of inputs that are only sampled.
  package var samples: Samples {
    (areSampled ? .payloads : Samples()).union(omitted.isEmpty && !areNamesSampled ? [] : .events)
      .union(lacksDelays ? .delays : []).union(areAnswersSampled ? .answers : [])
  }

  /// True if a chart accepts an event with a payload.
  static func accepts(_ name: String, value: Value?, in chart: Chart) -> Bool {
    chart.rejection(of: chart.event(name.utf8Bytes.span, data: value)) == nil
  }

  /// True if the declared payload of an event has so few values that all of them are tried.
  static func hasFiniteType(_ name: String, in chart: Chart) -> Bool {
    switch declared(name, in: chart) {
    case nil: false
    case .some(.none): true
    case .value(let type): type.base == .bool
    case .record(let fields): fields.allSatisfy { $0.type.base == .bool }
    }
  }

  /// The fields of an event's payload: the declared ones, or without a declaration those that the chart reads.
  static func fields(of name: String, in chart: Chart, constants: PayloadConstants) -> [String] {
    switch declared(name, in: chart) {
    case .record(let fields): fields.map(\.name)
    case .value(let type) where type.base != .map: []
    case .some(.none): []
    case nil, .value: constants.fieldsRead(by: constants.readers(of: name)).fields
    }
  }

  /// The payloads of an event; nil means no payload. `met`: values that fields are compared with, beside constants.
  static func candidates(of uses: PayloadUses, met: [StateCandidates.FieldValues]) -> [Value?] {
    let type = uses.type
    /// The values of a field: first those near the values that it is compared with.
    func tried(_ field: String?, type: FieldType) -> [Value?] {
      let order = uses.order(of: field)
      let special = met.filter { $0.isAbout(field) }.flatMap(\.values).flatMap {
        values(of: type, constants: [$0], order: order)
      }
      var known = uses.constants(of: field, isDeep: field == nil)
      if order.isCalculated, type.base != .any || known.contains(where: \.isNumber) { known.append(.int(0)) }
      // An expression may also test the whole payload.
      if field != nil, isDeclared { known += uses.constants(of: nil) }
      // It may be equal to another field whose size is asked for.
      let mayBeText = type.base == .any && order.peers > 1 && !order.isCalculated
      if type.base == .string || mayBeText { known += texts(ofSizes: uses.sizes(of: field)) }
      let shape = uses.shape(of: field)
      if isShaped(shape, type: type) {
        return special + shaped(shape, type: type, constants: known, examples: uses.examples(of: field))
      }
      let found = special + values(of: type, constants: known, order: order)
      let hasValue = found.contains { $0.map { !$0.isNull } ?? false }
      return hasValue ? found : uses.examples(of: field) + found
    }
    let isDeclared = type != nil
    let wholes = met.filter { $0.isAbout(nil) }.flatMap(\.values)
    let maps: [Value?] = wholes.filter(\.isMap)
    switch type {
    case .some(.none): return [nil]
    case .value(let type):
      let fields = type.base == .map ? uses.fieldsRead().fields : []
      let maps = fields.isEmpty ? [] : combinations(fields.map { ($0, tried($0, type: .unknown)) })
      return distinctPayloads(maps + tried(nil, type: type))
    case .record(let fields):
      let mayBeAbsent = fields.allSatisfy(\.type.isOptional)
      return combinations(fields.map { ($0.name, tried($0.name, type: $0.type)) }) + maps + (mayBeAbsent ? [nil] : [])
    case nil:
      let (fields, whole) = uses.fieldsRead()
      if !fields.isEmpty {
        let none: [Value?] = wholes.contains(where: \.isNull) ? [nil] : []
        return combinations(
          fields.map { ($0, tried($0, type: .unknown)) }
            + (whole ? passedFields(besides: fields, in: uses) : []))
          + maps + none
      }
      return whole ? distinctPayloads(tried(nil, type: .unknown)) : [nil]
    }
  }

  /// Each payload once; null is none.
  private static func distinctPayloads(_ values: [Value?]) -> [Value?] {
    distinct(values.map { $0?.isNull == true ? nil : $0 })
  }
}
