import CEL
import StateKitCore

/// The tried payloads, by the types of fields and the constants that can meet them (Exploring.md).
extension InputCandidates {
  /// The payloads of an event; nil means no payload.
  static func candidates(_ chart: Chart, name: String, constants: PayloadConstants) -> [Value?] {
    let handlers = constants.handlers(of: name)
    if chart.alphabet != nil {
      switch chart.names.find(name).flatMap({ chart.alphabet?[$0] }) {
      case nil, .some(.none): return [nil]
      case .value(let type): return values(of: type, constants: constants.constants(of: nil, in: handlers))
      case .record(let fields):
        return combinations(
          fields.map { field in
            // An expression may also test the whole payload.
            let met = constants.constants(of: field.name, in: handlers) + constants.constants(of: nil, in: handlers)
            return (field.name, values(of: field.type, constants: met))
          })
      }
    }
    let (fields, whole) = constants.fieldsTested(by: handlers)
    guard let anything = FieldType("any?") else { return [nil] }
    if !fields.isEmpty {
      return combinations(
        fields.map { ($0, values(of: anything, constants: constants.constants(of: $0, in: handlers))) })
    }
    return whole ? values(of: anything, constants: constants.constants(of: nil, in: handlers)) : [nil]
  }

  /// All combinations of the fields' values as maps, the last field changing fastest; at most one more than are
  /// tried.
  private static func combinations(_ fields: [(name: String, values: [Value?])]) -> [Value?] {
    var found: [[(key: Value, value: Value)]] = [[]]
    for (name, values) in fields {
      var longer: [[(key: Value, value: Value)]] = []
      for entries in found {
        for value in values where longer.count <= mostPayloads {
          longer.append(entries + (value.map { [(key: .string(name), value: $0)] } ?? []))
        }
      }
      found = longer
    }
    return found.map { .map(MapValue($0)) }
  }

  /// The tried values of a type, by the constants that can meet it; nil leaves the field out.
  private static func values(of type: FieldType, constants: [Value]) -> [Value?] {
    let found: [Value] =
      switch type.base {
      case .bool: [.bool(false), .bool(true)]
      case .int: ints(constants)
      case .double: doubles(constants)
      case .string: strings(constants)
      case .list: [.list(ListValue([]))]
      case .map: [.map(MapValue([(key: Value, value: Value)]()))]
      case .any: anything(constants)
      }
    return found.map { Optional($0) } + (type.isOptional ? [nil] : [])
  }

  private static func ints(_ constants: [Value]) -> [Value] {
    var numbers: Set<Int64> = []
    for case .int(let number) in constants {
      for (near, overflows) in [
        number.subtractingReportingOverflow(1), (number, false), number.addingReportingOverflow(1),
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
  private static func anything(_ constants: [Value]) -> [Value] {
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
      case .int: add(ints(constants))
      case .double: add(doubles(constants.filter { if case .double = $0 { true } else { false } }))
      case .string: add(strings(constants))
      default: add([constant])
      }
    }
    return found.isEmpty ? [.bool(false), .bool(true)] : found
  }
}
