import CEL
import StateKitCore

/// The tried values of a type, by the constants that can meet it (Exploring.md).
extension InputCandidates {
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
  static func values(of type: FieldType, constants: [Value], order: ComparedOrder = ComparedOrder()) -> [Value?] {
    let found: [Value] =
      switch type.base {
      case .bool: [.bool(false), .bool(true)]
      case .int: ints(constants, countsDoubles: true, peers: order.peers)
      case .double: doubles(constants, peers: order.peers)
      case .string: strings(constants, order: order)
      case .list: lists(constants)
      case .map: [.map(MapValue([(key: Value, value: Value)]()))] + constants.filter(\.isMap)
      case .any: anything(constants, order: order)
      }
    let maybeNull = type.base == .bool || constants.contains(where: \.isNull)
    return found.map { Optional($0) } + (type.isOptional ? (maybeNull ? [.null, nil] : [nil]) : [])
  }

  /// Each whole number and its neighbours, more of them if it has peers; with `countsDoubles`, also the ints next to a
  /// number with a fraction.
  static func ints(_ constants: [Value], countsDoubles: Bool = false, peers: Int = 1) -> [Value] {
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
      let most = Int64(max(1, peers - 1))
      for distance in -most...most {
        let (near, overflows) = whole.addingReportingOverflow(distance)
        if !overflows { numbers.insert(near) }
      }
    }
    return numbers.isEmpty ? (0..<max(2, peers)).map { .int(Int64($0)) } : numbers.sorted().map { .int($0) }
  }

  /// Each constant, the middle between neighbours, one value below all and one above, more of them with peers.
  private static func doubles(_ constants: [Value], peers: Int = 1) -> [Value] {
    var numbers: Set<Double> = []
    for constant in constants {
      if case .double(let number) = constant { numbers.insert(number) }
      if case .int(let number) = constant { numbers.insert(Double(number)) }
      if case .uint(let number) = constant { numbers.insert(Double(number)) }
    }
    let sorted = numbers.sorted()
    guard let first = sorted.first, let last = sorted.last else {
      return (0..<max(2, peers)).map { .double(Double($0)) }
    }
    let distances = (1...max(1, peers - 1)).map { Double($0) }
    // Far from zero, the next number may be more than 1 away.
    var found = distances.reversed().map { first - $0 * max(1, first.ulp) }
    for (index, number) in sorted.enumerated() {
      found.append(number)
      if index + 1 < sorted.count { found.append(number / 2 + sorted[index + 1] / 2) }
    }
    found += distances.map { last + $0 * max(1, last.ulp) }
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

  /// Each constant, and one other string, or as many as the peers. If the order matters: also one before all constants,
  /// between neighbours, and behind all.
  private static func strings(_ constants: [Value], order: ComparedOrder = ComparedOrder()) -> [Value] {
    var found: [String] = []
    func add(_ text: String) -> Bool {
      if found.contains(where: { $0.utf8.elementsEqual(text.utf8) }) { return false }
      found.append(text)
      return true
    }
    for case .string(let text) in constants { _ = add(text) }
    if order.isOrdered, !found.isEmpty {
      let sorted = found.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
      _ = add("")
      // The shortest ones behind a text are those that continue it.
      for (index, text) in sorted.enumerated() {
        let next = ["a", " "].first { ending in
          index + 1 == sorted.count || (text + ending).utf8.lexicographicallyPrecedes(sorted[index + 1].utf8)
        }
        if let next { _ = add(text + next) }
      }
    }
    var number = 1
    var others = 0
    while others < order.peers {
      if add(number == 1 ? "other" : "other\(number)") { others += 1 }
      number += 1
    }
    return found.map { .string($0) }
  }

  /// For numbers and texts, the values that `int`, `double` and `string` try; and every other constant itself.
  static func anything(_ constants: [Value], order: ComparedOrder = ComparedOrder()) -> [Value] {
    var names = NameTable()
    var found: [Value] = []
    func add(_ values: [Value]) {
      for value in values {
        var out = ByteBuffer()
        value.appendIdentity(to: &out)
        if out.withSpan({ names.intern($0) }).index == found.count { found.append(value) }
      }
    }
    var (areInts, areDoubles, areTexts) = (false, false, false)
    for constant in constants {
      switch constant {
      case .int, .uint:
        if !areInts { add(ints(constants, peers: order.peers)) }
        areInts = true
      case .double:
        let isDouble = { (value: Value) in if case .double = value { true } else { false } }
        if !areDoubles { add(doubles(constants.filter(isDouble), peers: order.peers)) }
        areDoubles = true
      case .string:
        if !areTexts { add(strings(constants, order: order)) }
        areTexts = true
      case .bool: add([.bool(false), .bool(true)])
      default: add([constant])
      }
    }
    if found.isEmpty, order.peers > 1 { add(ints([], peers: order.peers)) }
    return found
  }
}

extension Value {
  var isMap: Bool {
    if case .map = self { true } else { false }
  }

  var isNumber: Bool {
    switch self {
    case .int, .uint, .double: true
    default: false
    }
  }

  var isText: Bool {
    if case .string = self { true } else { false }
  }

  var isList: Bool {
    if case .list = self { true } else { false }
  }
}
