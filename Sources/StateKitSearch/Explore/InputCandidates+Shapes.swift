import CEL
import StateKitCore

/// The tried lists and maps, by the parts of a payload that expressions read.
extension InputCandidates {
  /// True if parts of a value of this type are read, or its size if it may be any.
  static func isShaped(_ shape: PayloadShape, type: FieldType) -> Bool {
    switch type.base {
    case .any: shape.isSized || shape.element != nil || !shape.fields.isEmpty
    case .list: shape.element != nil && shape.fields.isEmpty
    case .map: !shape.fields.isEmpty
    case .bool, .int, .double, .string: false
    }
  }

  /// The values of a field that is read in parts.
  static func shaped(
    _ shape: PayloadShape, type: FieldType, constants: [Value], examples: [Value]
  ) -> [Value?] {
    let found = values(of: shape, constants: constants, examples: examples)
    let others = values(of: type, constants: constants.filter { $0.isNull || $0.isMap || $0.isList })
    return distinct(found.map { Optional($0) } + others)
  }

  /// The values of a part of a payload. `examples`: the values of a part that is compared with nothing.
  private static func values(of shape: PayloadShape, constants: [Value], examples: [Value]) -> [Value] {
    if !shape.fields.isEmpty {
      let none: [Value] = shape.mayLackFields ? [.map(MapValue([(key: Value, value: Value)]()))] : []
      return none
        + combinations(
          shape.fields.map { ($0.name, values(of: $0.shape, constants: constants, examples: examples)) }
        ).compactMap(\.self)
    }
    if let element = shape.element {
      let elements = values(of: element, constants: constants, examples: examples)
      return lists(of: elements, constants: constants, areVaried: true)
    }
    if shape.isSized {
      let sizes = texts(ofSizes: constants)
      return sizes.isEmpty ? examples : sizes
    }
    let found = anything(constants)
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

  /// The empty list, a list of each element, lists with as many elements as `ints` says, and each list among the
  /// constants. `areVaried`: true for long lists of different elements.
  static func lists(of elements: [Value], constants: [Value], areVaried: Bool = false) -> [Value] {
    var found = [[Value]()] + elements.map { [$0] }
    // From the first to the last.
    let few = min(mostVaried, elements.count)
    let some = (0..<few).map { elements[$0 * (elements.count - 1) / max(1, few - 1)] }
    for case .int(let count) in ints(constants) where mostElements.contains(count) {
      for element in areVaried ? some : [.int(count)] {
        found.append([Value](repeating: element, count: Int(count)))
      }
    }
    return found.map { .list(ListValue($0)) } + constants.filter(\.isList)
  }

  private static let mostElements: ClosedRange<Int64> = 2...20
  private static let mostVaried = 5
}
