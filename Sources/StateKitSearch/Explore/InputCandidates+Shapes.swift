import CEL
import StateKitCore

/// The tried lists and maps, by the parts of a payload that expressions read.
extension InputCandidates {
  /// True if parts of a value of this type are read, or its size if it may be any.
  static func isShaped(_ shape: PayloadShape, type: FieldType) -> Bool {
    switch type.base {
    case .any:
      shape.isSized || shape.isBool || shape.isTyped || shape.element != nil || !shape.fields.isEmpty
    case .list: shape.element != nil && shape.fields.isEmpty
    case .map: !shape.fields.isEmpty || !shape.keys.isEmpty || shape.isSized
    case .bool, .int, .double, .string: false
    }
  }

  /// The fields that are only read after the whole payload has been passed on, with their values.
  static func passedFields(
    besides fields: [String], in uses: PayloadUses
  ) -> [(name: String, values: [Value?])] {
    let known = Set(fields.map { Array($0.utf8) })
    let others = uses.shape(of: nil).fields.filter { !known.contains(Array($0.name.utf8)) }
    if others.isEmpty { return [] }
    let met = uses.constants(of: nil)
    let examples = uses.examples(of: nil)
    return others.map { name, shape in
      (name, shaped(shape, type: .unknown, constants: met + uses.constants(of: name), examples: examples))
    }
  }

  /// The values of a field that is read in parts.
  static func shaped(
    _ shape: PayloadShape, type: FieldType, constants: [Value], examples: [Value]
  ) -> [Value?] {
    var found =
      type.base == .map && shape.fields.isEmpty ? [] : values(of: shape, constants: constants, examples: examples)
    if type.base != .list {
      found += shape.keys.map { .map(MapValue([(key: .string($0), value: .bool(true))])) }
    }
    if type.base == .map, shape.isSized {
      found += ([1] + lengths(constants)).map { count in
        .map(MapValue((0..<count).map { (key: .string("key\($0 + 1)"), value: .bool(true)) }))
      }
    }
    let others = values(of: type, constants: constants.filter { $0.isNull || $0.isMap || $0.isList })
    return distinct(found.map { Optional($0) } + others)
  }

  /// One value of each type.
  private static let ofEachType: [Value] = [
    .null, .bool(false), .int(0), .double(0.5), .string("other"), .list(ListValue([])),
    .map(MapValue([(key: Value, value: Value)]())),
  ]

  /// The values of a part of a payload. `examples`: the values of a part that is compared with nothing.
  private static func values(of shape: PayloadShape, constants: [Value], examples: [Value]) -> [Value] {
    if shape.isTyped {
      var untyped = shape
      untyped.isTyped = false
      return values(of: untyped, constants: constants, examples: examples) + ofEachType
    }
    if !shape.fields.isEmpty {
      let none: [Value] = shape.mayLackFields ? [.map(MapValue([(key: Value, value: Value)]()))] : []
      return none
        + combinations(
          shape.fields.map { ($0.name, values(of: $0.shape, constants: constants, examples: examples)) }
        ).compactMap(\.self)
    }
    if let element = shape.element {
      let elements = values(of: element, constants: constants, examples: examples)
      return lists(of: elements, isSized: shape.isSized, constants: constants)
    }
    if shape.isSized {
      let texts = texts(ofSizes: constants) + constants.filter(\.isText)
      return texts.isEmpty ? examples : texts
    }
    let bools: [Value] = shape.isBool ? [.bool(false), .bool(true)] : []
    if shape.isBool, !shape.isMoreThanBool { return bools }
    let found = bools + anything(constants)
    return found.contains { !$0.isNull } ? found : examples + found
  }

  /// All combinations of the fields' values as maps, the last field changing fastest. If there are too many, one more
  /// than are tried, from the beginning to the end, so that each field has many of its values.
  static func combinations(_ fields: [(name: String, values: [Value?])]) -> [Value?] {
    let choices = fields.map { distinct($0.values) }
    if choices.contains(where: \.isEmpty) { return [] }
    var count = 1
    for values in choices.reversed() where count < 1 << 40 { count *= values.count }
    var stride = max(1, count / (mostPayloads + 1))
    // Otherwise some field would always have the same value.
    while stride > 1, choices.contains(where: { !areCoprime(stride, $0.count) }) { stride -= 1 }
    return (0..<min(count, mostPayloads + 1)).map { number in
      var rest = number * stride
      var entries: [(key: Value, value: Value)] = []
      for (field, values) in zip(fields, choices).reversed() {
        if let value = values[rest % values.count] { entries.append((.string(field.name), value)) }
        rest /= values.count
      }
      return .map(MapValue(entries.reversed()))
    }
  }

  private static func areCoprime(_ one: Int, _ other: Int) -> Bool {
    var (one, other) = (one, other)
    while other != 0 { (one, other) = (other, one % other) }
    return one == 1
  }

  /// The empty list, a list of each element, a list of different ones, lists of equal ones with as many as `ints` says
  /// if the size is asked for, and each list among the constants.
  private static func lists(of elements: [Value], isSized: Bool, constants: [Value]) -> [Value] {
    // From the first to the last.
    let few = min(mostDifferent, elements.count)
    let different = (0..<few).map { elements[$0 * (elements.count - 1) / max(1, few - 1)] }
    var found = [[Value]()] + elements.map { [$0] } + (few > 1 ? [different] : [])
    for count in isSized ? lengths(constants) : [] {
      found += different.map { [Value](repeating: $0, count: count) }
    }
    return found.map { .list(ListValue($0)) } + constants.filter(\.isList)
  }

  /// The empty list, a list of each value that `anything` tries, lists with as many elements as `ints` says, and each
  /// list among the constants.
  static func lists(_ constants: [Value]) -> [Value] {
    let found =
      [[Value]()] + anything(constants).map { [$0] }
      + lengths(constants).map { [Value](repeating: .int(Int64($0)), count: $0) }
    return found.map { .list(ListValue($0)) } + constants.filter(\.isList)
  }

  /// The numbers of elements that are tried.
  private static func lengths(_ constants: [Value]) -> [Int] {
    ints(constants).compactMap { value in
      if case .int(let count) = value, (2...20).contains(count) { Int(count) } else { nil }
    }
  }

  private static let mostDifferent = 5
}
