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
    case nil: constants.fieldsRead(by: constants.readers(of: name)).fields
    case .record(let fields): fields.map(\.name)
    case .some(.none), .value: []
    }
  }

  /// The payloads of an event; nil means no payload. `met`: values that fields are compared with, beside constants.
  static func candidates(of uses: PayloadUses, met: [StateCandidates.FieldValues]) -> [Value?] {
    let type = uses.type
    /// The values of a field: first those near the values that it is compared with.
    func tried(_ field: String?, type: FieldType) -> [Value?] {
      let special = met.filter { $0.isAbout(field) }.flatMap(\.values).flatMap { values(of: type, constants: [$0]) }
      var known = uses.constants(of: field, isDeep: field == nil)
      // An expression may also test the whole payload.
      if field != nil, isDeclared { known += uses.constants(of: nil) }
      if type.base == .string { known += texts(ofSizes: uses.sizes(of: field)) }
      let shape = uses.shape(of: field)
      if isShaped(shape, type: type) {
        return special + shaped(shape, type: type, constants: known, examples: uses.examples(of: field))
      }
      let found = special + values(of: type, constants: known)
      let hasValue = found.contains { $0.map { !$0.isNull } ?? false }
      return hasValue ? found : uses.examples(of: field) + found
    }
    let isDeclared = type != nil
    let wholes = met.filter { $0.isAbout(nil) }.flatMap(\.values)
    let maps: [Value?] = wholes.filter(\.isMap)
    switch type {
    case .some(.none): return [nil]
    case .value(let type): return distinctPayloads(tried(nil, type: type))
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

  /// Each value once.
  static func distinct(_ values: [Value?]) -> [Value?] {
    var known: Set<[UInt8]> = []
    return values.filter { value in
      var identity = ByteBuffer()
      value?.appendIdentity(to: &identity)
      return known.insert(identity.bytes).inserted
    }
  }

  /// The tried values of a type, by the constants that can meet it; nil leaves the field out. A field that may be absent
  /// may also be null: that is tried if something is compared with it, and where all values are.
  static func values(of type: FieldType, constants: [Value]) -> [Value?] {
    let found: [Value] =
      switch type.base {
      case .bool: [.bool(false), .bool(true)]
      case .int: ints(constants, countsDoubles: true)
      case .double: doubles(constants)
      case .string: strings(constants)
      case .list: lists(constants)
      case .map: [.map(MapValue([(key: Value, value: Value)]()))] + constants.filter(\.isMap)
      case .any: anything(constants)
      }
    let maybeNull = type.base == .bool || constants.contains(where: \.isNull)
    return found.map { Optional($0) } + (type.isOptional ? (maybeNull ? [.null, nil] : [nil]) : [])
  }

  /// Each whole number and its neighbours; with `countsDoubles`, also the ints next to a number with a fraction.
  static func ints(_ constants: [Value], countsDoubles: Bool = false) -> [Value] {
    var numbers: Set<Int64> = []
    for constant in constants {
      var whole: Int64?
      switch constant {
      case .int(let number): whole = number
      case .uint(let number): whole = Int64(exactly: number)
      case .double(let number) where countsDoubles:
        whole = Int64(exactly: number)
        if whole == nil {
          numbers.formUnion([number.rounded(.down), number.rounded(.up)].compactMap { Int64(exactly: $0) })
        }
      default: continue
      }
      guard let whole else { continue }
      for (near, overflows) in [
        whole.subtractingReportingOverflow(1), (whole, false), whole.addingReportingOverflow(1),
      ] where !overflows { numbers.insert(near) }
    }
    return numbers.isEmpty ? [.int(0), .int(1)] : numbers.sorted().map { .int($0) }
  }

  /// Each constant, the middle between neighbours, one value below all and one above.
  private static func doubles(_ constants: [Value]) -> [Value] {
    var numbers: Set<Double> = []
    for constant in constants {
      if case .double(let number) = constant { numbers.insert(number) }
      if case .int(let number) = constant { numbers.insert(Double(number)) }
      if case .uint(let number) = constant { numbers.insert(Double(number)) }
    }
    let sorted = numbers.sorted()
    guard let first = sorted.first, let last = sorted.last else { return [.double(0), .double(1)] }
    var found = [first - 1]
    for (index, number) in sorted.enumerated() {
      found.append(number)
      if index + 1 < sorted.count { found.append(number / 2 + sorted[index + 1] / 2) }
    }
    found.append(last + 1)
    return found.filter(\.isFinite).map { .double($0) }
  }

  /// Texts with as many letters as `ints` says, up to 100.
  static func texts(ofSizes constants: [Value]) -> [Value] {
    let sizes = constants.isEmpty ? [] : ints(constants)
    return sizes.compactMap { size in
      guard case .int(let count) = size, (0...100).contains(count) else { return nil }
      return .string(String(repeating: "x", count: Int(count)))
    }
  }

  /// Each constant, and one other string.
  private static func strings(_ constants: [Value]) -> [Value] {
    var found: [String] = []
    for case .string(let text) in constants where !found.contains(where: { $0.utf8.elementsEqual(text.utf8) }) {
      found.append(text)
    }
    var other = "other"
    var number = 2
    while found.contains(where: { $0.utf8.elementsEqual(other.utf8) }) {
      other = "other\(number)"
      number += 1
    }
    return (found + [other]).map { .string($0) }
  }

  /// For numbers and texts, the values that `int`, `double` and `string` try; and every other constant itself.
  static func anything(_ constants: [Value]) -> [Value] {
    var names = NameTable()
    var found: [Value] = []
    func add(_ values: [Value]) {
      for value in values {
        var out = ByteBuffer()
        value.appendIdentity(to: &out)
        if out.withSpan({ names.intern($0) }).index == found.count { found.append(value) }
      }
    }
    for constant in constants {
      switch constant {
      case .int, .uint: add(ints(constants))
      case .double: add(doubles(constants.filter { if case .double = $0 { true } else { false } }))
      case .string: add(strings(constants))
      case .bool: add([.bool(false), .bool(true)])
      default: add([constant])
      }
    }
    return found
  }
}

extension Value {
  var isMap: Bool {
    if case .map = self { true } else { false }
  }

  var isText: Bool {
    if case .string = self { true } else { false }
  }

  var isList: Bool {
    if case .list = self { true } else { false }
  }
}
